import { sql } from 'drizzle-orm'
import type { ListingBrief } from '../../contract/shops/shops.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import type { PriceType } from '../../domain/catalogue/listing.ts'

/** The newest listings of several shops, so many of each at most, in one read. */
export async function newestListings(
  db: Db,
  shopIds: readonly number[],
  most: number,
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
    order by ${t.publishedAt} desc, ${t.id} desc limit ${most})`
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
      order by published_at desc limit ${most}) as listed) as newest`,
    )
  const fen = (value: string | number | null) => (value === null ? null : Number(value))
  const briefs = rows.map(({ shopId, price, highPrice, ...rest }) => ({
    shopId,
    brief: { ...rest, price: fen(price), highPrice: fen(highPrice) },
  }))
  const byShop = Map.groupBy(briefs, ({ shopId }) => shopId)
  return new Map([...byShop].map(([shopId, all]) => [shopId, all.map(({ brief }) => brief)]))
}
