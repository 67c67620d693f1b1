import { and, eq, isNull } from 'drizzle-orm'
import type { recordsCalls } from '../../contract/chat/records.ts'
import { CallFailed } from '../../contract/failures.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import { isAutomatic } from '../../domain/chat/away.ts'
import { recalledContent } from '../../domain/chat/content.ts'
import type { PushedRecall } from '../../domain/chat/pushed.ts'
import { mayRecall } from '../../domain/chat/recall.ts'
import type { Handler } from '../handler.ts'
import { readersOf } from './members.ts'
import { ownConversation } from './own-conversations.ts'

/** Takes an own message back: its place stays, nothing of what it said does. Doing it twice is doing it once. */
export const recall: Handler<typeof recordsCalls.recall> = async (input, { db, caller, push, after }) => {
  const { conversationId, seq } = input
  const { row, mine } = await ownConversation(db, caller, conversationId)
  const place = and(eq(messages.conversationId, conversationId), eq(messages.seq, seq))
  const text = await db.transaction(async (tx) => {
    // As a message that comes in does: the conversation first.
    const [last] = await tx
      .select({ lastSeq: conversations.lastSeq })
      .from(conversations)
      .where(eq(conversations.id, conversationId))
      .for('update')
    const [message] = await tx.select().from(messages).where(place)
    if (message === undefined || message.senderUserId !== caller.userId || message.senderParty !== mine) {
      throw new CallFailed('notFound')
    }
    if (message.recalledAt !== null) return undefined
    const late = !mayRecall(message.createdAt.toISOString(), new Date().toISOString())
    if (late || isAutomatic(message)) throw new CallFailed('recallLate')
    await tx
      .update(messages)
      .set({ content: recalledContent, words: null, fileId: null, recalledAt: new Date() })
      .where(and(place, isNull(messages.recalledAt)))
    if (last?.lastSeq === seq) {
      await tx.update(conversations).set({ lastContent: recalledContent }).where(eq(conversations.id, conversationId))
    }
    return message.content.text
  })
  if (text === undefined) return { text: '' }
  const told: PushedRecall = { type: 'chatRecall', conversationId, seq }
  const readers = await readersOf(db, [row.partyA, row.partyB])
  after(() => readers.forEach(({ userId }) => push.send(userId, told)))
  return { text }
}
