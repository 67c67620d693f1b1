import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { shops } from '../../../db/tables/shops.ts'

/** Tag of the pages of a company's shop; null where it has none. */
export async function shopTagOf(db: Db, companyId: number): Promise<string | null> {
  const [shop] = await db.select({ id: shops.id }).from(shops).where(eq(shops.companyId, companyId))
  return shop === undefined ? null : `shop:${shop.id}`
}
