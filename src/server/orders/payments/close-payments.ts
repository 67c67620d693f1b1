import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { systemActor, reopenPaymentLine, type PaymentActor } from './move-payment-line.ts'
import { lockPaymentLines, lockPayments, loadPaymentParts, type PaymentRow } from './payment-locks.ts'
import { recordPayment } from './record-payment.ts'
import { isPaymentOpen, isPaymentSubmitted, isLineSubmitted } from '../../../domain/orders/payment-states.ts'

/**
 * Closes open and submitted payment attempts of ended orders and resets their lines. The orders must be locked. Later
 * receipts are booked and refunded.
 */
export async function closePayments(tx: Db, orderIds: readonly number[]): Promise<void> {
  for (const payment of await lockActiveAttempts(tx, 'order', orderIds)) {
    await closeAttempt(tx, payment, systemActor, '订单已结束')
  }
}

/** Locks open and submitted attempts of some orders or lines, by id. */
export async function lockActiveAttempts(
  tx: Db,
  of: 'order' | 'line',
  ids: readonly number[],
): Promise<readonly PaymentRow[]> {
  if (ids.length === 0) return []
  const found = await tx
    .selectDistinct({ id: payments.id })
    .from(payments)
    .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
    .where(
      and(
        inArray(of === 'order' ? paymentParts.orderId : paymentParts.lineId, [...ids]),
        inArray(payments.status, ['open', 'submitted']),
      ),
    )
  const rows = await lockPayments(
    tx,
    found.map(({ id }) => id),
  )
  return rows.filter(({ status }) => isPaymentOpen(status) || isPaymentSubmitted(status))
}

/** Closes an attempt; it and its orders must be locked. */
export async function closeAttempt(tx: Db, payment: PaymentRow, by: PaymentActor, reason: string): Promise<void> {
  await tx.update(payments).set({ status: 'closed' }).where(eq(payments.id, payment.id))
  if (!isPaymentSubmitted(payment.status)) return
  const parts = await loadPaymentParts(tx, payment.id)
  const lines = await lockPaymentLines(
    tx,
    parts.map(({ lineId }) => lineId),
  )
  for (const line of lines.values()) {
    if (isLineSubmitted(line.status)) await reopenPaymentLine(tx, line, 'submit', by, reason)
  }
  await recordPayment(tx, payment, parts, { event: 'close', by, facts: { reason } })
}
