import { and, asc, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import type { CallOffRequest } from '../../../domain/orders/agreements/call-off-request.ts'
import { cartFault, type CartFault } from '../../../domain/orders/cart-items.ts'
import type { FrozenOrder } from '../../../domain/orders/requisitions/frozen-request.ts'
import type { Member } from '../../handler.ts'
import { ownCartItems } from '../cart/cart-entries.ts'
import { atAgreedPrice, type CallOffTerms } from '../agreements/call-off.ts'
import { purchasableKey, loadPurchasables, type Purchasable, type PurchasableRef } from '../purchasables.ts'

/** Items to order: of the cart, one bought directly, of a call-off, or those of an approved requisition. */
export interface ItemsRequest {
  readonly cartIds?: readonly number[] | undefined
  readonly direct?: (PurchasableRef & { readonly quantity: number | null }) | undefined
  readonly callOff?: CallOffRequest | undefined
  readonly approved?: FrozenOrder['items'] | undefined
  /** Agreement that an approved order calls off. */
  readonly agreement?: FrozenOrder['agreement'] | undefined
}

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
 * ownListing, gone, specMissing, agreementLineChanged.
 */
export async function loadRequestedItems(
  tx: Db,
  caller: Member,
  request: ItemsRequest,
  terms: CallOffTerms | null,
  lock = false,
): Promise<RequestedItem[]> {
  const wanted = await listWanted(tx, caller, request, terms, lock)
  const things = await loadPurchasables(tx, wanted, lock)
  return wanted.map((each) => {
    const found = things.get(purchasableKey(each))
    const thing = found === undefined || terms === null ? found : atAgreedPrice(found, terms)
    if (thing === undefined) throw new CallFailed(isSpecMissing(each) ? 'specMissing' : 'gone')
    if (thing.shop.orgId === caller.companyId) throw new CallFailed('ownListing')
    const { cartId } = each
    const quantity = each.quantity ?? thing.minOrder
    const seenPrice = each.seenPrice ?? thing.price ?? 0
    return { cartId, quantity, seenPrice, thing, fault: cartFault({ quantity, seenPrice }, thing) }
  })
}

async function listWanted(
  tx: Db,
  caller: Member,
  { approved, callOff, direct, cartIds = [] }: ItemsRequest,
  terms: CallOffTerms | null,
  lock: boolean,
): Promise<RequestedEntry[]> {
  if (approved !== undefined) return approved.map((item) => ({ ...item, cartId: null }))
  if (callOff !== undefined && terms !== null)
    return callOff.items.map(({ line, quantity }) => {
      const agreed = terms.lines[line]
      if (agreed === undefined) throw new CallFailed('agreementChanged')
      const { kind, listingId, specId, unitPrice } = agreed
      return { kind, listingId, specId, quantity, cartId: null, seenPrice: unitPrice }
    })
  return direct === undefined ? loadFromCart(tx, caller, cartIds, lock) : [{ ...direct, cartId: null, seenPrice: null }]
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
