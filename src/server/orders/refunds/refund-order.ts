import { and, asc, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import type { Order } from '../lock-order.ts'
import { systemActor } from '../payments/move-payment-line.ts'
import type { NotifyContext } from '../payments/notify-payment.ts'
import { createRefunds } from './create-refunds.ts'
import { loadRefundable, refundableOfLine, type OrderRefundable } from './refundable.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'

/** Refund of one payment line; fen. */
export interface LineRefund {
  readonly lineId: number
  readonly amount: number
}

interface EndingRefund {
  readonly amount: number | 'all' | readonly LineRefund[]
  readonly reason: string
}

/**
 * Refunds an ending order: an amount in fen, amounts by payment line, or everything available. Unanswered refund
 * requests are withdrawn and included. The order must be locked. Returns the refunded amount without pending refunds.
 * Throws refundTooMuch, and notFound for lines of other orders.
 */
export async function refundOrder(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  { amount, reason }: EndingRefund,
): Promise<number> {
  await withdrawRequested(tx, order.id)
  const refundable = await loadRefundable(tx, order.id)
  const refund = async (from: OrderRefundable, sum: number): Promise<number> => {
    if (sum === 0) return 0
    if (sum < 0) throw new CallFailed('refundTooMuch')
    const request = {
      refundable: from,
      amount: sum,
      reason,
      status: 'pending',
      by: systemActor,
      event: 'give',
    } as const
    await createRefunds(tx, notify, order, request)
    return sum
  }
  if (amount === 'all')
    return refund(
      refundable,
      refundable.parts.reduce((sum, part) => sum + part.room, 0),
    )
  if (typeof amount === 'number') return refund(refundable, amount)
  let total = 0
  for (const [lineId, sum] of sumByLine(amount)) total += await refund(refundableOfLine(refundable, lineId), sum)
  return total
}

/** A line named twice is refunded once, with the sum. */
function sumByLine(lines: readonly LineRefund[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>()
  for (const { lineId, amount } of lines) sums.set(lineId, (sums.get(lineId) ?? 0) + amount)
  return sums
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
