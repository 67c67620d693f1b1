import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { listingChanges, products, services } from '../../../db/tables/catalogue.ts'
import { shopQualifications, shops } from '../../../db/tables/shops.ts'
import { isQualificationInForce } from '../certificates/in-force.ts'
import { indexListings, indexShops } from '../../search/index-documents.ts'

/**
 * Updates a shop's qualification tags from its certificates in force; lost tags are removed from its listings. The
 * search document is written in any case, since it has the accredited items. Returns whether the tags changed. The
 * caller locks the shop and invalidates pages.
 */
export async function updateShopTags(tx: Db, shopId: number): Promise<boolean> {
  const rows = await tx
    .select({ tag: shopQualifications.tag, first: sql<number>`min(${shopQualifications.id})` })
    .from(shopQualifications)
    .where(and(eq(shopQualifications.shopId, shopId), isQualificationInForce()))
    .groupBy(shopQualifications.tag)
    .orderBy(asc(sql`min(${shopQualifications.id})`))
  const tags = rows.map(({ tag }) => tag)
  const [shop] = await tx.select({ tags: shops.tags }).from(shops).where(eq(shops.id, shopId))
  const isChanged = shop !== undefined && shop.tags.join('\n') !== tags.join('\n')
  if (isChanged) await tx.update(shops).set({ tags }).where(eq(shops.id, shopId))
  await indexShops(tx, [shopId])
  if (!isChanged) return false
  await removeListingTags(tx, shopId, tags)
  return true
}

/** Listings reindexed per batch. */
const batchSize = 500

/** Removes tags that the shop has lost from its listings and pending changes. */
async function removeListingTags(tx: Db, shopId: number, tags: readonly string[]): Promise<void> {
  const validTags = sql`array(select jsonb_array_elements_text(${JSON.stringify(tags)}::text::jsonb))`
  for (const [kind, t] of [
    ['service', services],
    ['product', products],
  ] as const) {
    const rows = await tx
      .update(t)
      .set({
        tags: sql`array(select tag from unnest(${t.tags}) with ordinality as own (tag, place)
          where tag = any(${validTags}) order by place)`,
      })
      .where(and(eq(t.shopId, shopId), sql`not ${t.tags} <@ ${validTags}`))
      .returning({ id: t.id })
    const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b)
    for (let at = 0; at < ids.length; at += batchSize) await indexListings(tx, kind, ids.slice(at, at + batchSize))
    const mine = tx.select({ id: t.id }).from(t).where(eq(t.shopId, shopId))
    const chosen = sql`jsonb_array_elements_text(${listingChanges.form} -> 'tags')`
    await tx
      .update(listingChanges)
      .set({
        form: sql`jsonb_set(${listingChanges.form}, '{tags}', (select coalesce(jsonb_agg(tag order by place), '[]'::jsonb)
          from ${chosen} with ordinality as own (tag, place) where tag = any(${validTags})))`,
      })
      .where(
        and(
          eq(listingChanges.kind, kind),
          inArray(listingChanges.listingId, mine),
          sql`exists (select 1 from ${chosen} as own (tag) where tag <> all(${validTags}))`,
        ),
      )
  }
}
