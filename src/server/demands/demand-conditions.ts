import { and, isNotNull, sql, type SQL } from 'drizzle-orm'
import type { demandsCalls } from '../../contract/demands/demands.ts'
import { demands } from '../../db/tables/demands.ts'
import { categories, districts } from '../../db/tables/reference.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import { budgetBands, budgetValue } from '../../domain/demands/demand-rules.ts'
import type { Handler } from '../handler.ts'
import { conditionsOf } from './demand-conditions-of.ts'
import { matching } from './match-words.ts'

export const demandConditions: Handler<typeof demandsCalls.demandConditions> = async (filter, { db }) => {
  const { base, category, district, budget } = conditionsOf(filter)
  const found = and(base, await matching(db, filter.keyword, base))
  const facets = sql`(
    ${byCategory(and(found, district, budget))} union all
    ${byDistrict(and(found, category, budget))} union all
    ${byBudget(and(found, category, district))}) as facets (facet, value, count)`
  const rows = await db
    .select({
      facet: sql<'category' | 'district' | 'budget'>`facet`,
      value: sql<string>`value`,
      count: sql<number>`count`,
      categoryName: categories.name,
      provinceName: districts.name,
    })
    .from(facets)
    .leftJoin(categories, sql`facet = 'category' and ${categories.id}::text = value`)
    .leftJoin(districts, sql`facet = 'district' and ${districts.code} = value || '0000'`)
    .orderBy(sql`${categories.sort}`, sql`value`)
  const of = (facet: string) => rows.filter((row) => row.facet === facet && row.count > 0)
  return {
    categories: of('category').map(({ value, count, categoryName }) => ({
      value,
      label: categoryName ?? value,
      count,
    })),
    districts: of('district')
      .map(({ value, count, provinceName }) => ({ value, label: shortProvince(provinceName ?? value), count }))
      .toSorted((a, b) => b.count - a.count),
    budgets: budgetBands.map((band) => {
      const value = budgetValue(band)
      return { value, label: band.label, count: of('budget').find((row) => row.value === value)?.count ?? 0 }
    }),
  }
}

/** A facet counts this many demands at most; beyond, its counts are lower bounds. */
const mostCounted = 10_000
const counted = (
  where: SQL | undefined,
) => sql`(select ${demands.categoryPath} as path, ${demands.districtCode} as district,
  ${demands.budget} as budget from ${demands} where ${where} limit ${mostCounted}) as counted`

/** By research stage: the root is the first of a path, the stages are second. */
const byCategory = (where: SQL | undefined) => sql`
  select 'category', path[2]::text, count(*)::int from ${counted(where)} where cardinality(path) > 1 group by 2`

/** By province, as the first two digits of its code. */
const byDistrict = (where: SQL | undefined) => sql`
  select 'district', left(district, 2), count(*)::int
  from ${counted(and(where, isNotNull(demands.districtCode)))} group by 2`

const bands = sql.join(
  budgetBands.map((band) => sql`(${budgetValue(band)}::text, ${band.from ?? 0}::bigint, ${band.to ?? null}::bigint)`),
  sql`, `,
)

/** By band, both ends included: a budget on the border counts in both, as both lead to it. */
const byBudget = (where: SQL | undefined) => sql`
  select 'budget', band.value, count(*)::int from ${counted(and(where, isNotNull(demands.budget)))}
  join (values ${bands}) as band (value, low, high) on budget >= low and (high is null or budget <= high) group by 2`
