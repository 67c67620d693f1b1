import { and, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { followsCalls } from '../../contract/shops/follows.ts'
import { companies } from '../../db/tables/accounts.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { favourites as table } from '../../db/tables/interest.ts'
import { shops } from '../../db/tables/shops.ts'
import { favouriteChange } from '../../domain/catalogue/favourite-changes.ts'
import type { ListingPicture, PriceType } from '../../domain/catalogue/listing.ts'
import type { Handler } from '../handler.ts'
import { likePattern } from '../search/like-pattern.ts'
import { listingPictureUrl, placeholderImage, presentPrices } from './listings/listing-row.ts'
import { isCertified } from '../../domain/accounts/certification.ts'

type Input = z.output<typeof followsCalls.favourites.input>

/** A column that services and products share, of the favourite listing. */
const either = <T>(ofService: SQL | object, ofProduct: SQL | object) => sql<T>`coalesce(${ofService}, ${ofProduct})`
const status = either<string>(services.status, products.status)
const priceType = either<PriceType>(services.priceType, products.priceType)
/** bigint arrives as text out of an expression. */
const price = sql`coalesce(${services.price}, ${products.price})`
const isGone = sql`(${status} <> 'published' or coalesce(${services.deletedAt}, ${products.deletedAt}) is not null)`
const currentPrice = sql`case when ${priceType} = 2 then null else ${price} end`
const savedPrice = sql`case when ${table.priceType} = 2 then null else ${table.price} end`
const isCheaper = sql`(not ${isGone} and ${currentPrice} < ${savedPrice})`

/** Counts the caller's favourites that meet a condition. */
const countWhere = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`

const columns = {
  favouriteId: table.id,
  kind: table.kind,
  listingId: table.listingId,
  productNo: products.productNo,
  title: either<string>(services.title, products.title),
  priceType,
  price: sql<number | null>`${price}::float8`,
  highPrice: sql<number | null>`coalesce(${services.highPrice}, ${products.highPrice})::float8`,
  keptPrice: sql<number | null>`(${savedPrice})::float8`,
  gone: sql<boolean>`${isGone}`,
  pictures: either<readonly ListingPicture[]>(services.pictures, products.pictures),
  figure: either<string>(services.figure, products.figure),
  categoryId: either<number>(services.categoryId, products.categoryId),
  note: either<string>(services.durationText, products.specText),
  shopId: shops.id,
  orgId: shops.companyId,
  shopName: shops.name,
  certification: companies.certification,
  keptAt: table.createdAt,
}

const joinsService = and(eq(table.kind, 'service'), eq(services.id, table.listingId))
const joinsProduct = and(eq(table.kind, 'product'), eq(products.id, table.listingId))
const joinsShop = eq(shops.id, either<number>(services.shopId, products.shopId))

/** The caller's favourites, newest first: rows in one query, counts in another. */
export const favourites: Handler<typeof followsCalls.favourites> = async (input, { caller, db }) => {
  const { current, pageSize } = input
  const own = eq(table.userId, caller.userId)
  const wanted = conditionsOf(input)
  const [counted] = await db
    .select({
      total: countWhere(wanted ?? sql`true`),
      service: countWhere(eq(table.kind, 'service')),
      product: countWhere(eq(table.kind, 'product')),
      down: countWhere(isCheaper),
      gone: countWhere(isGone),
    })
    .from(table)
    .leftJoin(services, joinsService)
    .leftJoin(products, joinsProduct)
    .innerJoin(shops, joinsShop)
    .where(own)
  const rows = await db
    .select(columns)
    .from(table)
    .leftJoin(services, joinsService)
    .leftJoin(products, joinsProduct)
    .innerJoin(shops, joinsShop)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(own, wanted))
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const data = rows.map(({ pictures, certification, gone, ...row }) => ({
    ...row,
    ...presentPrices(row),
    change: favouriteChange(!gone, row.keptPrice, row.priceType === 2 ? null : row.price),
    figure: placeholderImage(row.figure),
    pictureUrl: listingPictureUrl(pictures[0]?.url, row.figure),
    certified: isCertified(certification),
    keptAt: row.keptAt.toISOString(),
  }))
  const { total = 0, ...counts } = counted ?? { service: 0, product: 0, down: 0, gone: 0 }
  return { total, counts, data }
}

function conditionsOf({ kind, keyword, changed }: Input): SQL | undefined {
  const part = likePattern(keyword)
  return and(
    kind === undefined ? undefined : eq(table.kind, kind),
    keyword === ''
      ? undefined
      : or(ilike(either<string>(services.title, products.title), part), ilike(shops.name, part)),
    changed === undefined ? undefined : changed === 'gone' ? isGone : isCheaper,
  )
}
