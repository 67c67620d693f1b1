import { map } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { PushedTyping } from '../../domain/chat/chat-push.ts'
import { participantInput, conversationKey } from './participants.ts'

/** Milliseconds between typing notifications; milliseconds one is shown. */
const [notifyEveryMs, shownForMs] = [4000, 6000]

/** Conversations whose other side is typing. */
export const typingConversations = map<Record<number, true | undefined>>({})
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const lastNotified = new Map<string, number>()

/** Sends a throttled typing notification; none before the first message. */
export function notifyTyping(entry: ConversationEntry): void {
  if (entry.conversationId === null) return
  const key = conversationKey(entry)
  if (Date.now() - (lastNotified.get(key) ?? 0) < notifyEveryMs) return
  lastNotified.set(key, Date.now())
  void quietApi.chat.typing(participantInput(entry))
}

/** Shows that the other side is typing, until timeout or message. */
export function applyTyping({ conversationId }: Pick<PushedTyping, 'conversationId'>): void {
  clearTimeout(timers.get(conversationId))
  typingConversations.setKey(conversationId, true)
  timers.set(
    conversationId,
    setTimeout(() => stopTyping(conversationId), shownForMs),
  )
}

export function stopTyping(conversationId: number): void {
  clearTimeout(timers.get(conversationId))
  timers.delete(conversationId)
  typingConversations.setKey(conversationId, undefined)
}
