import { and, eq, inArray, or, desc, sql } from 'drizzle-orm'
import type { ShopInfo, shopsCalls } from '../../contract/shops/shops.ts'
import { CallFailed } from '../../contract/failures.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { hiddenCertifications } from '../../domain/accounts/certification.ts'
import { visiblePart } from '../../domain/accounts/visibility.ts'
import type { Context, Handler } from '../handler.ts'
import { holidayToday } from '../shops/today.ts'
import { presentShop, shopRowColumns, matchesShop, type ShopSelector } from '../shops/shop-rows.ts'
import { getReader } from '../accounts/companies/company-reader.ts'
import { regionNames } from '../reference/region-names.ts'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { listingRows } from './listings/listing-rows.ts'
import { productType, serviceType } from './listings/listing-type.ts'

const newestInShop = (t: typeof services | typeof products, shopId: number, limit: number) => sql`
  (select id, row_number() over () as place from (
    select ${t.id} as id from ${t} where ${and(eq(t.shopId, shopId), eq(t.status, 'published'))}
    order by ${desc(t.publishedAt)}, ${desc(t.id)} limit ${limit}) as newest) as page`

/** The newest services on sale of a shop. */
const newestServices = (db: Db, shopId: number, limit: number) =>
  listingRows(db, serviceType, newestInShop(services, shopId, limit))

/** The newest products on sale of a shop. */
const newestProducts = (db: Db, shopId: number, limit: number) =>
  listingRows(db, productType, newestInShop(products, shopId, limit))

const columns = {
  ...shopRowColumns,
  companyName: companies.name,
  companyIntro: companies.intro,
  address: companies.address,
  foundedAt: companies.foundedAt,
  visibility: companies.visibility,
  backdrop: shops.backdrop,
  capabilities: shops.capabilities,
  holidayFrom: shops.holidayFrom,
  holidayUntil: shops.holidayUntil,
  holidayNotice: shops.holidayNotice,
}

/** Contact data visible to a reader. Cached pages are rendered without a reader and show public data only. */
async function infoOf(
  { db, caller }: Pick<Context<'public'>, 'db' | 'caller'>,
  which: ShopSelector,
): Promise<ShopInfo> {
  const [row] = await db
    .select(columns)
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(matchesShop(which))
  if (row === undefined) throw new CallFailed((await wasShop(db, which)) ? 'gone' : 'notFound')
  const { companyName, companyIntro, address, foundedAt, visibility, backdrop, capabilities, ...read } = row
  const { holidayFrom, holidayUntil, holidayNotice, ...rest } = read
  const reader = await getReader(db, caller, row.orgId)
  return {
    ...presentShop(rest, await regionNames(db)),
    companyName,
    companyIntro,
    backdrop,
    capabilities,
    holiday: holidayToday({ holidayFrom, holidayUntil, holidayNotice }),
    address: visiblePart(visibility, 'address', reader, address),
    foundedAt: visiblePart(visibility, 'founded', reader, foundedAt),
    mallServiceListVOs: rest.serviceAccount === 0 ? [] : await newestServices(db, row.shopId, 8),
  }
}

/** Whether the shop exists but is closed. */
async function wasShop(db: Context['db'], { shopId, orgId }: ShopSelector): Promise<boolean> {
  const [closed] = await db
    .select({ id: shops.id })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(
      and(
        or(eq(companies.isSaler, false), inArray(companies.certification, [...hiddenCertifications])),
        shopId === undefined ? undefined : eq(shops.id, shopId),
        orgId === undefined ? undefined : eq(shops.companyId, orgId),
      ),
    )
  return closed !== undefined
}

export const shopInfo: Handler<typeof shopsCalls.shopInfo> = (which, context) => infoOf(context, which)

export const shopHome: Handler<typeof shopsCalls.shopHome> = async (which, context) => {
  const info = await infoOf(context, which)
  return { ...info, products: info.productAccount === 0 ? [] : await newestProducts(context.db, info.shopId, 10) }
}
