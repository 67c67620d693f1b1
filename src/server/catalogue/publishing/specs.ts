import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { insertRows } from '../../../db/insert-rows.ts'
import { products, productSpecs } from '../../../db/tables/catalogue.ts'
import type { SpecForm } from '../../../domain/catalogue/listing-form.ts'

export type SpecRow = Pick<typeof productSpecs.$inferSelect, 'id' | 'productId' | 'name' | 'code' | 'price' | 'stock'>

/**
 * Active specifications of products in their order. With `lock` their rows are locked until the
 * transaction ends, so that a stock update never overwrites a concurrent sale.
 */
export async function readSpecs(
  db: Db,
  productIds: readonly number[],
  lock?: 'lock',
): Promise<ReadonlyMap<number, readonly SpecRow[]>> {
  if (productIds.length === 0) return new Map()
  const { id, productId, name, code, price, stock, sort, removedAt } = productSpecs
  // Locked in id order, as orders do.
  if (lock !== undefined) {
    await db
      .select({ id })
      .from(productSpecs)
      .where(inArray(productId, [...productIds]))
      .orderBy(asc(id))
      .for('no key update')
  }
  const rows = await db
    .select({ id, productId, name, code, price, stock })
    .from(productSpecs)
    .where(and(inArray(productId, [...productIds]), isNull(removedAt)))
    .orderBy(asc(productId), asc(sort), asc(id))
  return Map.groupBy(rows, (row) => row.productId)
}

/**
 * Replaces the specifications of products by those of their forms. Existing ones keep their id, since carts and orders
 * refer to it; those missing in the form are deactivated, not deleted.
 */
export async function writeSpecs(
  tx: Db,
  products: readonly { readonly productId: number; readonly specs: readonly SpecForm[] }[],
  now: Date,
): Promise<void> {
  const before = await readSpecs(
    tx,
    products.map(({ productId }) => productId),
  )
  const kept: (typeof productSpecs.$inferInsert)[] = []
  const added: (typeof productSpecs.$inferInsert)[] = []
  const removed: number[] = []
  for (const { productId, specs } of products) {
    const open = new Set((before.get(productId) ?? []).map(({ id }) => id))
    for (const [sort, { specId, name, code, price, stock }] of specs.entries()) {
      const row = { productId, name, code, price: price ?? 0, stock, sort }
      if (specId !== null && open.delete(specId)) kept.push({ ...row, id: specId })
      else added.push(row)
    }
    removed.push(...open)
  }
  await insertRows(tx, productSpecs, kept, ['name', 'code', 'price', 'stock', 'sort'])
  await insertRows(tx, productSpecs, added)
  if (removed.length > 0) {
    await tx.update(productSpecs).set({ removedAt: now }).where(inArray(productSpecs.id, removed))
  }
}

/** Sets the stock of specifications, independent of pending reviews. */
export async function writeStock(tx: Db, pieces: ReadonlyMap<number, number>): Promise<void> {
  if (pieces.size === 0) return
  const values = sql.join(
    [...pieces].map(([id, stock]) => sql`(${id}::int, ${stock}::int)`),
    sql`, `,
  )
  await tx.execute(
    sql`update ${productSpecs} set stock = typed.stock from (values ${values}) as typed (id, stock)
      where ${productSpecs.id} = typed.id`,
  )
}

/** Specification totals of products for a seller's list. */
export async function specTotals(db: Db, productIds: readonly number[]) {
  const { id, cas, catalogueNo } = products
  const rows = await db
    .select({
      id,
      cas,
      catalogueNo,
      stock: sql<number>`coalesce(sum(${productSpecs.stock}), 0)::float8`,
      specCount: sql<number>`count(${productSpecs.id})::int`,
    })
    .from(products)
    .leftJoin(productSpecs, and(eq(productSpecs.productId, id), isNull(productSpecs.removedAt)))
    .where(inArray(id, [...productIds]))
    .groupBy(id)
  return new Map(
    rows.map(({ id: product, cas: number, catalogueNo: own, ...totals }) => [
      product,
      { ...totals, cas: number ?? '', catalogueNo: own ?? '' },
    ]),
  )
}
