import { sql } from 'drizzle-orm'
import type { cartCalls } from '../../../contract/orders/cart.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { cartItems } from '../../../db/tables/cart.ts'
import type { Handler } from '../../handler.ts'
import { cartOf, countCart, type CartEntry } from './own-cart.ts'

type Change = Parameters<Handler<typeof cartCalls.cartSave>>[0]['items'][number]

/** Changes of several items, all or none, in one write. */
export const cartSave: Handler<typeof cartCalls.cartSave> = async ({ items }, { caller, db }) =>
  db.transaction(async (tx) => {
    const ids = items.map(({ cartId }) => cartId)
    const entries = new Map((await cartOf(tx, caller, ids)).map((entry) => [entry.row.id, entry]))
    for (const change of items) {
      const entry = entries.get(change.cartId)
      if (entry === undefined) throw new CallFailed('notFound')
      refuseImpossible(entry, change)
    }
    // Only what is named is written: another tab may be changing the rest.
    const values = items.map(
      ({ cartId, quantity = null, isChosen = null, agreedPrice = null }) =>
        sql`(${cartId}::int, ${quantity}::int, ${isChosen}::boolean, ${agreedPrice}::bigint)`,
    )
    await tx.execute(sql`
      update ${cartItems} as mine set
        quantity = coalesce(said.quantity, mine.quantity),
        is_chosen = coalesce(said.is_chosen, mine.is_chosen),
        seen_price = coalesce(said.seen_price, mine.seen_price),
        updated_at = now()
      from (values ${sql.join(values, sql`, `)}) as said (id, quantity, is_chosen, seen_price)
      where mine.id = said.id and mine.user_id = ${caller.userId} and mine.company_id = ${caller.companyId}`)
    return { count: await countCart(tx, caller) }
  })

/** More than there is, or less than is sold, is refused with what there is; a price that is no longer so with the price now. */
function refuseImpossible({ row, thing }: CartEntry, { quantity = row.quantity, agreedPrice }: Change): void {
  if (quantity !== row.quantity && thing !== null) {
    if (thing.stock !== null && quantity > thing.stock) throw new CallFailed('stockShort', { stock: thing.stock })
    if (quantity < thing.minOrder) throw new CallFailed('belowMinimum', { minOrder: thing.minOrder })
  }
  if (agreedPrice !== undefined && agreedPrice !== thing?.price) {
    throw new CallFailed('conflict', { price: thing?.price ?? null })
  }
}
