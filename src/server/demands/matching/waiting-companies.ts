import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { demandMatches, demandSubscriptions as table, demands } from '../../../db/tables/demands.ts'
import { queryOf } from '../../search/query.ts'
import { districtPrefix } from '../demand-conditions-of.ts'

type Demand = typeof demands.$inferSelect

/**
 * Companies with a subscription that a demand meets and that were not told of it, by their ids: of several
 * subscriptions the oldest one counts. Of every list of a subscription one entry is enough, an empty one lets pass.
 */
export async function waitingCompanies(
  tx: Db,
  { id, companyId, categoryPath, districtCode, budget }: Demand,
  most: number,
): Promise<{ companyId: number; subscriptionId: number }[]> {
  const words = await wordsMet(tx, id)
  const inCategory = sql`(${table.categoryIds} = '{}' or ${table.categoryIds} && ${list(categoryPath)}::int[])`
  const byWord = sql`(${table.words} = '{}' or ${table.words} && (select array_agg(value) from jsonb_array_elements_text(${JSON.stringify(words)}::text::jsonb) as value))`
  const dear = budget === null ? undefined : sql`(${table.budgetFrom} is null or ${table.budgetFrom} <= ${budget})`
  const told = sql`exists (select 1 from ${demandMatches}
    where ${demandMatches.demandId} = ${id} and ${demandMatches.companyId} = ${table.companyId})`
  const rows = await tx
    .select({ companyId: table.companyId, subscriptionId: sql<number>`min(${table.id})::int` })
    .from(table)
    .innerJoin(companies, eq(companies.id, table.companyId))
    .where(
      and(
        ...[eq(table.isOn, true), eq(companies.isSaler, true), ne(table.companyId, companyId)],
        ...[inCategory, byWord, dear, inDistrict(districtCode), sql`not ${told}`],
      ),
    )
    .groupBy(table.companyId)
    .orderBy(asc(table.companyId))
    .limit(most)
  return rows
}

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

/** Which of the words that anybody waits for a demand has, told by its own words. */
async function wordsMet(tx: Db, demandId: number): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ word: sql<string>`unnest(${table.words})` })
    .from(table)
    .where(eq(table.isOn, true))
  const asked = rows.map(({ word }) => ({ word, query: queryOfWord(word) })).filter(({ query }) => query !== '')
  if (asked.length === 0) return []
  const met = await tx
    .select({ word: sql<string>`asked.word` })
    .from(demands)
    .innerJoin(
      sql`jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) as asked (word text, query text)`,
      sql`${demands.words} @@ asked.query::tsquery`,
    )
    .where(eq(demands.id, demandId))
  return met.map(({ word }) => word)
}
