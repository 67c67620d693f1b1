import { and, desc, eq, ilike, or, sql, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { favourites as table } from '../../../db/tables/interest.ts'
import { shops } from '../../../db/tables/shops.ts'
import { favouriteChange } from '../../../domain/catalogue/favourite-changes.ts'
import type { ListingPicture, PriceType } from '../../../domain/catalogue/listing.ts'
import { plateName, plateUrl, pricesOf } from '../../catalogue/public.ts'
import type { Handler } from '../../handler.ts'
import { anywhere } from '../../search/anywhere.ts'

type Input = z.output<typeof followsCalls.favourites.input>

/** A column that services and products both have, of the one that was kept. */
const either = <T>(ofService: SQL | object, ofProduct: SQL | object) => sql<T>`coalesce(${ofService}, ${ofProduct})`
const status = either<string>(services.status, products.status)
const priceType = either<PriceType>(services.priceType, products.priceType)
/** bigint arrives as text out of an expression. */
const price = sql`coalesce(${services.price}, ${products.price})`
const isGone = sql`(${status} <> 'published' or coalesce(${services.deletedAt}, ${products.deletedAt}) is not null)`
const nowAsks = sql`case when ${priceType} = 2 then null else ${price} end`
const keptAt = sql`case when ${table.priceType} = 2 then null else ${table.price} end`
const isDown = sql`(not ${isGone} and ${nowAsks} < ${keptAt})`

/** How many of the caller's meet a condition. */
const many = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`

const columns = {
  favouriteId: table.id,
  kind: table.kind,
  listingId: table.listingId,
  productNo: products.productNo,
  title: either<string>(services.title, products.title),
  priceType,
  price: sql<number | null>`${price}::float8`,
  highPrice: sql<number | null>`coalesce(${services.highPrice}, ${products.highPrice})::float8`,
  keptPrice: sql<number | null>`(${keptAt})::float8`,
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

const ofService = and(eq(table.kind, 'service'), eq(services.id, table.listingId))
const ofProduct = and(eq(table.kind, 'product'), eq(products.id, table.listingId))
const itsShop = eq(shops.id, either<number>(services.shopId, products.shopId))

/** What the caller keeps, the last kept first: rows in one read, numbers in another. */
export const favourites: Handler<typeof followsCalls.favourites> = async (input, { caller, db }) => {
  const { current, pageSize } = input
  const own = eq(table.userId, caller.userId)
  const wanted = conditionsOf(input)
  const [counted] = await db
    .select({
      total: many(wanted ?? sql`true`),
      service: many(eq(table.kind, 'service')),
      product: many(eq(table.kind, 'product')),
      down: many(isDown),
      gone: many(isGone),
    })
    .from(table)
    .leftJoin(services, ofService)
    .leftJoin(products, ofProduct)
    .innerJoin(shops, itsShop)
    .where(own)
  const rows = await db
    .select(columns)
    .from(table)
    .leftJoin(services, ofService)
    .leftJoin(products, ofProduct)
    .innerJoin(shops, itsShop)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(own, wanted))
    .orderBy(desc(table.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const data = rows.map(({ pictures, certification, gone, ...row }) => ({
    ...row,
    ...pricesOf(row),
    change: favouriteChange(!gone, row.keptPrice, row.priceType === 2 ? null : row.price),
    figure: plateName(row.figure),
    pictureUrl: pictures[0]?.url ?? plateUrl(plateName(row.figure)),
    certified: certification === 'approved',
    keptAt: row.keptAt.toISOString(),
  }))
  const { total = 0, ...counts } = counted ?? { service: 0, product: 0, down: 0, gone: 0 }
  return { total, counts, data }
}

function conditionsOf({ kind, keyword, changed }: Input): SQL | undefined {
  const part = anywhere(keyword)
  return and(
    kind === undefined ? undefined : eq(table.kind, kind),
    keyword === ''
      ? undefined
      : or(ilike(either<string>(services.title, products.title), part), ilike(shops.name, part)),
    changed === undefined ? undefined : changed === 'gone' ? isGone : isDown,
  )
}
