import { map } from 'nanostores'
import { quietApi } from '../../client/browser.ts'
import type { ConversationEntry } from '../../contract/chat/shapes.ts'
import type { PushedTyping } from '../../domain/chat/pushed.ts'
import { addressOf, keyOf } from './sides.ts'

/** Milliseconds between two hints that one is writing, and how long one is shown. */
const [tellEvery, shownFor] = [4000, 6000]

/** Conversations on whose other side somebody is writing. */
export const writing = map<Record<number, true | undefined>>({})
const timers = new Map<number, ReturnType<typeof setTimeout>>()
const told = new Map<string, number>()

/** Tells the other side that one is writing, now and then; before the first message nobody is told. */
export function tellTyping(entry: ConversationEntry): void {
  if (entry.conversationId === null) return
  const key = keyOf(entry)
  if (Date.now() - (told.get(key) ?? 0) < tellEvery) return
  told.set(key, Date.now())
  void quietApi.chat.typing(addressOf(entry))
}

/** Somebody writes; until the hint is old or the message is there. */
export function applyTyping({ conversationId }: Pick<PushedTyping, 'conversationId'>): void {
  clearTimeout(timers.get(conversationId))
  writing.setKey(conversationId, true)
  timers.set(
    conversationId,
    setTimeout(() => stopTyping(conversationId), shownFor),
  )
}

export function stopTyping(conversationId: number): void {
  clearTimeout(timers.get(conversationId))
  timers.delete(conversationId)
  writing.setKey(conversationId, undefined)
}
