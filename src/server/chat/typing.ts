import type { recordsCalls } from '../../contract/chat/records.ts'
import type { PushedTyping } from '../../domain/chat/pushed.ts'
import type { Handler } from '../handler.ts'
import { readersOf } from './members.ts'
import { findConversation, sidesOf } from './sides.ts'

/** Tells the other side that somebody is writing. Kept nowhere; before the first message nobody is told. */
export const typing: Handler<typeof recordsCalls.typing> = async (input, { db, caller, push, after }) => {
  const { own, other } = await sidesOf(db, caller, input)
  const conversation = await findConversation(db, own, other)
  if (conversation === undefined) return true
  const told: PushedTyping = { type: 'chatTyping', conversationId: conversation.id, party: own }
  const readers = await readersOf(db, [other])
  after(() => readers.forEach(({ userId }) => push.send(userId, told)))
  return true
}
