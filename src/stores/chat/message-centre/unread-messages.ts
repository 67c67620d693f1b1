import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import type { UnreadMessages } from '../../../contract/chat/message-centre.ts'
import { counts, session } from '../../accounts/session.ts'
import { onPush } from '../../operations/push-notices.ts'

/** Unread count of the message centre, shared by the tabs of this browser. */
const storedCount = persistentAtom<number>('messageCount', 0, {
  encode: String,
  decode: (text) => (/^\d{1,4}$/.test(text) ? Number(text) : 0),
})
/** Unread counts by kind and group; undefined until loaded. */
export const unreadMessages = atom<UnreadMessages | undefined>(undefined)

/** Milliseconds to batch notices into one reload. */
const reloadDelayMs = 300
let timer: ReturnType<typeof setTimeout> | undefined
/** Number of applied counts, so that an older answer does not overwrite a newer one. */
let answerCount = 0
let loadedForUserId: number | undefined
let isWatching = false

/** Applies counts from an answer or another tab. */
export function setUnreadMessages(unread: UnreadMessages): void {
  answerCount += 1
  unreadMessages.set(unread)
  storedCount.set(unread.total)
}

/** Reloads the counts; known ones stay on failure. */
export async function loadUnreadMessages(): Promise<void> {
  const answersBefore = answerCount
  const { quietApi } = await import('../../../client/browser.ts')
  const answer = await quietApi.chat.recordsUnread({})
  if (answer.ok && answersBefore === answerCount && session.get().at === 'in') setUnreadMessages(answer.content)
}

function scheduleReload(): void {
  clearTimeout(timer)
  timer = setTimeout(() => void loadUnreadMessages(), reloadDelayMs)
}

/** Once per page: keeps the badges in sync with the message centre across tabs and devices. */
export function watchUnreadMessages(): void {
  if (isWatching) return
  isWatching = true
  storedCount.subscribe((count) => counts.setKey('notices', count))
  session.subscribe((now) => {
    const userId = now.at === 'in' ? now.user.userId : undefined
    if (userId === undefined) {
      unreadMessages.set(undefined)
      if (storedCount.get() !== 0) storedCount.set(0)
    } else if (userId !== loadedForUserId) void loadUnreadMessages()
    loadedForUserId = userId
  })
  onPush((event) => {
    if (event.kind === 'centre') setUnreadMessages(event.unread)
    else if (event.kind !== 'support') scheduleReload()
  })
}
