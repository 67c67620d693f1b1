import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { isInForce } from '../shop-more.ts'
import { keepShopWords } from '../../search/keep-words.ts'

/**
 * Writes the tags that a shop may wear today, those of its certificates in force, and what it is found by with them.
 * What it offers loses the tags that it loses; the caller draws the pages anew. True when they changed. The shop is locked by the caller.
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
  await takeOff(tx, shopId, tags)
  return true
}

/** What the shop offers wears no tag any longer that the shop itself has lost. */
async function takeOff(tx: Db, shopId: number, tags: readonly string[]): Promise<void> {
  const worn = sql`array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb))`
  for (const table of [services, products]) {
    await tx.execute(sql`
      update ${table} set tags = array(select tag from unnest(tags) with ordinality as own (tag, place)
        where tag = any(${worn}) order by place)
      where shop_id = ${shopId} and not tags <@ ${worn}`)
  }
}
