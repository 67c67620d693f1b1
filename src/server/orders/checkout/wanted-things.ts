import { and, asc, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { cartFault, type CartFault } from '../../../domain/orders/cart-items.ts'
import type { Member } from '../../handler.ts'
import { own } from '../cart/own-cart.ts'
import { thingKey, thingsOf, type Thing, type ThingRef } from '../things.ts'

type Asked = z.output<typeof checkoutCalls.orderConfirm.input>

/** One thing that is to be ordered, as it stands now. */
export interface Wanted {
  /** null = bought directly. */
  readonly cartId: number | null
  readonly quantity: number
  /** Price of one that its person agreed to; fen. */
  readonly seenPrice: number
  /** Its price is fixed or `fault` says that it is not. */
  readonly thing: Thing
  readonly fault: CartFault | null
}

/**
 * What is asked for, by the server's own rows. With `hold` the cart's rows are locked until the transaction ends: of
 * two submits of one cart the second finds it emptied. Throws notFound for cart items that are not the caller's,
 * ownListing, gone, specMissing.
 */
export async function wantedThings(tx: Db, caller: Member, asked: Asked, hold = false): Promise<Wanted[]> {
  const wanted =
    asked.direct === undefined
      ? await fromCart(tx, caller, asked.cartIds ?? [], hold)
      : [{ ...asked.direct, cartId: null, seenPrice: null }]
  const things = await thingsOf(tx, wanted)
  return wanted.map((each) => {
    const thing = things.get(thingKey(each))
    if (thing === undefined) throw new CallFailed(isUnclear(each) ? 'specMissing' : 'gone')
    if (thing.shop.orgId === caller.companyId) throw new CallFailed('ownListing')
    const { cartId } = each
    const quantity = each.quantity ?? thing.minOrder
    const seenPrice = each.seenPrice ?? thing.price ?? 0
    return { cartId, quantity, seenPrice, thing, fault: cartFault({ quantity, seenPrice }, thing) }
  })
}

/** Goods in several specifications of which none was named. */
const isUnclear = ({ kind, specId }: ThingRef) => kind === 'product' && specId === null

interface Entry extends ThingRef {
  readonly cartId: number | null
  /** null = the least that is sold. */
  readonly quantity: number | null
  /** null = whatever it costs now. */
  readonly seenPrice: number | null
}

async function fromCart(tx: Db, caller: Member, cartIds: readonly number[], hold: boolean): Promise<Entry[]> {
  const ids = [...new Set(cartIds)]
  const query = tx
    .select()
    .from(cartItems)
    .where(and(own(caller), inArray(cartItems.id, ids)))
    .orderBy(asc(cartItems.id))
  const rows = await (hold ? query.for('update') : query)
  if (rows.length < ids.length) throw new CallFailed('notFound')
  return rows.map(({ id, kind, listingId, specId, quantity, seenPrice }) => ({
    ...{ cartId: id, kind, listingId, specId, quantity, seenPrice },
  }))
}

/** Takes what was ordered out of the cart. */
export async function leaveCart(tx: Db, wanted: readonly Wanted[]): Promise<void> {
  const ids = wanted.flatMap(({ cartId }) => cartId ?? [])
  if (ids.length > 0) await tx.delete(cartItems).where(inArray(cartItems.id, ids))
}

/** How many pieces of which specifications are wanted. */
export const piecesOf = (wanted: readonly Wanted[]) =>
  wanted.flatMap(({ thing: { specId, stock }, quantity }) =>
    specId === null || stock === null ? [] : [{ specId, quantity }],
  )
