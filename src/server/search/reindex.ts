import { asc, gt } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { messages } from '../../db/tables/chat.ts'
import { demands } from '../../db/tables/demands.ts'
import { shops } from '../../db/tables/shops.ts'
import { keepMessageWords } from '../chat/message-words.ts'
import { keepDemandWords, keepListingWords, keepShopWords } from './keep-words.ts'
import { countTerms } from './terms.ts'

type Ids = readonly number[]
const batch = 500

const tables = [
  { name: 'shops', table: shops, keep: keepShopWords },
  { name: 'services', table: services, keep: (db: Db, ids: Ids) => keepListingWords(db, 'service', ids) },
  { name: 'products', table: products, keep: (db: Db, ids: Ids) => keepListingWords(db, 'product', ids) },
  { name: 'demands', table: demands, keep: keepDemandWords },
  { name: 'messages', table: messages, keep: keepMessageWords },
] as const

/**
 * Writes anew what everything is found by and what the search box suggests, in batches, each on its own: it may be broken off and begun again, and the
 * site goes on meanwhile. `said` hears how many of each there were.
 */
export async function reindex(db: Db, said: (name: string, count: number) => void = () => undefined): Promise<void> {
  for (const { name, table, keep } of tables) {
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
    said(name, count)
  }
  await countTerms(db)
}
