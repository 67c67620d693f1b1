import { eq } from 'drizzle-orm'
import type { OwnShop, sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { shops } from '../../../db/tables/shops.ts'
import { regionNames } from '../../catalogue/public.ts'
import type { Handler } from '../../handler.ts'

export const sellerShop: Handler<typeof sellerShopCalls.sellerShop> = (_input, { caller, db }) =>
  ownShopOf(db, caller.shopId)

/** A shop as its seller edits it. */
export async function ownShopOf(db: Db, shopId: number): Promise<OwnShop> {
  const [row] = await db
    .select({ shop: shops, company: companies })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, shopId))
  if (row === undefined) throw new CallFailed('notFound')
  const { shop, company } = row
  return {
    ...{ shopId, orgId: company.id, shopName: shop.name, brief: shop.brief, introduction: shop.introduction },
    ...{ shopLogo: shop.logo, logoFileId: fileIdOf(shop.logo), backdrop: shop.backdrop },
    ...{ holidayFrom: shop.holidayFrom ?? '', holidayUntil: shop.holidayUntil ?? '' },
    ...{ holidayNotice: shop.holidayNotice, version: shop.version, companyName: company.name },
    certified: company.certification === 'approved',
    districtName: (await regionNames(db))(company.districtCode),
    foundedAt: company.foundedAt ?? '',
    ...{ tags: shop.tags, capabilities: shop.capabilities },
    ...{ serviceAccount: shop.serviceCount, productAccount: shop.productCount },
  }
}

/** Id of a kept file out of its path /files/{id}/{name}; empty for anything else. */
export const fileIdOf = (url: string): string => /^\/files\/([\w-]{22})\//.exec(url)?.[1] ?? ''
