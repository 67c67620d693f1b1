import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { PageCache } from '../page-cache.ts'
import { indexListings, refreshCards } from './index-documents.ts'

/** Listings locked at once; limits how long their sellers wait. */
const batchSize = 200
const tables = [
  ['service', services],
  ['product', products],
] as const

/**
 * Reindexes the listings of renamed shops under the new name. Safe to run twice and in several processes: each writes
 * the same tokens, and a shop is done only when all its listings have its latest name.
 */
export async function indexRenamedShops(
  db: Db,
  { pages }: { readonly pages: Pick<PageCache, 'invalidate'> },
): Promise<void> {
  let done = 0
  for (;;) {
    const [shop] = await db
      .select({ id: shops.id, nameDue: shops.nameDue })
      .from(shops)
      .where(and(isNotNull(shops.nameDue), gt(shops.id, done)))
      .orderBy(asc(shops.id))
      .limit(1)
    if (shop === undefined || shop.nameDue === null) return
    for (const [kind, table] of tables) await indexShopListings(db, kind, table, shop.id)
    // Renamed again in the meantime, it stays due: that save triggered the next run.
    await db
      .update(shops)
      .set({ nameDue: null })
      .where(and(eq(shops.id, shop.id), eq(shops.nameDue, shop.nameDue)))
    pages.invalidate(['services', 'products'])
    done = shop.id
  }
}

/** All listings of a shop, in batches of one transaction each. */
async function indexShopListings(db: Db, kind: ListingKind, table: typeof services | typeof products, shopId: number) {
  let last = 0
  for (;;) {
    const ids = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.shopId, shopId), isNull(table.deletedAt), gt(table.id, last)))
        .orderBy(asc(table.id))
        .limit(batchSize)
        // A concurrent save may have read the old name; the lock makes this write follow it.
        .for('no key update')
      const found = rows.map(({ id }) => id)
      await indexListings(tx, kind, found)
      await refreshCards(tx, kind, found)
      return found
    })
    last = ids.at(-1) ?? last
    if (ids.length < batchSize) return
    await setImmediate()
  }
}
