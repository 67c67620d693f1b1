import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { requestWishedInvoice } from '../invoices/wished-invoice.ts'
import type { Order } from '../lock-order.ts'
import { moveOrder, type OrderMove } from '../order-moved.ts'
import type { OrderContext } from '../tell-order.ts'
import { noWish } from './cancel-wish.ts'

/**
 * Completes an order: the delivery that waits counts as accepted, a wish to cancel is over, and the invoice that was
 * wished for is asked for. What of it is still to be paid stays so.
 */
export async function completeOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  move: Pick<OrderMove, 'actor' | 'by' | 'reason'> & { readonly event: 'accept' | 'complete' },
): Promise<Order> {
  const now = new Date()
  const completed = await moveOrder(tx, order, { ...move, set: { ...noWish, completedAt: now } })
  await tx
    .update(deliveries)
    .set({ verdict: 'accepted', answeredAt: now })
    .where(and(eq(deliveries.orderId, order.id), isNull(deliveries.verdict)))
  await requestWishedInvoice(tx, context, completed)
  return completed
}
