import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { isInForce } from '../shop-more.ts'
import { keepListingWords, keepShopWords } from '../../search/keep-words.ts'

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

/** Listings whose words are written anew at once. */
const batch = 500

/** What the shop offers, and what waits to be offered, wears no tag any longer that the shop itself has lost. */
async function takeOff(tx: Db, shopId: number, tags: readonly string[]): Promise<void> {
  const worn = sql`array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb))`
  for (const [kind, t] of [
    ['service', services],
    ['product', products],
  ] as const) {
    const rows = await tx
      .update(t)
      .set({
        tags: sql`array(select tag from unnest(${t.tags}) with ordinality as own (tag, place)
          where tag = any(${worn}) order by place)`,
      })
      .where(and(eq(t.shopId, shopId), sql`not ${t.tags} <@ ${worn}`))
      .returning({ id: t.id })
    const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    for (let at = 0; at < ids.length; at += batch) await keepListingWords(tx, kind, ids.slice(at, at + batch))
    const mine = tx.select({ id: t.id }).from(t).where(eq(t.shopId, shopId))
    const chosen = sql`jsonb_array_elements_text(${listingChanges.form} -> 'tags')`
    await tx
      .update(listingChanges)
      .set({
        form: sql`jsonb_set(${listingChanges.form}, '{tags}', (select coalesce(jsonb_agg(tag order by place), '[]'::jsonb)
          from ${chosen} with ordinality as own (tag, place) where tag = any(${worn})))`,
      })
      .where(
        and(
          ...[eq(listingChanges.kind, kind), inArray(listingChanges.listingId, mine)],
          sql`exists (select 1 from ${chosen} as own (tag) where tag <> all(${worn}))`,
        ),
      )
  }
}
