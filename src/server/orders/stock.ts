import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { products, productSpecs } from '../../db/tables/catalogue.ts'
import { orderLines, orders } from '../../db/tables/orders.ts'

/** Tag of what counts orders. */
export const ordersTag = 'orders'

/** So many pieces of a specification. */
export interface Pieces {
  readonly specId: number
  readonly quantity: number
}

/**
 * Takes pieces out of the stock, all or none. The specifications are locked by their ids, so two orders that want the
 * same goods never wait for each other in a ring. Throws stockShort with `{ specId, stock }` of the first that lacks.
 * Specifications come last in the order of locks: whoever calls takes no other lock afterwards. Answers the tags of
 * public pages that are to be drawn anew.
 */
export async function takeStock(tx: Db, lines: readonly Pieces[]): Promise<string[]> {
  const wanted = together(lines)
  if (wanted.length === 0) return []
  const there = await holdSpecs(tx, wanted)
  for (const { specId, quantity } of wanted) {
    const stock = there.get(specId) ?? 0
    if (stock < quantity) throw new CallFailed('stockShort', { specId, stock })
  }
  return addStock(
    tx,
    wanted.map(({ specId, quantity }) => ({ specId, quantity: -quantity })),
  )
}

/**
 * Gives back what an order holds, once: of parallel ones the first finds it held. Specifications taken off since get
 * theirs back as well, since a seller may put them on again. Answers the tags of public pages that are to be drawn anew.
 */
export async function releaseStock(tx: Db, orderId: number): Promise<string[]> {
  const [held] = await tx
    .update(orders)
    .set({ holdsStock: false })
    .where(and(eq(orders.id, orderId), eq(orders.holdsStock, true)))
    .returning({ id: orders.id })
  if (held === undefined) return []
  const lines = await tx
    .select({ specId: orderLines.specId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
  const back = together(lines.flatMap(({ specId, quantity }) => (specId === null ? [] : [{ specId, quantity }])))
  if (back.length === 0) return []
  await holdSpecs(tx, back)
  return addStock(tx, back)
}

/** One entry a specification, by id. */
function together(lines: readonly Pieces[]): Pieces[] {
  const sums = new Map<number, number>()
  for (const { specId, quantity } of lines) sums.set(specId, (sums.get(specId) ?? 0) + quantity)
  return [...sums].map(([specId, quantity]) => ({ specId, quantity })).toSorted((a, b) => a.specId - b.specId)
}

/** Locks specifications until the transaction ends. Answers the stock of each as it stands once it is locked. */
async function holdSpecs(tx: Db, pieces: readonly Pieces[]): Promise<ReadonlyMap<number, number>> {
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
 * Adds pieces, fewer with a minus; the database refuses a stock below nothing. Answers the tags of goods of which a
 * specification is sold out with it, or to be had again: less than is sold at least is none.
 */
async function addStock(tx: Db, pieces: readonly Pieces[]): Promise<string[]> {
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
