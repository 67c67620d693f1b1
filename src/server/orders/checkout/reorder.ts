import { and, asc, eq, sql } from 'drizzle-orm'
import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { orderLines, orders } from '../../../db/tables/orders.ts'
import { mostCartItems, quantityWithin } from '../../../domain/orders/cart-items.ts'
import type { Handler, Member } from '../../handler.ts'
import { countCart } from '../cart/own-cart.ts'
import { thingKey, thingsOf, type Thing } from '../things.ts'

/** Puts what an order held into the cart again, in the quantity it had as far as there is so much. */
export const reorder: Handler<typeof checkoutCalls.reorder> = async ({ orderId }, { caller, db }) => {
  const lines = await linesOf(db, caller.companyId, orderId)
  const refs = lines.flatMap(({ kind, listingId, specId }) =>
    kind === null || listingId === null ? [] : [{ kind, listingId, specId }],
  )
  const things = await thingsOf(db, refs)
  const there = lines.map((line) => ({ name: line.name, again: againOf(line, things, caller) }))
  const wanted = there.flatMap(({ again }) => again ?? [])
  const missing = there.flatMap(({ name, again }) => (again === null ? [name] : []))
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.userId)).for('no key update')
    if (wanted.length > 0) await join(tx, caller, wanted)
    const count = await countCart(tx, caller)
    if (count > mostCartItems) throw new CallFailed('cartFull')
    return { added: wanted.length, missing, count }
  })
}

interface Again {
  readonly thing: Thing
  readonly price: number
  readonly quantity: number
}
type Line = Awaited<ReturnType<typeof linesOf>>[number]

async function linesOf(db: Db, companyId: number, orderId: number) {
  const { kind, listingId, specId, name, quantity } = orderLines
  const lines = await db
    .select({ kind, listingId, specId, name, quantity })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orders.id, orderId), eq(orders.buyerCompanyId, companyId)))
    .orderBy(asc(orderLines.id))
  if (lines.length === 0) throw new CallFailed('notFound')
  return lines
}

/** The thing of a line while it can be bought at a fixed price; null where it cannot. */
function againOf(
  { kind, listingId, specId, quantity: before }: Line,
  things: ReadonlyMap<string, Thing>,
  { companyId }: Member,
): Again | null {
  if (kind === null || listingId === null) return null
  const thing = things.get(thingKey({ kind, listingId, specId }))
  if (thing === undefined || !thing.onSale || !thing.specOnSale || thing.shop.orgId === companyId) return null
  if (thing.priceType !== 0 || thing.price === null) return null
  const quantity = quantityWithin(before, thing)
  return quantity === null ? null : { thing, price: thing.price, quantity }
}

/** What lies there already keeps the greater quantity: pressed twice it is the same. */
async function join(tx: Db, { userId, companyId }: Member, wanted: readonly Again[]): Promise<void> {
  const one = new Map(wanted.map((each) => [thingKey(each.thing), each]))
  const rows = [...one.values()].map(({ thing, price, quantity }) => ({
    ...{ userId, companyId, kind: thing.kind, listingId: thing.listingId, specId: thing.specId },
    ...{ quantity, seenPrice: price },
  }))
  await tx
    .insert(cartItems)
    .values(rows)
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.companyId, cartItems.kind, cartItems.listingId, cartItems.specId],
      set: {
        quantity: sql`greatest(${cartItems.quantity}, excluded.quantity)`,
        ...{ seenPrice: sql`excluded.seen_price`, isChosen: true, updatedAt: new Date() },
      },
    })
}
