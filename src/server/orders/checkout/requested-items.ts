import { and, asc, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { checkoutCalls } from '../../../contract/orders/checkout.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { cartFault, type CartFault } from '../../../domain/orders/cart-items.ts'
import type { Member } from '../../handler.ts'
import { ownCartItems } from '../cart/cart-entries.ts'
import { purchasableKey, loadPurchasables, type Purchasable, type PurchasableRef } from '../purchasables.ts'

type ConfirmRequest = z.output<typeof checkoutCalls.orderConfirm.input>

/** One item to order, with its current purchasable. */
export interface RequestedItem {
  /** null = bought directly. */
  readonly cartId: number | null
  readonly quantity: number
  /** Unit price the caller accepted; fen. */
  readonly seenPrice: number
  /** The price is fixed, or `fault` is priceOpen. */
  readonly thing: Purchasable
  readonly fault: CartFault | null
}

/**
 * Requested items from the database. `lock` locks the cart rows until the transaction ends, so that the second of two
 * submits of one cart finds it empty, and the companies of the shops. Throws notFound for cart items that are not the caller's,
 * ownListing, gone, specMissing.
 */
export async function loadRequestedItems(
  tx: Db,
  caller: Member,
  request: ConfirmRequest,
  lock = false,
): Promise<RequestedItem[]> {
  const wanted =
    request.direct === undefined
      ? await loadFromCart(tx, caller, request.cartIds ?? [], lock)
      : [{ ...request.direct, cartId: null, seenPrice: null }]
  const things = await loadPurchasables(tx, wanted, lock)
  return wanted.map((each) => {
    const thing = things.get(purchasableKey(each))
    if (thing === undefined) throw new CallFailed(isSpecMissing(each) ? 'specMissing' : 'gone')
    if (thing.shop.orgId === caller.companyId) throw new CallFailed('ownListing')
    const { cartId } = each
    const quantity = each.quantity ?? thing.minOrder
    const seenPrice = each.seenPrice ?? thing.price ?? 0
    return { cartId, quantity, seenPrice, thing, fault: cartFault({ quantity, seenPrice }, thing) }
  })
}

/** A product reference without a specification. */
const isSpecMissing = ({ kind, specId }: PurchasableRef) => kind === 'product' && specId === null

interface RequestedEntry extends PurchasableRef {
  readonly cartId: number | null
  /** null = the minimum order. */
  readonly quantity: number | null
  /** null = the current price. */
  readonly seenPrice: number | null
}

async function loadFromCart(
  tx: Db,
  caller: Member,
  cartIds: readonly number[],
  lock: boolean,
): Promise<RequestedEntry[]> {
  const ids = [...new Set(cartIds)]
  const query = tx
    .select()
    .from(cartItems)
    .where(and(ownCartItems(caller), inArray(cartItems.id, ids)))
    .orderBy(asc(cartItems.id))
  const rows = await (lock ? query.for('update') : query)
  if (rows.length < ids.length) throw new CallFailed('notFound')
  return rows.map(({ id, kind, listingId, specId, quantity, seenPrice }) => ({
    cartId: id,
    kind,
    listingId,
    specId,
    quantity,
    seenPrice,
  }))
}

/** Deletes ordered items from the cart. */
export async function removeFromCart(tx: Db, wanted: readonly RequestedItem[]): Promise<void> {
  const ids = wanted.flatMap(({ cartId }) => cartId ?? [])
  if (ids.length > 0) await tx.delete(cartItems).where(inArray(cartItems.id, ids))
}

/** Quantities by specification, for stock. */
export const toSpecQuantities = (wanted: readonly RequestedItem[]) =>
  wanted.flatMap(({ thing: { specId, stock }, quantity }) =>
    specId === null || stock === null ? [] : [{ specId, quantity }],
  )
