import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { payments } from '../../../db/tables/payments.ts'
import { allocateReceipt } from '../../../domain/orders/allocate.ts'
import { settleBudgets } from '../budgets/book-budget.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentLine } from '../present-order.ts'
import { refundOrder } from '../refunds/refund-order.ts'
import { movePaymentLine, reopenPaymentLine, type PaymentActor } from './move-payment-line.ts'
import type { LockedPayment } from './payment-locks.ts'
import { postReceipt } from './ledger-postings.ts'
import { recordPayment } from './record-payment.ts'
import { notifyReceived, type NotifyContext } from './notify-payment.ts'
import { isLineSubmitted } from '../../../domain/orders/payment-states.ts'
import { isEnded } from '../../../domain/orders/order-states.ts'

interface Receipt {
  /** fen, more than nothing */
  readonly amount: number
  readonly by: PaymentActor
  readonly tradeNo?: string
  readonly at: Date
}

/**
 * Books a receipt: allocates the amount to the lines, confirms fully paid lines and reopens the others. Receipts for
 * ended orders are refunded. Everything must be locked.
 */
export async function receivePayment(
  tx: Db,
  notify: NotifyContext,
  locked: LockedPayment,
  receipt: Receipt,
): Promise<void> {
  const { payment, parts } = locked
  await tx
    .update(payments)
    .set({ status: 'confirmed', received: receipt.amount, confirmedAt: receipt.at, tradeNo: receipt.tradeNo ?? null })
    .where(eq(payments.id, payment.id))
  const shares = allocateReceipt(parts, receipt.amount)
  const received = parts.map(({ orderId }, index) => ({ orderId, amount: shares[index] ?? 0 }))
  const facts = { tradeNo: receipt.tradeNo ?? null, paidAt: receipt.at.toISOString() }
  await recordPayment(tx, payment, received, { event: 'receive', by: receipt.by, facts })
  const sums = new Map<number, { received: number; over: number }>()
  for (const [index, part] of parts.entries()) {
    const amount = shares[index] ?? 0
    const order = locked.orders.find(({ id }) => id === part.orderId)
    const line = locked.lines.get(part.lineId)
    if (order === undefined || line === undefined) throw new Error(`Part ${part.id} is not locked`)
    const paid = amount === 0 ? line : await postReceipt(tx, { order, line, part, method: payment.method, amount })
    await settleLine(tx, paid, receipt.by)
    const sum = sums.get(order.id) ?? { received: 0, over: 0 }
    const over = Math.max(0, paid.paid - Math.max(line.amount, line.paid))
    sums.set(order.id, { received: sum.received + amount, over: sum.over + over })
  }
  for (const [orderId, sum] of sums) {
    const order = locked.orders.find(({ id }) => id === orderId)
    if (order !== undefined && sum.received > 0) await settleOrder(tx, notify, order, sum)
  }
  await settleBudgets(tx, notify, locked.orders, {
    source: 'payment',
    sourceId: payment.id,
    event: 'spend',
    userId: null,
  })
}

/** Updates the status of a line after a receipt. */
async function settleLine(tx: Db, line: PaymentLine, by: PaymentActor): Promise<void> {
  if (line.paid >= line.amount) await movePaymentLine(tx, line, 'confirm', by)
  else if (isLineSubmitted(line.status)) await reopenPaymentLine(tx, line, 'submit', by, '到账不足，余款待付')
}

/** Clears the payment deadline of a paid order; refunds an ended one. */
async function settleOrder(
  tx: Db,
  news: NotifyContext,
  order: Order,
  sum: { received: number; over: number },
): Promise<void> {
  if (order.unpaidUntil !== null) await tx.update(orders).set({ unpaidUntil: null }).where(eq(orders.id, order.id))
  const refunded = isEnded(order.status)
    ? await refundOrder(tx, news, order, {
        amount: 'all',
        reason: '订单已结束，收到的款项退回',
        exceptInTransit: true,
      })
    : 0
  await notifyReceived(tx, news, { order, ...sum, back: refunded })
}
