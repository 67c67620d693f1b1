import { and, desc, eq, inArray, lt, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { conversations, messages } from '../../db/tables/chat.ts'
import type { Caller } from '../handler.ts'
import { messageQuery } from './message-words.ts'
import { sidesFor } from './own-conversations.ts'
import { ownParties, posterParties } from './sides.ts'

/** The newest messages that are looked at one by one: a word that is common is found here, without reading all its hits. */
const newest = 2000
/** Hits are counted so far. */
const counted = 1000

interface Wanted {
  readonly keyword: string
  readonly conversationId?: number | undefined
  readonly beforeId?: number | undefined
  readonly most: number
}
interface Hits {
  readonly ids: readonly number[]
  readonly total: number
  readonly more: boolean
}

/**
 * Ids of messages that hold a keyword, newest first. Within a conversation ids grow with the places. Who asks must
 * have been let into the conversation; without one, the sides are the caller's own.
 */
export async function findMessages(db: Db, caller: Caller, wanted: Wanted): Promise<Hits> {
  const { keyword, conversationId, beforeId, most } = wanted
  const query = messageQuery(
    keyword,
    conversationId === undefined ? { parties: await searchedParties(db, caller) } : { conversationId },
  )
  if (query === '') return { ids: [], total: 0, more: false }
  const older = beforeId === undefined ? sql`true` : sql`found.id < ${beforeId}`
  const recent = conversationId === undefined ? [] : await inNewest(db, query, { ...wanted, conversationId })
  const all =
    recent.length > most
      ? recent
      : await idsOf(
          db,
          sql`with found as materialized (select id from ${messages} where words @@ ${query}::tsquery)
          select found.id from found where ${older} order by found.id desc limit ${most + 1}`,
        )
  const [row] = await rowsOf(
    db,
    sql`select count(*)::int as id from (select 1 from ${messages} where words @@ ${query}::tsquery limit ${counted}) as hit`,
  )
  return { ids: all.slice(0, most), total: row?.id ?? 0, more: all.length > most }
}

/** The latest conversations in which the caller speaks as the poster of a demand, as far as they are searched. */
const searchedPosters = 50

async function searchedParties(db: Db, caller: Caller): Promise<string[]> {
  const own = ownParties(caller)
  if (caller.companyId === null) return own
  const { partyA, partyB, lastAt } = conversations
  const posters = posterParties(caller)
  const rows = await db
    .select({ partyA, partyB })
    .from(conversations)
    .where(or(inArray(partyA, posters), inArray(partyB, posters)))
    .orderBy(desc(lastAt))
    .limit(searchedPosters)
  return [...own, ...new Set(rows.map((pair) => sidesFor(caller, pair).mine))]
}

async function inNewest(
  db: Db,
  query: string,
  { conversationId, beforeId, most }: Wanted & { readonly conversationId: number },
): Promise<number[]> {
  const before = beforeId === undefined ? undefined : await placeOf(db, conversationId, beforeId)
  const below = before === undefined ? sql`true` : sql`seq < ${before}`
  return idsOf(
    db,
    sql`with found as materialized (select id, words from ${messages}
        where conversation_id = ${conversationId} and ${below} order by seq desc limit ${newest})
      select found.id from found where found.words @@ ${query}::tsquery order by found.id desc limit ${most + 1}`,
  )
}

async function placeOf(db: Db, conversationId: number, id: number): Promise<number | undefined> {
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
