import { and, arrayOverlaps, desc, eq, like, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { shopsCalls } from '../../contract/shops/shops.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { mostShopsListed } from '../../domain/catalogue/list-query.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import { memory, regionNames } from '../catalogue/public.ts'
import { placeNames } from '../reference/public.ts'
import type { Context, Handler } from '../handler.ts'
import { newestListings } from './shop-listings.ts'
import { countShopsFound } from './found-shops.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'
import { rankOf } from '../search/rank.ts'
import { helpFor } from '../search/help.ts'
import { shopMatching } from '../search/shop-matching.ts'

type Input = z.output<typeof shopsCalls.shopsByKeywords.input>
type Option = { readonly value: string; readonly label: string; readonly count: number }

const orders: Record<Input['sort'], SQL[]> = {
  default: [sql`(${companies.certification} = 'approved') desc`, desc(shops.followCount), desc(shops.id)],
  services: [desc(shops.serviceCount), desc(shops.id)],
  products: [desc(shops.productCount), desc(shops.id)],
  follows: [desc(shops.followCount), desc(shops.id)],
  new: [desc(shops.id)],
}

/** Shops by name, company, field and certificate: the rows in one read, total and facets in another. */
export const shopsByKeywords: Handler<typeof shopsCalls.shopsByKeywords> = async (input, context) => {
  const { db } = context
  const { sort, current, pageSize, ...filter } = input
  const conditions = conditionsOf(filter)
  const { total, districts, tags } = await counted(context, JSON.stringify(filter), () =>
    countShops(conditions, context),
  )
  const offset = (current - 1) * pageSize
  if (offset >= Math.min(total, mostShopsListed)) {
    const find = (keyword: string) => countShopsFound(db, keyword, mostShopsListed)
    const suggestion = total === 0 ? await helpFor(db, 'supplier', input.keyword, find) : null
    return { total, data: [], districts, tags, suggestion }
  }
  const best = sort === 'default' && input.keyword !== '' ? rankOf(input.keyword, shops.words, shops.name) : undefined
  const rows = await db
    .select(shopRowColumns)
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(conditions.base, conditions.district, conditions.tags))
    .orderBy(...(best === undefined ? [] : [best]), ...orders[sort])
    .limit(pageSize)
    .offset(offset)
  const regionOf = await regionNames(db)
  const listings = await newestListings(
    db,
    rows.map(({ shopId }) => shopId),
    3,
  )
  const data = rows.map((row) => ({ ...presentShop(row, regionOf), listings: listings.get(row.shopId) ?? [] }))
  return { total, data, districts, tags, suggestion: null }
}

function conditionsOf({ keyword, districtCode, tags, certified }: Omit<Input, 'sort' | 'current' | 'pageSize'>) {
  const prefix = districtCode?.replace(/^(\d{2})0000$/, '$1').replace(/^(\d{4})00$/, '$1')
  return {
    base: and(isOpen(), shopMatching(keyword), certified ? eq(companies.certification, 'approved') : undefined),
    district: prefix === undefined ? undefined : like(companies.districtCode, `${prefix}%`),
    tags: tags.length === 0 ? undefined : arrayOverlaps(shops.tags, tags),
  }
}

interface Counted {
  readonly total: number
  readonly districts: Option[]
  readonly tags: Option[]
}
const counted = memory<Counted>()

async function countShops(
  { base, district, tags }: ReturnType<typeof conditionsOf>,
  { db }: Pick<Context, 'db'>,
): Promise<Counted> {
  const holds = (condition: SQL | undefined) => condition ?? sql`true`
  const rows = await db.select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(sql`(with base as materialized (
      select ${shops.tags} as tags, left(${companies.districtCode}, 2) as province, ${holds(district)} as d, ${holds(tags)} as t
      from ${shops} join ${companies} on ${companies.id} = ${shops.companyId} where ${holds(base)} limit ${mostShopsListed})
      select 'all' as facet, '' as value, count(*) as count from base where d and t
      union all select 'district', province, count(*) from base where t group by province
      union all select 'tag', tag, count(*) from base, unnest(tags) as tag where d group by tag) as facets`)
  const places = await placeNames(db)
  const of = (facet: string, labelOf: (value: string) => string): Option[] =>
    rows
      .filter((row) => row.facet === facet)
      .map(({ value, count }) => ({ value, count, label: labelOf(value) }))
      .toSorted((a, b) => b.count - a.count)
  return {
    total: rows.find((row) => row.facet === 'all')?.count ?? 0,
    districts: of('district', (value) => shortProvince(places.get(`${value}0000`) ?? value)),
    tags: of('tag', (value) => value).slice(0, 12),
  }
}
