import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { isInForce } from '../shop-more.ts'
import { keepShopWords } from '../../search/keep-words.ts'

/**
 * Writes the tags that a shop may wear today, those of its certificates in force, and what it is found by with them.
 * True when they changed. The shop is locked by the caller.
 */
export async function wearTags(tx: Db, shopId: number): Promise<boolean> {
  const rows = await tx
    .select({ tag: shopQualifications.tag, first: sql<number>`min(${shopQualifications.id})` })
    .from(shopQualifications)
    .where(and(eq(shopQualifications.shopId, shopId), isInForce()))
    .groupBy(shopQualifications.tag)
    .orderBy(asc(sql`min(${shopQualifications.id})`))
  const tags = rows.map(({ tag }) => tag)
  const [shop] = await tx.select({ tags: shops.tags }).from(shops).where(eq(shops.id, shopId))
  if (shop === undefined || shop.tags.join('\n') === tags.join('\n')) return false
  await tx.update(shops).set({ tags }).where(eq(shops.id, shopId))
  await keepShopWords(tx, [shopId])
  return true
}
