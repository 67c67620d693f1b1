import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, notExists, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { facts } from '../../db/tables/operations.ts'
import { searchSightings, searchTerms } from '../../db/tables/search.ts'
import type { SearchKind } from '../../domain/shell/search.ts'
import { date } from '../../domain/time.ts'
import { soundOf } from './pinyin.ts'
import { keyOf } from './terms.ts'

/** A word is nobody's secret once so many addresses searched for it on a day, on so many days of the last 30. */
export const [fewestAddresses, fewestDays] = [3, 3]
const keptDays = 30

/** Counts a search: each address and word once a day. */
export async function sawSearch(db: Db, kind: SearchKind, term: string, address: string, now: Date): Promise<void> {
  const day = date(now.toISOString())
  const who = createHash('sha256')
    .update(await saltOf(db, day))
    .update(address)
    .digest('base64url')
    .slice(0, 22)
  await db
    .insert(searchSightings)
    .values({ kind, key: keyOf(term), term, day, who })
    .onConflictDoNothing()
}

/** The salt of a day. Yesterday's is overwritten, so that nobody can tell any more whose address a hash was. */
async function saltOf(db: Db, day: string): Promise<string> {
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
 * Counts the searches of the last 30 days into the terms, and makes terms of words that enough people searched for.
 * What too few did is counted nowhere. Safe to run twice.
 */
export async function countSearches(db: Db, now: Date): Promise<void> {
  const { kind, key, term, day, who } = searchSightings
  const first = date(new Date(now.getTime() - keptDays * 86_400_000).toISOString())
  await db.delete(searchSightings).where(lt(day, first))
  const days = db
    .select({
      ...{ kind, key, day },
      addresses: sql<number>`count(distinct ${who})`.as('addresses'),
      term: sql<string>`min(${term})`.as('shown'),
    })
    .from(searchSightings)
    .groupBy(kind, key, day)
    .as('days')
  const public_ = await db
    .select({
      kind: days.kind,
      key: days.key,
      term: sql<string>`min(${days.term})`,
      searches: sql<number>`sum(${days.addresses})::int`,
    })
    .from(days)
    .groupBy(days.kind, days.key)
    .having(sql`count(*) filter (where ${days.addresses} >= ${fewestAddresses}) >= ${fewestDays}`)
  for (const row of public_) {
    await db
      .insert(searchTerms)
      .values({ ...row, ...soundOf(row.term), hits: 0 })
      .onConflictDoUpdate({ target: [searchTerms.kind, searchTerms.key], set: { searches: row.searches } })
  }
  const seen = db
    .select({ key })
    .from(searchSightings)
    .where(and(eq(kind, searchTerms.kind), eq(key, searchTerms.key)))
  await db
    .update(searchTerms)
    .set({ searches: 0 })
    .where(and(gt(searchTerms.searches, 0), notExists(seen)))
}
