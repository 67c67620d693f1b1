import { and, asc, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import type { Order } from '../lock-order.ts'
import { systemActor } from '../payments/move-payment-line.ts'
import type { NotifyContext } from '../payments/notify-payment.ts'
import { createRefunds } from './create-refunds.ts'
import { loadRefundable } from './refundable.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/**
 * Refunds an ending order: an amount in fen, or everything available. Unanswered refund requests are withdrawn and
 * included. The order must be locked. Returns the refunded amount without pending refunds. Throws refundTooMuch.
 */
export async function refundOrder(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  { amount, reason }: { readonly amount: number | 'all'; readonly reason: string },
): Promise<number> {
  await withdrawRequested(tx, order.id)
  const refundable = await loadRefundable(tx, order.id)
  const total = amount === 'all' ? refundable.parts.reduce((sum, part) => sum + part.room, 0) : amount
  if (total === 0) return 0
  if (total < 0) throw new CallFailed('refundTooMuch')
  await createRefunds(tx, notify, order, {
    refundable,
    amount: total,
    reason,
    status: 'pending',
    by: systemActor,
    event: 'give',
  })
  return total
}

async function withdrawRequested(tx: Db, orderId: number): Promise<void> {
  const requested = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), eq(refunds.status, 'requested')))
    .orderBy(asc(refunds.id))
  if (requested.length === 0) return
  const ids = requested.map(({ id }) => id)
  await tx.update(refunds).set({ status: 'withdrawn' }).where(inArray(refunds.id, ids))
  const step = { event: 'withdraw', fromStatus: 'requested', toStatus: 'withdrawn', reason: '订单结束，并入订单退款' }
  await recordSteps(
    tx,
    ids.map((entityId) => ({ entity: 'refund' as const, entityId, ...step })),
  )
}
