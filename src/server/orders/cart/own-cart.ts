import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { CartItem } from '../../../contract/orders/cart.ts'
import type { Db } from '../../../db/open.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import { cartFault, type CartFault } from '../../../domain/orders/cart-items.ts'
import { lineTotal } from '../../../domain/orders/order-total.ts'
import type { Member } from '../../handler.ts'
import { thingKey, thingsOf, type Thing } from '../things.ts'

export type CartRow = typeof cartItems.$inferSelect

/** The caller's own cart: theirs, within their company. Leaving a company leaves its cart behind. */
export const own = ({ userId, companyId }: Pick<Member, 'userId' | 'companyId'>): SQL | undefined =>
  and(eq(cartItems.userId, userId), eq(cartItems.companyId, companyId))

/** A row of the cart with what stands behind it now; null where that is gone for good. */
export interface CartEntry {
  readonly row: CartRow
  readonly thing: Thing | null
  readonly fault: CartFault | null
}

/** The whole cart, oldest first: at most 120 rows, in three reads. With `ids` only those of it. */
export async function cartOf(db: Db, caller: Member, ids?: readonly number[]): Promise<CartEntry[]> {
  const rows = await db
    .select()
    .from(cartItems)
    .where(and(own(caller), ids === undefined ? undefined : inArray(cartItems.id, [...ids])))
    .orderBy(asc(cartItems.id))
  const things = await thingsOf(db, rows)
  return rows.map((row) => {
    const thing = things.get(thingKey(row)) ?? null
    return { row, thing, fault: cartFault(row, thing) }
  })
}

/** How many different things lie in the cart. */
export async function countCart(db: Db, caller: Pick<Member, 'userId' | 'companyId'>): Promise<number> {
  const [counted] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(cartItems)
    .where(own(caller))
  return counted?.count ?? 0
}

/** A cart item on the wire, at the prices of now. */
export function presentItem({ row, thing }: { readonly row: CartRow; readonly thing: Thing }): CartItem {
  const price = thing.price ?? row.seenPrice
  const { unitPrice, amount } = lineTotal({ ...thing, price, quantity: row.quantity })
  return {
    ...{ cartId: row.id, kind: row.kind, listingId: row.listingId, listingNo: thing.listingNo, title: thing.title },
    categoryId: thing.categoryId,
    ...{ specId: row.specId, specName: thing.specName, specText: thing.specText, pictureUrl: thing.pictureUrl },
    ...{ quantity: row.quantity, minOrder: thing.minOrder, stock: thing.stock, unit: thing.unit },
    ...{ price, seenPrice: row.seenPrice, unitPrice, amount },
    ...{ downPaymentPercent: thing.downPaymentPercent, isChosen: row.isChosen },
    discounts: thing.discounts.map((step) => ({ ...step })),
  }
}
