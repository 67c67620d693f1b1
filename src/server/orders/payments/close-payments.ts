import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { bySystem, oweAgain, type By } from './line-steps.ts'
import { lockLines, lockPayments, partsOf, type PaymentRow } from './locks.ts'

/**
 * Closes the attempts to pay orders that have ended, open or waiting for their payee; their lines are owed as before.
 * The orders are locked before. Money that comes all the same is booked and goes back.
 */
export async function closePayments(tx: Db, orderIds: readonly number[]): Promise<void> {
  for (const payment of await livingAttempts(tx, 'order', orderIds)) {
    await closeAttempt(tx, payment, bySystem, '订单已结束')
  }
}

/** Attempts of some orders or lines that may still be paid or judged, locked by id. */
export async function livingAttempts(
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
  return rows.filter(({ status }) => status === 'open' || status === 'submitted')
}

/** Closes one attempt that is locked with its orders. */
export async function closeAttempt(tx: Db, payment: PaymentRow, by: By, reason: string): Promise<void> {
  await tx.update(payments).set({ status: 'closed' }).where(eq(payments.id, payment.id))
  if (payment.status !== 'submitted') return
  const parts = await partsOf(tx, payment.id)
  const lines = await lockLines(
    tx,
    parts.map(({ lineId }) => lineId),
  )
  for (const line of lines.values()) {
    if (line.status === 'submitted') await oweAgain(tx, line, 'submit', by, reason)
  }
}
