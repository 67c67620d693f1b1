import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { demands } from '../../db/tables/demands.ts'
import { searchKnowledge } from '../../db/tables/search.ts'
import { shops } from '../../db/tables/shops.ts'
import { indexDemands, indexListings, indexShops } from './index-documents.ts'
import { exactToken, queryAll, queryAny, tsqueryOf } from './search-query.ts'
import { loadKnowledge } from './load-knowledge.ts'
import { basicTokens } from './tokenize.ts'

const batchSize = 200

/** Query for documents that contain one of some names; '' for none. */
const namesQuery = (names: readonly string[]): string =>
  tsqueryOf(
    queryAny(
      ...names.map((name) => {
        const tokens = basicTokens(name).filter((token) => token.length > 1 && !/[\s'\\]/.test(token))
        return queryAll(...tokens.map(exactToken))
      }),
    ),
  )

type Indexed = typeof services | typeof products | typeof shops | typeof demands
const indexed: readonly {
  readonly table: Indexed
  readonly index: (db: Db, ids: readonly number[]) => Promise<void>
}[] = [
  { table: services, index: (db, ids) => indexListings(db, 'service', ids) },
  { table: products, index: (db, ids) => indexListings(db, 'product', ids) },
  { table: shops, index: indexShops },
  { table: demands, index: indexDemands },
]

/** Ids of documents that contain one of some names, after an id. */
const idsWith = (db: Db, table: Indexed, query: string, { after, limit }: { after: number; limit: number }) =>
  db
    .select({ id: table.id })
    .from(table)
    .where(and(gt(table.id, after), sql`${table.tokens} @@ ${query}::tsquery`))
    .orderBy(asc(table.id))
    .limit(limit)

/** Writes listings that contain one of some names anew, at most so many of each kind. Returns their number. */
export async function indexListingsWith(db: Db, names: readonly string[], most: number): Promise<number> {
  const query = namesQuery(names)
  if (query === '') return 0
  let count = 0
  for (const { table, index } of indexed.slice(0, 2)) {
    const found = await idsWith(db, table, query, { after: 0, limit: most })
    await index(
      db,
      found.map(({ id }) => id),
    )
    count += found.length
  }
  return count
}

/**
 * Writes the documents that contain names of changed knowledge anew: a document holds the concepts of its words. Safe to
 * run twice; a change made meanwhile stays to be done. Returns whether there was one.
 */
export async function indexKnowledge(db: Db): Promise<boolean> {
  const changed = await db
    .select({ id: searchKnowledge.id, version: searchKnowledge.version, touched: searchKnowledge.touched })
    .from(searchKnowledge)
    .where(sql`${searchKnowledge.touched} <> '{}'`)
    .orderBy(asc(searchKnowledge.id))
  if (changed.length === 0) return false
  await loadKnowledge(db)
  for (const { id, version, touched } of changed) {
    const query = namesQuery(touched)
    for (const { table, index } of query === '' ? [] : indexed) {
      let after = 0
      for (let count = batchSize; count === batchSize;) {
        const found = await idsWith(db, table, query, { after, limit: batchSize })
        const ids = found.map((row) => row.id)
        await db.transaction((tx) => index(tx, ids))
        after = ids.at(-1) ?? after
        count = ids.length
        await setImmediate()
      }
    }
    await db
      .update(searchKnowledge)
      .set({ touched: [] })
      .where(and(eq(searchKnowledge.id, id), eq(searchKnowledge.version, version)))
  }
  return true
}
