import { and, asc, desc, eq, inArray, gte, lt, or, sql, type SQL } from 'drizzle-orm'
import type { recordsCalls } from '../../contract/chat/records.ts'
import { fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { conversations, messages, readPositions } from '../../db/tables/chat.ts'
import type { Caller, Handler } from '../handler.ts'
import { getMessageRelations, messageColumns } from './message-relations.ts'
import { getEntries } from './conversation-entries.ts'
import {
  conversationColumns,
  callerCondition,
  memberCondition,
  getOwnConversation,
  getParticipants,
} from './own-conversations.ts'
import { presentMessage, type MessageRow } from './present-message.ts'
import { messageQuery } from './message-search.ts'
import { ownParties, posterParties } from './participants.ts'

/** Newest messages scanned without the index, so that frequent keywords need not read all index hits. */
const maxScanned = 2000
/** Maximum of the counted total. */
const maxCounted = 1000

interface MessageSearch {
  readonly keyword: string
  readonly conversationId?: number | undefined
  readonly beforeId?: number | undefined
  readonly limit: number
}
interface Hits {
  readonly ids: readonly number[]
  readonly total: number
  readonly more: boolean
}

/**
 * Ids of messages that contain a keyword, newest first. The caller checks access to the conversation; without one all
 * parties of the caller are searched.
 */
async function findMessages(db: Db, caller: Caller, search: MessageSearch): Promise<Hits> {
  const { keyword, conversationId, beforeId, limit } = search
  const query = messageQuery(
    keyword,
    conversationId === undefined ? { parties: await getSearchedParties(db, caller) } : { conversationId },
  )
  if (query === '') return { ids: [], total: 0, more: false }
  const older = beforeId === undefined ? sql`true` : sql`found.id < ${beforeId}`
  const recent = conversationId === undefined ? [] : await searchNewest(db, query, { ...search, conversationId })
  const all =
    recent.length > limit
      ? recent
      : await idsOf(
          db,
          sql`with found as materialized (select id from ${messages} where tokens @@ ${query}::tsquery)
          select found.id from found where ${older} order by found.id desc limit ${limit + 1}`,
        )
  const [row] = await rowsOf(
    db,
    sql`select count(*)::int as id from (select 1 from ${messages} where tokens @@ ${query}::tsquery limit ${maxCounted}) as hit`,
  )
  return { ids: all.slice(0, limit), total: row?.id ?? 0, more: all.length > limit }
}

/** Maximum of searched conversations in which the caller is a demand poster. */
const maxSearchedPosters = 50

async function getSearchedParties(db: Db, caller: Caller): Promise<string[]> {
  const own = ownParties(caller)
  if (caller.companyId === null) return own
  const { partyA, partyB, lastAt } = conversations
  const posters = posterParties(caller)
  const rows = await db
    .select({ partyA, partyB })
    .from(conversations)
    .where(or(inArray(partyA, posters), inArray(partyB, posters)))
    .orderBy(desc(lastAt))
    .limit(maxSearchedPosters)
  return [...own, ...new Set(rows.map((pair) => getParticipants(caller, pair).mine))]
}

async function searchNewest(
  db: Db,
  query: string,
  { conversationId, beforeId, limit }: MessageSearch & { readonly conversationId: number },
): Promise<number[]> {
  const before = beforeId === undefined ? undefined : await getSeq(db, conversationId, beforeId)
  const below = before === undefined ? sql`true` : sql`seq < ${before}`
  return idsOf(
    db,
    sql`with found as materialized (select id, tokens from ${messages}
        where conversation_id = ${conversationId} and ${below} order by seq desc limit ${maxScanned})
      select found.id from found where found.tokens @@ ${query}::tsquery order by found.id desc limit ${limit + 1}`,
  )
}

async function getSeq(db: Db, conversationId: number, id: number): Promise<number | undefined> {
  const [row] = await db
    .select({ seq: messages.seq })
    .from(messages)
    .where(and(eq(messages.conversationId, conversationId), lt(messages.id, id + 1), eq(messages.id, id)))
  return row?.seq
}

async function rowsOf(db: Db, query: SQL): Promise<{ id: number }[]> {
  const answer: unknown = await db.execute(query)
  const rows: unknown = typeof answer === 'object' && answer !== null && 'rows' in answer ? answer.rows : []
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) =>
    typeof row === 'object' && row !== null && 'id' in row ? [{ id: Number(row.id) }] : [],
  )
}

const idsOf = async (db: Db, query: SQL): Promise<number[]> => (await rowsOf(db, query)).map(({ id }) => id)

const minKeywordLength = 2

export const contactRecords: Handler<typeof recordsCalls.contactRecords> = async (input, { db, caller }) => {
  const { conversationId, keyword = '', aroundSeq, pageSize, beforeId } = input
  if (aroundSeq !== undefined) {
    if (conversationId === undefined) throw fieldFailed({ field: 'conversationId', message: '请选择会话' })
    const { row } = await getOwnConversation(db, caller, conversationId)
    const found = await rowsAround(db, conversationId, aroundSeq, pageSize)
    const entries = await getEntries(db, caller, [row])
    const data = await presentMessages(db, caller, [row], found, conversationId)
    return { total: row.lastSeq, data, conversations: entries, more: false }
  }
  if ([...keyword].length < minKeywordLength) {
    throw fieldFailed({ field: 'keyword', message: `请输入至少 ${minKeywordLength} 个字` })
  }
  if (conversationId !== undefined) await getOwnConversation(db, caller, conversationId)
  const hits = await findMessages(db, caller, { keyword, conversationId, beforeId, limit: pageSize })
  const found = await db
    .select(messageColumns)
    .from(messages)
    .where(inArray(messages.id, [...hits.ids]))
    .orderBy(desc(messages.id))
  const ids = [...new Set(found.map((row) => row.conversationId))]
  const rows = await db
    .select(conversationColumns)
    .from(conversations)
    .leftJoin(readPositions, memberCondition(caller.userId))
    .where(and(callerCondition(caller), inArray(conversations.id, ids)))
  const data = await presentMessages(db, caller, rows, found)
  return { total: hits.total, data, conversations: await getEntries(db, caller, rows), more: hits.more }
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

interface ConversationPair {
  readonly id: number
  readonly partyA: string
  readonly partyB: string
}

/** Wire format of messages; those of conversations missing in `pairs` are left out. */
async function presentMessages(
  db: Db,
  caller: Caller,
  pairs: readonly ConversationPair[],
  found: readonly MessageRow[],
  conversationId?: number,
) {
  const relations = await getMessageRelations(db, found, conversationId)
  const pairOf = new Map(pairs.map((pair) => [pair.id, pair]))
  return found.flatMap((row) => {
    const pair = pairOf.get(row.conversationId)
    if (pair === undefined) return []
    const message = presentMessage(row, pair, getParticipants(caller, pair).mine, relations)
    return [{ ...message, conversationId: row.conversationId }]
  })
}
