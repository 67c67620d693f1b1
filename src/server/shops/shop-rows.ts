import { and, eq, notInArray } from 'drizzle-orm'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { hiddenCertifications, isCertified } from '../../domain/accounts/certification.ts'

/** Condition for open shops, joined with the company; shops of suspended companies, or with a revoked certification, are closed. */
export const isOpen = () =>
  and(eq(companies.isSaler, true), notInArray(companies.certification, [...hiddenCertifications]))

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

/** A selected row in wire field names. */
export function presentShop(
  { certification, districtCode, ...row }: Read,
  regionOf: (code: string) => string,
): ShopRow {
  return { ...row, certified: isCertified(certification), districtName: regionOf(districtCode) }
}

/** A shop by its own id or its company's. */
export interface ShopSelector {
  readonly shopId?: number | undefined
  readonly orgId?: number | undefined
}

/** Condition for the selected open shop; requires a join with its company. */
export const matchesShop = ({ shopId, orgId }: ShopSelector) =>
  and(
    isOpen(),
    shopId === undefined ? undefined : eq(shops.id, shopId),
    orgId === undefined ? undefined : eq(shops.companyId, orgId),
  )
