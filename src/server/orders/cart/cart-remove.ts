import { and, inArray } from 'drizzle-orm'
import type { cartCalls } from '../../../contract/orders/cart.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { isMendable } from '../../../domain/orders/cart-items.ts'
import type { Handler } from '../../handler.ts'
import { cartOf, countCart, own } from './own-cart.ts'

/** Takes some out; ids that are not the caller's remove nothing. */
export const cartDelete: Handler<typeof cartCalls.cartDelete> = async ({ cartIds }, { caller, db }) => {
  await db.delete(cartItems).where(and(own(caller), inArray(cartItems.id, cartIds)))
  return { count: await countCart(db, caller) }
}

/** Empties the cart, or takes out only what can no longer be ordered; a new price or quantity may still be agreed to. */
export const cartClear: Handler<typeof cartCalls.cartClear> = async ({ invalidOnly }, { caller, db }) => {
  if (!invalidOnly) {
    await db.delete(cartItems).where(own(caller))
    return { count: 0 }
  }
  const lost = (await cartOf(db, caller)).filter(({ fault }) => fault !== null && !isMendable(fault))
  const bad = lost.map(({ row }) => row.id)
  if (bad.length > 0) await db.delete(cartItems).where(and(own(caller), inArray(cartItems.id, bad)))
  return { count: await countCart(db, caller) }
}

/** Who belongs to no company has no cart. */
export const cartCount: Handler<typeof cartCalls.cartCount> = async (_input, { caller, db }) =>
  caller.companyId === null
    ? { count: 0 }
    : { count: await countCart(db, { userId: caller.userId, companyId: caller.companyId }) }
