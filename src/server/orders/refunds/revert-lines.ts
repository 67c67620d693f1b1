import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, refunds } from '../../../db/tables/payments.ts'
import { pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'
import { movePaymentLine, type PaymentActor } from '../payments/move-payment-line.ts'
import { lockPaymentLines } from '../payments/payment-locks.ts'
import type { RefundRow } from './create-refunds.ts'

/** Moves lines with pending refunds to refund_pending, unless only a surplus is refunded. */
export async function revertLines(
  tx: Db,
  refundRows: readonly Pick<RefundRow, 'partId'>[],
  by: PaymentActor,
): Promise<void> {
  const parts = await tx
    .select({ lineId: paymentParts.lineId })
    .from(paymentParts)
    .where(
      inArray(
        paymentParts.id,
        refundRows.map(({ partId }) => partId),
      ),
    )
  const lines = await lockPaymentLines(
    tx,
    parts.map(({ lineId }) => lineId),
  )
  const pending = await loadPendingRefunds(tx, [...lines.keys()])
  for (const line of lines.values()) {
    if (line.paid - (pending.get(line.id) ?? 0) < line.amount)
      await movePaymentLine(tx, line, 'refund', refundActor(by))
  }
}

/** The transition table allows refunds by the seller and the system only. */
export const refundActor = (by: PaymentActor): PaymentActor => (by.side === 'buyer' ? { ...by, side: 'system' } : by)

/** Refunds on their way by line, in fen. */
export async function loadPendingRefunds(tx: Db, lineIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (lineIds.length === 0) return new Map()
  const rows = await tx
    .select({ lineId: paymentParts.lineId, amount: sql<number>`sum(${refunds.amount})::float8` })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .where(and(inArray(paymentParts.lineId, [...lineIds]), inArray(refunds.status, [...pendingRefundStatuses])))
    .groupBy(paymentParts.lineId)
  return new Map(rows.map(({ lineId, amount }) => [lineId, amount]))
}
