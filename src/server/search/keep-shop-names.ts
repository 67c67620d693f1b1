import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { shops } from '../../db/tables/shops.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import type { PageCache } from '../page-cache.ts'
import { keepListingWords } from './keep-words.ts'

/** Listings that are held at once: their sellers wait no longer than this takes. */
const batch = 200
const tables = [
  ['service', services],
  ['product', products],
] as const

/**
 * Has the listings of renamed shops found under the new name. Safe to run twice and in several processes: each writes
 * the same words, and a shop is done only when the name that it has by then has reached all.
 */
export async function keepShopNames(
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
    for (const [kind, table] of tables) await keepAll(db, kind, table, shop.id)
    // Renamed once more meanwhile, it stays due: that save woke the next run.
    await db
      .update(shops)
      .set({ nameDue: null })
      .where(and(eq(shops.id, shop.id), eq(shops.nameDue, shop.nameDue)))
    pages.invalidate(['services', 'products'])
    done = shop.id
  }
}

/** All listings of a shop, in batches that are each written for themselves. */
async function keepAll(db: Db, kind: ListingKind, table: typeof services | typeof products, shopId: number) {
  let last = 0
  for (;;) {
    const ids = await db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: table.id })
        .from(table)
        .where(and(eq(table.shopId, shopId), isNull(table.deletedAt), gt(table.id, last)))
        .orderBy(asc(table.id))
        .limit(batch)
        // Whoever saves one of them right now may have read the old name: these words are written after theirs.
        .for('no key update')
      const found = rows.map(({ id }) => id)
      await keepListingWords(tx, kind, found)
      return found
    })
    last = ids.at(-1) ?? last
    if (ids.length < batch) return
    await setImmediate()
  }
}
