import { and, asc, desc, eq, gt, isNotNull, lte, type SQL } from 'drizzle-orm'
import type { conversationsCalls } from '../../contract/chat/conversations.ts'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { messages as table } from '../../db/tables/chat.ts'
import { orderParties } from '../../domain/chat/party.ts'
import type { Handler } from '../handler.ts'
import { getMessageRelations, messageColumns } from './message-relations.ts'
import { getProfiles } from './profiles.ts'
import { presentMessage } from './present-message.ts'
import { getReadSeqOfParty, getReadSeqOfUser } from './read-positions.ts'
import { findConversation, resolveParticipants } from './participants.ts'

/** Maximum of recalled messages reported to a client that catches up. */
const maxRecalled = 100

export const messages: Handler<typeof conversationsCalls.messages> = async (input, { db, caller }) => {
  const { own, other } = await resolveParticipants(db, caller, input)
  const conversation = await findConversation(db, own, other)
  if (conversation === undefined) {
    if (!(await getProfiles(db, [other])).has(other)) throw new CallFailed('notFound')
    return { total: 0, data: [], conversationId: null, readSeq: 0, peerReadSeq: 0, recalled: [] }
  }
  const { id, lastSeq } = conversation
  const [rows, recalled, readSeq, peerReadSeq] = await Promise.all([
    rowsOf(db, id, lastSeq, input),
    input.afterSeq === undefined ? [] : recalledUpTo(db, id, input.afterSeq),
    getReadSeqOfUser(db, id, caller.userId),
    getReadSeqOfParty(db, id, other),
  ])
  const pair = orderParties(own, other)
  const relations = await getMessageRelations(db, rows, id)
  const data = rows.map((row) => presentMessage(row, pair, own, relations))
  return { total: lastSeq, data, conversationId: id, readSeq, peerReadSeq, recalled }
}

interface PageRange {
  readonly current: number
  readonly pageSize: number
  readonly afterSeq?: number | undefined
  readonly beforeSeq?: number | undefined
}

/** `seq` has no gaps, so a page is a range of `seq` and needs no offset. */
function rowsOf(
  db: Db,
  conversationId: number,
  lastSeq: number,
  { current, pageSize, afterSeq, beforeSeq }: PageRange,
) {
  const select = (span: SQL | undefined, order: SQL) =>
    db
      .select(messageColumns)
      .from(table)
      .where(and(eq(table.conversationId, conversationId), span))
      .orderBy(order)
      .limit(pageSize)
  if (afterSeq !== undefined) return select(gt(table.seq, afterSeq), asc(table.seq))
  const end = beforeSeq === undefined ? lastSeq - (current - 1) * pageSize : beforeSeq - 1
  return select(and(lte(table.seq, end), gt(table.seq, end - pageSize)), desc(table.seq))
}

async function recalledUpTo(db: Db, conversationId: number, seq: number): Promise<number[]> {
  const rows = await db
    .select({ seq: table.seq })
    .from(table)
    .where(and(eq(table.conversationId, conversationId), isNotNull(table.recalledAt), lte(table.seq, seq)))
    .orderBy(desc(table.seq))
    .limit(maxRecalled)
  return rows.map((row) => row.seq)
}
