import { and, asc, desc, eq, inArray, gte, lt } from 'drizzle-orm'
import type { recordsCalls } from '../../contract/chat/records.ts'
import { fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, messages, readPositions } from '../../db/tables/chat.ts'
import type { Caller, Handler } from '../handler.ts'
import { aroundOf, messageColumns } from './around.ts'
import { entriesOf } from './entries.ts'
import { findMessages } from './find-messages.ts'
import { conversationColumns, ofCaller, ofMember, ownConversation, sidesFor } from './own-conversations.ts'
import { presentMessage, type MessageRow } from './present.ts'

const fewestLetters = 2

export const contactRecords: Handler<typeof recordsCalls.contactRecords> = async (input, { db, caller }) => {
  const { conversationId, keyword = '', aroundSeq, pageSize, beforeId } = input
  if (aroundSeq !== undefined) {
    if (conversationId === undefined) throw fieldFailed({ field: 'conversationId', message: '请选择会话' })
    const { row } = await ownConversation(db, caller, conversationId)
    const found = await rowsAround(db, conversationId, aroundSeq, pageSize)
    const entries = await entriesOf(db, caller, [row])
    const data = await presented(db, caller, [row], found, conversationId)
    return { total: row.lastSeq, data, conversations: entries, more: false }
  }
  if ([...keyword].length < fewestLetters) {
    throw fieldFailed({ field: 'keyword', message: `请输入至少 ${fewestLetters} 个字` })
  }
  if (conversationId !== undefined) await ownConversation(db, caller, conversationId)
  const hits = await findMessages(db, caller, { keyword, conversationId, beforeId, most: pageSize })
  const found = await db
    .select(messageColumns)
    .from(messages)
    .where(inArray(messages.id, [...hits.ids]))
    .orderBy(desc(messages.id))
  const ids = [...new Set(found.map((row) => row.conversationId))]
  const rows = await db
    .select(conversationColumns)
    .from(conversations)
    .leftJoin(readPositions, ofMember(caller.userId))
    .where(and(ofCaller(caller), inArray(conversations.id, ids)))
  const data = await presented(db, caller, rows, found)
  return { total: hits.total, data, conversations: await entriesOf(db, caller, rows), more: hits.more }
}

const rowsAround = (db: Db, conversationId: number, seq: number, many: number) =>
  db
    .select(messageColumns)
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversationId),
        gte(messages.seq, Math.max(1, seq - Math.floor(many / 2))),
        lt(messages.seq, Math.max(1, seq - Math.floor(many / 2)) + many),
      ),
    )
    .orderBy(asc(messages.seq))

interface Paired {
  readonly id: number
  readonly partyA: string
  readonly partyB: string
}

/** As their conversations show them; of conversations that are not given, nothing. */
async function presented(
  db: Db,
  caller: Caller,
  pairs: readonly Paired[],
  found: readonly MessageRow[],
  conversationId?: number,
) {
  const around = await aroundOf(db, found, conversationId)
  const pairOf = new Map(pairs.map((pair) => [pair.id, pair]))
  return found.flatMap((row) => {
    const pair = pairOf.get(row.conversationId)
    if (pair === undefined) return []
    const message = presentMessage(row, pair, sidesFor(caller, pair).mine, around)
    return [{ ...message, conversationId: row.conversationId }]
  })
}
