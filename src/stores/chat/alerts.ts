import { readContent } from '../../domain/chat/content.ts'
import type { PushedMessage } from '../../domain/chat/chat-push.ts'
import { conversations, unreadTotal } from './conversations.ts'
import { desktopNoticeSetting, noticeState, soundSetting } from './chat-settings.ts'

/** Storage key of the last alerted message, so that only one tab alerts. */
const lastAlertKey = 'chatRang'

/** Alerts the user to an unseen message, unless the conversation is muted. */
export function alertMessage(message: PushedMessage, open: () => void): void {
  const now = conversations.get()
  const entry =
    now.at === 'ready' ? now.entries.find((one) => one.conversationId === message.conversationId) : undefined
  if (entry?.muted === true || (soundSetting.get() === 'off' && desktopNoticeSetting.get() === 'off')) return
  void onceAmongTabs(`${message.conversationId}:${message.seq}`, () => {
    if (soundSetting.get() === 'on') playAlertSound()
    if (document.visibilityState === 'hidden') showNotification(message, open)
  })
}

async function onceAmongTabs(what: string, how: () => void): Promise<void> {
  const first = () => {
    if (localStorage.getItem(lastAlertKey) === what) return false
    localStorage.setItem(lastAlertKey, what)
    return true
  }
  if ('locks' in navigator) await navigator.locks.request(lastAlertKey, () => void (first() && how()))
  else if (first()) how()
}

function showNotification(message: PushedMessage, open: () => void): void {
  if (noticeState() !== 'on') return
  const { lastShort } = readContent(message.content)
  const notice = new Notification(message.sendName, { body: lastShort, tag: `chat-${message.conversationId}` })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
    open()
  })
}

let audio: AudioContext | undefined
/** Plays two short tones. Browsers block sound before the first interaction. */
export function playAlertSound(): void {
  audio ??= new AudioContext()
  const { currentTime } = audio
  for (const [frequency, after] of [
    [660, 0],
    [880, 0.12],
  ] as const) {
    const [tone, volume] = [audio.createOscillator(), audio.createGain()]
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(0.0001, currentTime + after)
    volume.gain.exponentialRampToValueAtTime(0.12, currentTime + after + 0.02)
    volume.gain.exponentialRampToValueAtTime(0.0001, currentTime + after + 0.22)
    tone.connect(volume).connect(audio.destination)
    tone.start(currentTime + after)
    tone.stop(currentTime + after + 0.25)
  }
}

/** Shows the unread count in the title: `(3) 页面标题`. Returns the stop function. */
export function showUnreadInTitle(): () => void {
  const plain = () => document.title.replace(/^\(\d+\+?\) /, '')
  const stop = unreadTotal.subscribe((count) => {
    const mark = count === 0 ? '' : `(${count > 99 ? '99+' : count}) `
    const title = `${mark}${plain()}`
    if (document.title !== title) document.title = title
  })
  return () => {
    stop()
    document.title = plain()
  }
}
