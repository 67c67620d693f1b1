import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandMatches, demandSubscriptions as table, demands } from '../../../db/tables/demands.ts'
import { queryOf } from '../../search/query.ts'
import { districtPrefix } from '../demand-conditions-of.ts'

type Demand = typeof demands.$inferSelect

/** Subscriptions read at once: their words are looked for together, and no more of them lie in memory. */
const window = 2_000

interface Part {
  /** Companies up to and with this one were looked at before. */
  readonly after: number
  readonly most: number
}

/**
 * Companies with a subscription that a demand meets and that were not told of it, by their ids: of several
 * subscriptions the oldest one counts. Of every list of a subscription one entry is enough, an empty one lets pass.
 */
export async function waitingCompanies(
  tx: Db,
  { id, companyId, categoryPath, districtCode, budget }: Demand,
  { after, most }: Part,
): Promise<{ companyId: number; subscriptionId: number }[]> {
  const inCategory = sql`(${table.categoryIds} = '{}' or ${table.categoryIds} && ${list(categoryPath)}::int[])`
  const dear = budget === null ? undefined : sql`(${table.budgetFrom} is null or ${table.budgetFrom} <= ${budget})`
  const told = sql`exists (select 1 from ${demandMatches}
    where ${demandMatches.demandId} = ${id} and ${demandMatches.companyId} = ${table.companyId})`
  const found = new Map<number, number>()
  // A company whose subscriptions end one window and begin the next is told by its first that meets.
  for (let [company, subscription] = [after, maxId]; found.size < most;) {
    const rows = await tx
      .select({ id: table.id, companyId: table.companyId, words: table.words })
      .from(table)
      .innerJoin(companies, eq(companies.id, table.companyId))
      .where(
        and(
          ...[
            eq(table.isOn, true),
            eq(companies.isSaler, true),
            ne(companies.certification, 'revoked'),
            ne(table.companyId, companyId),
          ],
          ...[inCategory, dear, inDistrict(districtCode), sql`not ${told}`],
          sql`(${table.companyId}, ${table.id}) > (${company}::int, ${subscription}::int)`,
        ),
      )
      .orderBy(asc(table.companyId), asc(table.id))
      .limit(window)
    const met = await wordsMet(tx, id, new Set(rows.flatMap(({ words }) => words)))
    for (const row of rows) {
      const meets = row.words.length === 0 || row.words.some((word) => met.has(word))
      if (meets && found.size < most && !found.has(row.companyId)) found.set(row.companyId, row.id)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < window) break
    ;[company, subscription] = [last.companyId, last.id]
  }
  return [...found].map(([each, subscriptionId]) => ({ companyId: each, subscriptionId }))
}

/** The largest identity: behind all subscriptions of a company. */
const maxId = 2 ** 31 - 1

const list = (ids: readonly number[]) => `{${ids.join(',')}}`

/** A demand without a wished district meets every supplier; one in a province those of its cities too. */
function inDistrict(code: string | null) {
  if (code === null) return undefined
  const prefix = districtPrefix(code)
  const waited = sql`regexp_replace(waited, '(00){1,2}$', '')`
  return sql`(${table.districtCodes} = '{}' or exists (select 1 from unnest(${table.districtCodes}) as waited
    where starts_with(${prefix}::text, ${waited}) or starts_with(${waited}, ${prefix}::text)))`
}

const mostKept = 20_000
const known = new Map<string, string>()
/** A word as the hall reads it; cutting it takes time, and the same ones come with every demand. */
function queryOfWord(word: string): string {
  const query = known.get(word) ?? queryOf(word).words
  if (known.size >= mostKept) known.clear()
  known.set(word, query)
  return query
}

/** Which of these words a demand has, told by its own words. */
async function wordsMet(tx: Db, demandId: number, words: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const asked = [...words].map((word) => ({ word, query: queryOfWord(word) })).filter(({ query }) => query !== '')
  if (asked.length === 0) return new Set()
  const met = await tx
    .select({ word: sql<string>`asked.word` })
    .from(demands)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) as asked (word text, query text)`,
      sql`${demands.words} @@ asked.query::tsquery`,
    )
    .where(eq(demands.id, demandId))
  return new Set(met.map(({ word }) => word))
}
