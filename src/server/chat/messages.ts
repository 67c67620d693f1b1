import { and, asc, desc, eq, gt, lte } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed } from '../../contract/failures.ts'
import { messages as table } from '../../db/tables/chat.ts'
import { orderParties } from '../../domain/chat/party.ts'
import type { Handler } from '../handler.ts'
import { facesOf } from './faces.ts'
import { presentMessage } from './present.ts'
import { readSeqOfParty, readSeqOfUser } from './read-positions.ts'
import { findConversation, otherPartyOf, ownPartyOf } from './sides.ts'

export const messages: Handler<typeof conversationsCalls.messages> = async (input, { db, caller }) => {
  const own = ownPartyOf(caller, input)
  const other = otherPartyOf(caller, input)
  const conversation = await findConversation(db, own, other)
  if (conversation === undefined) {
    if (!(await facesOf(db, [other])).has(other)) throw new CallFailed('notFound')
    return { total: 0, data: [], conversationId: null, readSeq: 0, peerReadSeq: 0 }
  }
  const { id, lastSeq } = conversation
  const here = eq(table.conversationId, id)
  // Places have no gaps, so a page is a span of places: no offset, however long the conversation.
  const end = lastSeq - (input.current - 1) * input.pageSize
  const rows =
    input.afterSeq === undefined
      ? await db
          .select()
          .from(table)
          .where(and(here, lte(table.seq, end), gt(table.seq, end - input.pageSize)))
          .orderBy(desc(table.seq))
      : await db
          .select()
          .from(table)
          .where(and(here, gt(table.seq, input.afterSeq)))
          .orderBy(asc(table.seq))
          .limit(input.pageSize)
  const pair = orderParties(own, other)
  return {
    total: lastSeq,
    data: rows.map((row) => presentMessage(row, pair)),
    conversationId: id,
    readSeq: await readSeqOfUser(db, id, caller.userId),
    peerReadSeq: await readSeqOfParty(db, id, other),
  }
}
