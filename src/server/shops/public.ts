import { and, desc, eq } from 'drizzle-orm'
import type { ShopRow } from '../../contract/shops/shop-row.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { shops } from '../../db/tables/shops.ts'
import { regionNames } from '../catalogue/public.ts'
import { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'

export { expireQualifications } from './expire-qualifications.ts'
export { holdOpen } from './hold-open.ts'
export { isOpen, presentShop, shopRowColumns } from './shop-rows.ts'
export { countShopsFound, mostSearchedShops } from './found-shops.ts'
export { holidayToday } from './today.ts'
export { keepShopReplies, shopRepliesOf } from './shop-replies.ts'

/** Certified shops that most people follow. */
export async function recommendedShops(db: Db, most: number): Promise<ShopRow[]> {
  const rows = await db
    .select(shopRowColumns)
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(and(isOpen(), eq(companies.certification, 'approved')))
    .orderBy(desc(shops.followCount), desc(shops.id))
    .limit(most)
  const regionOf = await regionNames(db)
  return rows.map((row) => presentShop(row, regionOf))
}
