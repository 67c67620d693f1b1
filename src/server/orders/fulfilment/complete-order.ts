import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { requestOrderInvoice } from '../invoices/create-invoice.ts'
import type { Order } from '../lock-order.ts'
import { moveOrder, type OrderMove } from '../move-order.ts'
import type { OrderContext } from '../notify-order.ts'
import { noCancellationRequest } from './cancellation-request.ts'

/**
 * Completes an order: accepts the pending delivery, clears a cancellation request, and requests the invoice chosen at
 * checkout. Open payments stay payable.
 */
export async function completeOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  move: Pick<OrderMove, 'actor' | 'by' | 'reason'> & { readonly event: 'accept' | 'complete' },
): Promise<Order> {
  const now = new Date()
  const completed = await moveOrder(tx, order, { ...move, set: { ...noCancellationRequest, completedAt: now } })
  await tx
    .update(deliveries)
    .set({ verdict: 'accepted', answeredAt: now })
    .where(and(eq(deliveries.orderId, order.id), isNull(deliveries.verdict)))
  await requestOrderInvoice(tx, context, completed)
  return completed
}
