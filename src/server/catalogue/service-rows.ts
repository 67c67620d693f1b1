import { eq, sql, type SQL } from 'drizzle-orm'
import type { ServiceRow } from '../../contract/catalogue/services.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import { mainPicture, plateName, plateUrl, pricesOf, shopColumns } from './listing-row.ts'
import { regionNames } from './places.ts'

/** Columns of a service in a list. */
export const serviceColumns = {
  serviceId: services.id,
  serviceNo: services.serviceNo,
  serviceName: services.title,
  priceType: services.priceType,
  price: services.price,
  highPrice: services.highPrice,
  figure: services.figure,
  picture: mainPicture(services),
  tags: services.tags,
  durationText: services.durationText,
  categoryId: services.categoryId,
  districtCode: services.districtCode,
  ...shopColumns,
}
type Nullable = 'price' | 'highPrice'
type Read = { readonly picture: string | null } & {
  [K in Exclude<keyof typeof serviceColumns, 'picture'>]:
    (typeof serviceColumns)[K]['_']['data'] | (K extends Nullable ? null : never)
}

/** A read row in the names of the wire. */
export function presentService(row: Read, regionOf: (code: string) => string): ServiceRow {
  const { priceType, districtCode, certification, picture, ...rest } = row
  const { price, highPrice } = pricesOf(row)
  const figure = plateName(row.figure)
  return {
    ...rest,
    figure,
    servicePriceType: priceType,
    servicePrice: price,
    serviceHighPrice: highPrice,
    serviceMainPicUrl: picture ?? plateUrl(figure),
    certified: certification === 'approved',
    districtName: regionOf(districtCode),
  }
}

/** The services of a `page (id, place)` in its order, with shop, company and place, in one read. */
export async function serviceRows(db: Db, page: SQL): Promise<ServiceRow[]> {
  const rows = await db
    .select(serviceColumns)
    .from(services)
    .innerJoin(page, sql`page.id = ${services.id}`)
    .innerJoin(shops, eq(shops.id, services.shopId))
    .innerJoin(companies, eq(companies.id, services.companyId))
    .orderBy(sql`page.place`)
  const regionOf = await regionNames(db)
  return rows.map((row) => presentService(row, regionOf))
}
