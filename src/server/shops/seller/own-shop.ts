import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Seller } from '../../handler.ts'

export type Shop = typeof shops.$inferSelect

/** Locks the caller's shop until the transaction ends: its texts, pictures and tags have one writer at a time. */
export async function lockShop(tx: Db, { shopId }: Pick<Seller, 'shopId'>): Promise<Shop> {
  const [shop] = await tx.select().from(shops).where(eq(shops.id, shopId)).for('no key update')
  if (shop === undefined) throw new CallFailed('notFound')
  return shop
}

/** Tags of the pages that show a shop itself. */
export const shopPageTags = (shopId: number): string[] => ['shops', `shop:${shopId}`]
/** Tags of all pages that show a shop, including cards of its listings. */
export const allShopPageTags = (shopId: number): string[] => [...shopPageTags(shopId), 'services', 'products', 'home']
