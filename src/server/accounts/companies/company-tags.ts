import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { shops } from '../../../db/tables/shops.ts'

/** Tags of the public pages that show a company: those of its shop and the lists of shops; none without a shop. */
export async function getCompanyTags(db: Db, companyId: number): Promise<string[]> {
  const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, companyId))
  return shop === undefined ? [] : ['shops', `shop:${shop.id}`]
}
