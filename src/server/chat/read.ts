import { and, eq } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed } from '../../contract/failures.ts'
import { conversations } from '../../db/tables/chat.ts'
import type { PushedRead } from '../../domain/chat/pushed.ts'
import type { Handler } from '../handler.ts'
import { membersOf } from './members.ts'
import { ofCaller } from './own-conversations.ts'
import { growReadPosition, readSeqOfUser } from './read-positions.ts'
import { ownParties } from './sides.ts'

export const read: Handler<typeof conversationsCalls.read> = async (input, { db, caller, push, after }) => {
  const { conversationId } = input
  const [row] = await db
    .select({ lastSeq: conversations.lastSeq, partyA: conversations.partyA, partyB: conversations.partyB })
    .from(conversations)
    .where(and(eq(conversations.id, conversationId), ofCaller(caller)))
  if (row === undefined) throw new CallFailed('notFound')
  const seq = Math.min(input.seq, row.lastSeq)
  if (seq === 0 || !(await growReadPosition(db, { conversationId, userId: caller.userId, seq }))) {
    return { readSeq: await readSeqOfUser(db, conversationId, caller.userId) }
  }
  const own = new Set<string>(ownParties(caller))
  const party = own.has(row.partyA) ? row.partyA : row.partyB
  const message: PushedRead = { type: 'chatRead', conversationId, userId: caller.userId, party, seq }
  const members = await membersOf(db, [row.partyA, row.partyB])
  after(() => members.forEach((userId) => push.send(userId, message)))
  return { readSeq: seq }
}
