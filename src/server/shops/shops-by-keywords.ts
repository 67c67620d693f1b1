import { and, arrayContains, desc, eq, like, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { shopsCalls, ListingBrief } from '../../contract/shops/shops.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { maxShopsListed } from '../../domain/catalogue/list-query.ts'
import { shortProvince } from '../../domain/catalogue/region.ts'
import type { Context, Handler } from '../handler.ts'
import { countMatchingShops } from './matching-shops.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'
import { keywordRank } from '../search/keyword-rank.ts'
import { searchHelpFor } from '../search/search-help.ts'
import { shopMatchCondition } from '../search/shop-match.ts'
import { cachedReads } from '../cached-reads.ts'
import { regionNames } from '../reference/region-names.ts'
import { districtNames } from '../platform/district-names.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import type { PriceType } from '../../domain/catalogue/listing.ts'

/** The newest listings of several shops, limited per shop, in one query. */
async function newestListings(
  db: Db,
  shopIds: readonly number[],
  limit: number,
): Promise<ReadonlyMap<number, ListingBrief[]>> {
  if (shopIds.length === 0) return new Map()
  const newest = (
    t: typeof services | typeof products,
    kind: ListingBrief['kind'],
    ref: typeof services.id | typeof products.productNo,
  ) => sql`
    (select ${kind}::text as kind, ${ref}::text as ref, ${t.title} as title, ${t.priceType} as price_type,
      ${t.price} as price, ${t.highPrice} as high_price, ${t.publishedAt} as published_at
    from ${t} where ${t.shopId} = shop.id and ${t.status} = 'published'
    order by ${t.publishedAt} desc, ${t.id} desc limit ${limit})`
  const rows = await db
    .select({
      shopId: sql<number>`shop_id`,
      kind: sql<ListingBrief['kind']>`kind`,
      ref: sql<string>`ref`,
      title: sql<string>`title`,
      priceType: sql<PriceType>`price_type`,
      price: sql<string | number | null>`price`,
      highPrice: sql<string | number | null>`high_price`,
    })
    .from(
      sql`(select shop.id as shop_id, listed.* from unnest(array[${sql.join([...shopIds], sql`, `)}]::int[]) as shop(id)
      cross join lateral (${newest(services, 'service', services.id)} union all ${newest(products, 'product', products.productNo)}
      order by published_at desc limit ${limit}) as listed) as newest`,
    )
  const fen = (value: string | number | null) => (value === null ? null : Number(value))
  const briefs = rows.map(({ shopId, price, highPrice, ...rest }) => ({
    shopId,
    brief: { ...rest, price: fen(price), highPrice: fen(highPrice) },
  }))
  const byShop = Map.groupBy(briefs, ({ shopId }) => shopId)
  return new Map([...byShop].map(([shopId, all]) => [shopId, all.map(({ brief }) => brief)]))
}

type Input = z.output<typeof shopsCalls.shopsByKeywords.input>
type Option = { readonly value: string; readonly label: string; readonly count: number }

const sortOrders: Record<Input['sort'], SQL[]> = {
  default: [sql`(${companies.certification} = 'approved') desc`, desc(shops.followCount), desc(shops.id)],
  services: [desc(shops.serviceCount), desc(shops.id)],
  products: [desc(shops.productCount), desc(shops.id)],
  follows: [desc(shops.followCount), desc(shops.id)],
  new: [desc(shops.id)],
}

/** Shops by name, company, category and certificate: rows in one query, total and facets in another. */
export const shopsByKeywords: Handler<typeof shopsCalls.shopsByKeywords> = async (input, context) => {
  const { db } = context
  const { sort, current, pageSize, ...filter } = input
  const conditions = conditionsOf(filter)
  const { total, districts, tags } = await cachedShopCounts(context, JSON.stringify(filter), () =>
    countShops(conditions, context),
  )
  const offset = (current - 1) * pageSize
  if (offset >= Math.min(total, maxShopsListed)) {
    const find = (keyword: string) => countMatchingShops(db, keyword, maxShopsListed)
    const suggestion = total === 0 ? await searchHelpFor(db, 'supplier', input.keyword, find) : null
    return { total, data: [], districts, tags, suggestion }
  }
  const best =
    sort === 'default' && input.keyword !== '' ? keywordRank(input.keyword, shops.tokens, shops.name) : undefined
  const rows = await db
    .select(shopRowColumns)
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(conditions.base, conditions.district, conditions.tags))
    .orderBy(...(best === undefined ? [] : [best]), ...sortOrders[sort])
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
    base: and(isOpen(), shopMatchCondition(keyword), certified ? eq(companies.certification, 'approved') : undefined),
    district: prefix === undefined ? undefined : like(companies.districtCode, `${prefix}%`),
    tags: tags.length === 0 ? undefined : arrayContains(shops.tags, tags),
  }
}

interface ShopCounts {
  readonly total: number
  readonly districts: Option[]
  readonly tags: Option[]
}
const cachedShopCounts = cachedReads<ShopCounts>()

async function countShops(
  { base, district, tags }: ReturnType<typeof conditionsOf>,
  { db }: Pick<Context, 'db'>,
): Promise<ShopCounts> {
  const orTrue = (condition: SQL | undefined) => condition ?? sql`true`
  const rows = await db.select({ facet: sql<string>`facet`, value: sql<string>`value`, count: sql<number>`count::int` })
    .from(sql`(with base as materialized (
      select ${shops.tags} as tags, left(${companies.districtCode}, 2) as province, ${orTrue(district)} as d, ${orTrue(tags)} as t
      from ${shops} join ${companies} on ${companies.id} = ${shops.companyId} where ${orTrue(base)} limit ${maxShopsListed})
      select 'all' as facet, '' as value, count(*) as count from base where d and t
      union all select 'district', province, count(*) from base where t group by province
      union all select 'tag', tag, count(*) from base, unnest(tags) as tag where d and t group by tag) as facets`)
  const places = await districtNames(db)
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
