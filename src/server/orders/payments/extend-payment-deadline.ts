import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { unpaidHours } from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'
import { isAwaitingConfirmation } from '../../../domain/orders/order-states.ts'

const hour = 3_600_000

/**
 * Sets the payment deadline again after a failed payment of an order without other payments, so that its stock is not
 * reserved forever. Rejected: the full time again; withdrawn: the remaining time, at least one hour.
 */
export async function extendPaymentDeadline(
  tx: Db,
  of: readonly Order[],
  reason: 'rejected' | 'withdrawn',
): Promise<void> {
  for (const { id, source, status, createdAt } of of) {
    if (source === 'demand' || !isAwaitingConfirmation(status)) continue
    const renewed = Date.now() + unpaidHours * hour
    const remaining = Math.max(createdAt.getTime() + unpaidHours * hour, Date.now() + hour)
    const unpaidUntil = new Date(reason === 'rejected' ? renewed : remaining)
    const nothingPaid = sql`not exists (select 1 from ${paymentLines}
      where ${paymentLines.orderId} = ${id} and (${paymentLines.paid} > 0 or ${paymentLines.status} = 'submitted'))`
    await tx
      .update(orders)
      .set({ unpaidUntil })
      .where(sql`${eq(orders.id, id)} and ${nothingPaid}`)
  }
}
