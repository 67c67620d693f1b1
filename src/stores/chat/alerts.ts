import { readContent } from '../../domain/chat/content.ts'
import type { PushedMessage } from '../../domain/chat/pushed.ts'
import { conversations, unreadTotal } from './conversations.ts'
import { desktopNotice, noticeState, sound } from './settings.ts'

/** What came last, so that of several tabs only one makes a sound. */
const rangKey = 'chatRang'

/** Tells of a message from the other side that nobody is looking at. Silent conversations stay silent. */
export function alertOf(message: PushedMessage, open: () => void): void {
  const now = conversations.get()
  const entry =
    now.at === 'ready' ? now.entries.find((one) => one.conversationId === message.conversationId) : undefined
  if (entry?.muted === true || (sound.get() === 'off' && desktopNotice.get() === 'off')) return
  void onceAmongTabs(`${message.conversationId}:${message.seq}`, () => {
    if (sound.get() === 'on') ring()
    if (document.visibilityState === 'hidden') show(message, open)
  })
}

async function onceAmongTabs(what: string, how: () => void): Promise<void> {
  const first = () => {
    if (localStorage.getItem(rangKey) === what) return false
    localStorage.setItem(rangKey, what)
    return true
  }
  if ('locks' in navigator) await navigator.locks.request(rangKey, () => void (first() && how()))
  else if (first()) how()
}

function show(message: PushedMessage, open: () => void): void {
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
/** Two short soft tones, made here. Before anybody has touched the page the browser stays silent. */
export function ring(): void {
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

/** `(3) 页面标题` as long as something is unread. Returns the way to stop. */
export function keepTitle(): () => void {
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
