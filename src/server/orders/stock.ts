import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { products, productSpecs } from '../../db/tables/catalogue.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'

/** Cache tag of pages that count orders. */
export const ordersTag = 'orders'

/** Quantity of a specification. */
export interface SpecQuantity {
  readonly specId: number
  readonly quantity: number
}

/**
 * Takes quantities from the stock, all or none. Specifications are locked by id to avoid deadlocks, and last in the
 * lock order: the caller must take no other lock afterwards. Throws stockShort with `{ specId, stock }` of the first
 * shortage. Returns the cache tags of public pages to invalidate.
 */
export async function takeStock(tx: Db, lines: readonly SpecQuantity[]): Promise<string[]> {
  const wanted = sumBySpec(lines)
  const [only, ...others] = wanted
  if (only === undefined) return []
  if (others.length === 0) return takeStockOfOne(tx, only)
  const stockBySpec = await lockSpecs(tx, wanted)
  for (const { specId, quantity } of wanted) {
    const stock = stockBySpec.get(specId) ?? 0
    if (stock < quantity) throw new CallFailed('stockShort', { specId, stock })
  }
  return addStock(
    tx,
    wanted.map(({ specId, quantity }) => ({ specId, quantity: -quantity })),
  )
}

/** The same for one specification, in one statement. */
async function takeStockOfOne(tx: Db, { specId, quantity }: SpecQuantity): Promise<string[]> {
  const { stock } = productSpecs
  const [row] = await tx
    .update(productSpecs)
    .set({ stock: sql`${stock} - ${quantity}` })
    .from(products)
    .where(and(eq(productSpecs.id, specId), eq(products.id, productSpecs.productId), gte(stock, quantity)))
    .returning({
      productNo: products.productNo,
      turned: sql<boolean>`(${stock} < ${products.minOrder}) <> (${stock} + ${quantity}::int < ${products.minOrder})`,
    })
  if (row !== undefined) return row.turned ? [`product:${row.productNo}`] : []
  const left = (await lockSpecs(tx, [{ specId, quantity }])).get(specId) ?? 0
  throw new CallFailed('stockShort', { specId, stock: left })
}

/**
 * Returns the reserved stock of an order, once even if called in parallel. Removed specifications get it back too,
 * since a seller may restore them. Returns the cache tags of public pages to invalidate.
 */
export async function releaseStock(tx: Db, orderId: number): Promise<string[]> {
  const [released] = await tx
    .update(orders)
    .set({ holdsStock: false })
    .where(and(eq(orders.id, orderId), eq(orders.holdsStock, true)))
    .returning({ id: orders.id })
  if (released === undefined) return []
  const lines = await tx
    .select({ specId: orderLines.specId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  const returned = sumBySpec(lines.flatMap(({ specId, quantity }) => (specId === null ? [] : [{ specId, quantity }])))
  if (returned.length === 0) return []
  await lockSpecs(tx, returned)
  return addStock(tx, returned)
}

/** One entry per specification, ordered by id. */
function sumBySpec(lines: readonly SpecQuantity[]): SpecQuantity[] {
  const sums = new Map<number, number>()
  for (const { specId, quantity } of lines) sums.set(specId, (sums.get(specId) ?? 0) + quantity)
  return [...sums].map(([specId, quantity]) => ({ specId, quantity })).toSorted((a, b) => a.specId - b.specId)
}

/** Locks specifications until the transaction ends and returns the stock of each. */
async function lockSpecs(tx: Db, pieces: readonly SpecQuantity[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .select({ id: productSpecs.id, stock: productSpecs.stock })
    .from(productSpecs)
    .where(
      inArray(
        productSpecs.id,
        pieces.map(({ specId }) => specId),
      ),
    )
    .orderBy(asc(productSpecs.id))
    .for('no key update')
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

/**
 * Adds signed quantities; the database rejects a negative stock. Returns the cache tags of products of which a
 * specification became sold out or available again. Stock below the minimum order counts as sold out.
 */
async function addStock(tx: Db, pieces: readonly SpecQuantity[]): Promise<string[]> {
  const moved = sql.join(
    pieces.map(({ specId, quantity }) => sql`(${specId}::int, ${quantity}::int)`),
    sql`, `,
  )
  const { stock } = productSpecs
  const rows = await tx
    .update(productSpecs)
    .set({ stock: sql`${stock} + moved.pieces` })
    .from(sql`(values ${moved}) as moved (id, pieces) join ${products} on true`)
    .where(and(sql`${productSpecs.id} = moved.id`, eq(products.id, productSpecs.productId)))
    .returning({
      productNo: products.productNo,
      turned: sql<boolean>`(${stock} < ${products.minOrder}) <> (${stock} - moved.pieces < ${products.minOrder})`,
    })
  return [...new Set(rows.filter(({ turned }) => turned).map(({ productNo }) => `product:${productNo}`))]
}
