import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, ne, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { facts } from '../../db/tables/operations.ts'
import { searchChoices, searchLog, searchTerms } from '../../db/tables/search.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { date } from '../../domain/time.ts'
import { choiceWeights, type ChoiceStep } from '../../domain/search/knowledge.ts'
import { pinyinOf } from './pinyin.ts'
import { questionKey } from './question-key.ts'
import { termKey } from './terms.ts'

/** A term becomes public when at least `minAddresses` searched for it on each of `minDays` of the last 30 days. */
export const [minAddresses, minDays] = [3, 3]
const loggedDays = 30

/** What a search found: nothing, listings without some of the words, listings with all of them. */
export type SearchFound = (typeof searchLog.$inferSelect)['found']

/** Logs a search: each address and term once a day. */
export async function logSearch(
  db: Db,
  kind: SearchKind,
  term: string,
  address: string,
  now: Date,
  found: SearchFound = 'all',
): Promise<void> {
  const day = date(now.toISOString())
  await db
    .insert(searchLog)
    .values({
      kind,
      key: termKey(term),
      term,
      day,
      who: await hashOfDay(db, day, address),
      found,
      question: questionKey(term),
    })
    .onConflictDoNothing()
}

/** A listing that was chosen after a search, and the step. */
export interface Choice {
  readonly kind: 'service' | 'goods'
  readonly term: string
  readonly listingId: number
  readonly step: ChoiceStep
}

/** Notes a step after a search: each address, question and listing once a day, with the furthest step. */
export async function logChoice(
  db: Db,
  { kind, term, listingId, step }: Choice,
  address: string,
  now: Date,
): Promise<void> {
  const day = date(now.toISOString())
  const who = await hashOfDay(db, day, address)
  const done = { open: { isOpened: true }, cart: { isAdded: true }, inquiry: { isAsked: true } }
  const [logged] = await db
    .update(searchLog)
    .set(done[step])
    .where(
      and(eq(searchLog.kind, kind), eq(searchLog.key, termKey(term)), eq(searchLog.day, day), eq(searchLog.who, who)),
    )
    .returning({ question: searchLog.question })
  // Only what was searched for can have been chosen from.
  if (logged === undefined) return
  const weight = choiceWeights[step]
  await db
    .insert(searchChoices)
    .values({ kind: kind === 'goods' ? 'product' : kind, question: logged.question, listingId, day, who, weight })
    .onConflictDoUpdate({
      target: [
        searchChoices.kind,
        searchChoices.question,
        searchChoices.listingId,
        searchChoices.day,
        searchChoices.who,
      ],
      set: { weight: sql`greatest(${searchChoices.weight}, excluded.weight)` },
    })
}

/** Hash of an address with the salt of a day. */
async function hashOfDay(db: Db, day: string, address: string): Promise<string> {
  return createHash('sha256')
    .update(await saltForDay(db, day))
    .update(address)
    .digest('base64url')
    .slice(0, 22)
}

/** The salt of a day. Yesterday's is overwritten, so that hashes cannot be traced to an address. */
async function saltForDay(db: Db, day: string): Promise<string> {
  const fresh = { day, salt: randomBytes(16).toString('hex') }
  await db
    .insert(facts)
    .values({ key: 'searchSalt', value: fresh })
    .onConflictDoUpdate({
      target: facts.key,
      set: { value: fresh },
      setWhere: sql`${facts.value} ->> 'day' < ${day}`,
    })
  const [row] = await db
    .select({ salt: sql<string>`${facts.value} ->> 'salt'` })
    .from(facts)
    .where(eq(facts.key, 'searchSalt'))
  return row?.salt ?? fresh.salt
}

/**
 * Updates the search counts of terms from the last 30 days, and adds terms that enough people searched for. Rarer
 * searches are not counted. Safe to run twice.
 */
export async function countSearches(db: Db, now: Date): Promise<void> {
  const { kind, key, term, day, who } = searchLog
  const first = date(new Date(now.getTime() - loggedDays * 86_400_000).toISOString())
  await db.delete(searchLog).where(lt(day, first))
  await db.delete(searchChoices).where(lt(searchChoices.day, first))
  const days = db
    .select({
      kind,
      key,
      day,
      addresses: sql<number>`count(distinct ${who})`.as('addresses'),
      term: sql<string>`min(${term})`.as('shown'),
    })
    .from(searchLog)
    .where(ne(searchLog.found, 'none'))
    .groupBy(kind, key, day)
    .as('days')
  const publicTerms = await db
    .select({
      kind: days.kind,
      key: days.key,
      term: sql<string>`min(${days.term})`,
      searches: sql<number>`sum(${days.addresses})::int`,
    })
    .from(days)
    .groupBy(days.kind, days.key)
    .having(sql`count(*) filter (where ${days.addresses} >= ${minAddresses}) >= ${minDays}`)
  for (const row of publicTerms) {
    await db
      .insert(searchTerms)
      .values({ ...row, ...pinyinOf(row.term), hits: 0 })
      .onConflictDoUpdate({ target: [searchTerms.kind, searchTerms.key], set: { searches: row.searches } })
  }
  const loggedTerms = db
    .select({ key })
    .from(searchLog)
    .where(and(eq(kind, searchTerms.kind), eq(key, searchTerms.key), ne(searchLog.found, 'none')))
  await db
    .update(searchTerms)
    .set({ searches: 0 })
    .where(and(gt(searchTerms.searches, 0), notExists(loggedTerms)))
}
