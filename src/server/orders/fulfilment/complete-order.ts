import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { settleBudget } from '../budgets/book-budget.ts'
import { requestOrderInvoice } from '../invoices/create-invoice.ts'
import type { Order } from '../lock-order.ts'
import { moveOrder, type OrderMove } from '../move-order.ts'
import type { OrderContext } from '../notify-order.ts'
import { noCancellationRequest } from './cancellation-request.ts'

/**
 * Completes an order: accepts the pending delivery (those of stages are answered with their stage), clears a cancellation request, and requests the invoice chosen at
 * checkout. Open payments stay payable.
 */
export async function completeOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  move: Pick<OrderMove, 'actor' | 'by' | 'reason' | 'facts'> & { readonly event: 'accept' | 'complete' },
): Promise<Order> {
  const now = new Date()
  const completed = await moveOrder(tx, order, { ...move, set: { ...noCancellationRequest, completedAt: now } })
  await tx
    .update(deliveries)
    .set({ verdict: 'accepted', answeredAt: now })
    .where(and(eq(deliveries.orderId, order.id), isNull(deliveries.milestoneId), isNull(deliveries.verdict)))
  await requestOrderInvoice(tx, context, completed)
  const userId = move.by?.companyId === order.buyerCompanyId ? move.by.userId : null
  await settleBudget(tx, context, completed, { source: 'order', sourceId: order.id, event: 'end', userId })
  return completed
}
