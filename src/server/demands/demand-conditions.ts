import { and, gte, lte, sql, type SQL } from 'drizzle-orm'
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

/** By research stage: the root is the first of a path, the stages are second. */
const byCategory = (where: SQL | undefined) => sql`
  select 'category', ${demands.categoryPath}[2]::text, count(*)::int from ${demands}
  where ${and(where, sql`cardinality(${demands.categoryPath}) > 1`)} group by 2`

/** By province, as the first two digits of its code. */
const byDistrict = (where: SQL | undefined) => sql`
  select 'district', left(${demands.districtCode}, 2), count(*)::int from ${demands}
  where ${and(where, sql`${demands.districtCode} is not null`)} group by 2`

const byBudget = (where: SQL | undefined) =>
  sql.join(
    budgetBands.map((band) => {
      const within = and(
        where,
        sql`${demands.budget} is not null`,
        band.from === undefined ? undefined : gte(demands.budget, band.from),
        band.to === undefined ? undefined : lte(demands.budget, band.to),
      )
      return sql`select 'budget', ${budgetValue(band)}::text, count(*)::int from ${demands} where ${within}`
    }),
    sql` union all `,
  )
