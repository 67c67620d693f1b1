import { and, eq, ne } from 'drizzle-orm'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'

/** Only shops that are open are shown, their company joined: none whose company's certification was revoked. */
export const isOpen = () => and(eq(companies.isSaler, true), ne(companies.certification, 'revoked'))

/** Columns of a shop in a list, joined with its company. */
export const shopRowColumns = {
  shopId: shops.id,
  orgId: shops.companyId,
  shopName: shops.name,
  shopLogo: shops.logo,
  shopBrief: shops.brief,
  tags: shops.tags,
  certification: companies.certification,
  districtCode: companies.districtCode,
  serviceAccount: shops.serviceCount,
  productAccount: shops.productCount,
  followCount: shops.followCount,
}
type Read = { [K in keyof typeof shopRowColumns]: (typeof shopRowColumns)[K]['_']['data'] }

/** A read row in the names of the wire. */
export function presentShop(
  { certification, districtCode, ...row }: Read,
  regionOf: (code: string) => string,
): ShopRow {
  return { ...row, certified: certification === 'approved', districtName: regionOf(districtCode) }
}
