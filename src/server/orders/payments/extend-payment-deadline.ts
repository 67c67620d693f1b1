import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { unpaidHours } from '../../../domain/orders/payment-methods.ts'
import type { Order } from '../lock-order.ts'
import { isAwaitingConfirmation, isOrderConfirmed } from '../../../domain/orders/order-states.ts'
import { maxHeldDays, approvalDays } from '../../../domain/orders/requisitions/approval-rules.ts'

const hour = 3_600_000
const day = 24 * hour

/** What changes the time that is left to pay. */
type DeadlineReason = 'rejected' | 'withdrawn' | 'approval' | 'approved' | 'returned'

type Deadline = Pick<Order, 'createdAt' | 'unpaidUntil'>

/** The deadline from now on, in milliseconds. Approvals hold an order for `maxHeldDays` at most. */
function deadlineOf(reason: DeadlineReason, { createdAt, unpaidUntil }: Deadline, now: number): number {
  const created = createdAt.getTime()
  const current = unpaidUntil?.getTime() ?? now
  const renewed = now + unpaidHours * hour
  const held = created + maxHeldDays * day
  switch (reason) {
    case 'rejected':
      return renewed
    case 'withdrawn':
      return Math.max(created + unpaidHours * hour, now + hour)
    case 'approval':
      return Math.max(current, Math.min(now + approvalDays * day, held))
    case 'approved':
      return Math.max(Math.min(renewed, held), now + hour)
    case 'returned':
      return Math.min(current, renewed)
  }
}

/** Whether an order has a deadline that the reason changes. Accepted orders keep theirs until they are paid. */
const isChanged = (reason: DeadlineReason, { status, unpaidUntil }: Pick<Order, 'status' | 'unpaidUntil'>) =>
  reason === 'rejected' || reason === 'withdrawn'
    ? isAwaitingConfirmation(status)
    : unpaidUntil !== null && (isAwaitingConfirmation(status) || isOrderConfirmed(status))

/**
 * Sets the payment deadline of orders without other payments again, so that their stock is not reserved forever.
 * Rejected payment: the full time again; withdrawn: the remaining time, at least one hour. While a payment waits for
 * approval the order waits too; approved: the full time again; returned: no more than that.
 */
export async function extendPaymentDeadline(tx: Db, of: readonly Order[], reason: DeadlineReason): Promise<void> {
  for (const order of of) {
    const { id, source } = order
    if (source === 'demand' || !isChanged(reason, order)) continue
    const unpaidUntil = new Date(deadlineOf(reason, order, Date.now()))
    const nothingPaid = sql`not exists (select 1 from ${paymentLines}
      where ${paymentLines.orderId} = ${id} and (${paymentLines.paid} > 0 or ${paymentLines.status} = 'submitted'))`
    await tx
      .update(orders)
      .set({ unpaidUntil })
      .where(sql`${eq(orders.id, id)} and ${nothingPaid}`)
  }
}
