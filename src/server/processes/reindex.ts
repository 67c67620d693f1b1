import { asc, gt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { messages } from '../../db/tables/chat.ts'
import { demands } from '../../db/tables/demands.ts'
import { shops } from '../../db/tables/shops.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { indexMessages } from '../chat/message-search.ts'
import { indexDemands, indexListings, indexShops, refreshCards } from '../search/index-documents.ts'
import { countTerms } from '../search/terms.ts'

type Ids = readonly number[]
const batch = 500

/** Search documents and cards of listings. */
const reindexListings = (kind: ListingKind) => async (db: Db, ids: Ids) => {
  await indexListings(db, kind, ids)
  await refreshCards(db, kind, ids)
}

const indexedTables = [
  { name: 'shops', table: shops, keep: indexShops },
  { name: 'services', table: services, keep: reindexListings('service') },
  { name: 'products', table: products, keep: reindexListings('product') },
  { name: 'demands', table: demands, keep: indexDemands },
  { name: 'messages', table: messages, keep: indexMessages },
] as const

/**
 * Rebuilds all search documents and search suggestions in independent batches: it can be interrupted and repeated while
 * the site is running. `onProgress` gets the number of rows of each kind.
 */
export async function reindex(
  db: Db,
  onProgress: (name: string, count: number) => void = () => undefined,
): Promise<void> {
  for (const { name, table, keep } of indexedTables) {
    let [last, count] = [0, 0]
    for (;;) {
      const rows = await db
        .select({ id: table.id })
        .from(table)
        .where(gt(table.id, last))
        .orderBy(asc(table.id))
        .limit(batch)
      const ids = rows.map(({ id }) => id)
      const end = ids.at(-1)
      if (end === undefined) break
      await keep(db, ids)
      last = end
      count += ids.length
    }
    onProgress(name, count)
  }
  await countTerms(db)
}
