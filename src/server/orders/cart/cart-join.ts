import { and, eq, sql } from 'drizzle-orm'
import type { cartCalls } from '../../../contract/orders/cart.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { users } from '../../../db/tables/accounts.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { mostCartItems, mostOfOne } from '../../../domain/orders/cart-items.ts'
import type { Handler } from '../../handler.ts'
import { thingKey, thingsOf, type Thing, type ThingRef } from '../things.ts'
import { countCart } from './own-cart.ts'

export const cartJoin: Handler<typeof cartCalls.cartJoin> = async ({ kind, listingId, specId, quantity }, context) => {
  const { caller, db } = context
  const thing = await buyable(db, { kind, listingId, specId })
  if (thing.shop.orgId === caller.companyId) throw new CallFailed('ownListing')
  const price = thing.price
  if (price === null) throw new CallFailed('priceOpen')
  return db.transaction(async (tx) => {
    // One person's joins come one after the other: the limit holds, and what is added up is what was there.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, caller.userId)).for('no key update')
    const most = Math.min(thing.stock ?? mostOfOne, mostOfOne)
    const mine = { userId: caller.userId, companyId: caller.companyId, kind, listingId, specId: thing.specId }
    const [joined] = await tx
      .insert(cartItems)
      .values({ ...mine, quantity, seenPrice: price })
      .onConflictDoUpdate({
        target: [cartItems.userId, cartItems.companyId, cartItems.kind, cartItems.listingId, cartItems.specId],
        // Who joins it again has seen the price of now, and means to buy it.
        set: {
          quantity: sql`${cartItems.quantity} + ${quantity}`,
          ...{ seenPrice: price, isChosen: true, updatedAt: new Date() },
        },
      })
      .returning({ cartId: cartItems.id, quantity: cartItems.quantity })
    if (joined === undefined) throw new CallFailed('conflict')
    if (joined.quantity > most)
      throw new CallFailed('stockShort', { stock: most, quantity: joined.quantity - quantity })
    if (joined.quantity < thing.minOrder) throw new CallFailed('belowMinimum', { minOrder: thing.minOrder })
    const count = await countCart(tx, caller)
    if (count > mostCartItems) throw new CallFailed('cartFull')
    return { ...joined, count }
  })
}

/** The thing that is meant, while it can be bought at a fixed price. */
async function buyable(db: Db, ref: ThingRef): Promise<Thing> {
  const thing = (await thingsOf(db, [ref])).get(thingKey(ref))
  if (thing === undefined) throw new CallFailed(ref.kind === 'product' && ref.specId === null ? 'specMissing' : 'gone')
  if (!thing.onSale || !thing.specOnSale) throw new CallFailed('gone')
  if (thing.priceType !== 0) throw new CallFailed('priceOpen')
  return thing
}

/** How many of a listing lie in the caller's cart, all specifications together. */
export const cartProductNumber: Handler<typeof cartCalls.cartProductNumber> = async (
  { kind, listingId },
  { caller, db },
) => {
  const mine = and(eq(cartItems.userId, caller.userId), eq(cartItems.companyId, caller.companyId))
  const [found] = await db
    .select({ quantity: sql<number>`coalesce(sum(${cartItems.quantity}), 0)::int` })
    .from(cartItems)
    .where(and(mine, eq(cartItems.kind, kind), eq(cartItems.listingId, listingId)))
  return { quantity: found?.quantity ?? 0 }
}
