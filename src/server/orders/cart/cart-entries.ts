import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { CartItem } from '../../../contract/orders/cart.ts'
import type { Db } from '../../../db/open.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { cartFault, type CartFault } from '../../../domain/orders/cart-items.ts'
import { lineTotal } from '../../../domain/orders/order-total.ts'
import type { Member } from '../../handler.ts'
import { purchasableKey, loadPurchasables, type Purchasable } from '../purchasables.ts'

export type CartRow = typeof cartItems.$inferSelect

/** Condition for the caller's cart, which belongs to a person within a company. */
export const ownCartItems = ({ userId, companyId }: Pick<Member, 'userId' | 'companyId'>): SQL | undefined =>
  and(eq(cartItems.userId, userId), eq(cartItems.companyId, companyId))

/** A cart row with its current purchasable; null if that was deleted. */
export interface CartEntry {
  readonly row: CartRow
  readonly thing: Purchasable | null
  readonly fault: CartFault | null
}

/** Cart entries, oldest first: at most 120 rows, in three queries. `ids` restricts the result. */
export async function loadCartEntries(db: Db, caller: Member, ids?: readonly number[]): Promise<CartEntry[]> {
  const rows = await db
    .select()
    .from(cartItems)
    .where(and(ownCartItems(caller), ids === undefined ? undefined : inArray(cartItems.id, [...ids])))
    .orderBy(asc(cartItems.id))
  const things = await loadPurchasables(db, rows)
  return rows.map((row) => {
    const thing = things.get(purchasableKey(row)) ?? null
    return { row, thing, fault: cartFault(row, thing) }
  })
}

/** Number of different items in the cart. */
export async function countCartItems(db: Db, caller: Pick<Member, 'userId' | 'companyId'>): Promise<number> {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(cartItems)
    .where(ownCartItems(caller))
  return counted?.count ?? 0
}

/** Cart item as sent to the client, at current prices. `postage` is its share of the shop's postage. */
export function presentCartItem(
  { row, thing }: { readonly row: CartRow; readonly thing: Purchasable },
  postage: number | null,
): CartItem {
  const price = thing.price ?? row.seenPrice
  const { unitPrice, amount } = lineTotal({ ...thing, price, quantity: row.quantity })
  return {
    cartId: row.id,
    kind: row.kind,
    listingId: row.listingId,
    listingNo: thing.listingNo,
    productName: thing.title,
    categoryId: thing.categoryId,
    specId: row.specId,
    specName: thing.specName,
    specText: thing.specText,
    productMainPicUrl: thing.pictureUrl,
    quantity: row.quantity,
    minOrder: thing.minOrder,
    stock: thing.stock,
    unit: thing.unit,
    productPrice: price,
    seenPrice: row.seenPrice,
    discountedPrice: unitPrice,
    productAmount: amount,
    postage,
    downPaymentPercent: thing.downPaymentPercent,
    isChosen: row.isChosen,
    discounts: thing.discounts.map((step) => ({ ...step })),
  }
}
