import { eq, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../open.ts'
import { products, services } from '../tables/catalogue.ts'
import { categories } from '../tables/reference.ts'
import type { BulkShop } from './bulk-suppliers.ts'
import { drugForms, goodsEnds, serviceEnds } from './data/bulk-words.ts'
import { compounds } from './data/compounds.ts'
import { batches } from './rows.ts'

/** What names are put together from, by the numbers of the pieces in the table `bulk_pieces`. */
export interface Pieces {
  /** Ids of the demo's listings that the others are made after. */
  readonly services: readonly number[]
  readonly products: readonly number[]
  /** Compound and form, put before the name of a service. */
  readonly fronts: readonly number[]
  readonly serviceBacks: readonly number[]
  readonly goodsBacks: readonly number[]
  readonly names: ReadonlyMap<string, number>
}

/** Number of the piece that is nothing. */
const nothing = 0

/**
 * Cuts every piece once, so that a million names need no million cuts: pieces are divided by spaces, so no word
 * reaches over their ends. What a listing is made after has its own id, services as they are and goods below zero.
 */
export async function bulkPieces(
  tx: Db,
  shops: readonly BulkShop[],
  words: (text: string) => SQL<string>,
): Promise<Pieces> {
  await tx.execute(sql`create table bulk_pieces (id integer primary key, text text not null, words tsvector not null)`)
  const rows: { id: number; text: string; cut: string }[] = [{ id: nothing, text: '', cut: '' }]
  let last = 1_000_000
  const add = (text: string) => {
    last += 1
    rows.push({ id: last, text, cut: text })
    return last
  }
  const bases = {
    service: await basesOf(tx, services),
    product: await basesOf(tx, products),
  }
  for (const { id, cut } of bases.service) rows.push({ id, text: '', cut })
  for (const { id, cut } of bases.product) rows.push({ id: -id, text: '', cut })
  const fronts = compounds.flatMap(({ name }) => drugForms.map((form) => add(`${name}${form}`)))
  const serviceBacks = serviceEnds.map(add)
  const goodsBacks = goodsEnds.map(add)
  const names = new Map(shops.map(({ name }) => [name, add(name)]))
  await batches(rows, 500, (part) => {
    const values = part.map(({ id, text, cut }) => sql`(${id}::int, ${text}, ${words(cut)})`)
    return tx.execute(sql`insert into bulk_pieces values ${sql.join(values, sql`, `)}`)
  })
  await tx.execute(sql`analyze bulk_pieces`)
  return {
    services: bases.service.map(({ id }) => id),
    products: bases.product.map(({ id }) => id),
    ...{ fronts: [...fronts, ...fronts.map(() => nothing)], serviceBacks, goodsBacks, names },
  }
}

const basesOf = (tx: Db, t: typeof services | typeof products) =>
  tx
    .select({ id: t.id, cut: sql<string>`concat_ws(' ', ${t.title}, ${t.summary}, ${categories.name})` })
    .from(t)
    .innerJoin(categories, eq(categories.id, t.categoryId))
    .where(eq(t.status, 'published'))
    .orderBy(t.id)
