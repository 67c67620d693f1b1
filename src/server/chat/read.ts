import { and, eq } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed } from '../../contract/failures.ts'
import { conversations } from '../../db/tables/chat.ts'
import type { PushedRead } from '../../domain/chat/pushed.ts'
import type { Handler } from '../handler.ts'
import { readersOf } from './members.ts'
import { ofCaller, sidesFor } from './own-conversations.ts'
import { growReadPosition, readSeqOfUser } from './read-positions.ts'

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
  const party = sidesFor(caller, row).mine
  const told = (userId: number | null): PushedRead => ({ type: 'chatRead', conversationId, userId, party, seq })
  const readers = await readersOf(db, [row.partyA, row.partyB])
  // Which of a shop's people, or of the platform's agents, has read is told inside alone.
  const outside = told(party.startsWith('o:') || caller.isService ? null : caller.userId)
  after(() =>
    readers.forEach((reader) => push.send(reader.userId, reader.party === party ? told(caller.userId) : outside)),
  )
  return { readSeq: seq }
}
