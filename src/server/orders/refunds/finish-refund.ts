import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import type { Order } from '../lock-order.ts'
import { movePaymentLine, reopenPaymentLine, statusBefore, type PaymentActor } from '../payments/move-payment-line.ts'
import { lockPaymentLines } from '../payments/payment-locks.ts'
import { postRefund } from '../payments/ledger-postings.ts'
import { notifyPaymentSide, type NotifyContext } from '../payments/notify-payment.ts'
import type { PaymentLine } from '../present-order.ts'
import { loadPendingRefunds } from './revert-lines.ts'
import type { RefundRow } from './create-refunds.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { isLineConfirmed, isLineRefundPending } from '../../../domain/orders/payment-states.ts'
import { isEnded } from '../../../domain/orders/order-states.ts'

interface RefundProof {
  /** The gateway's own number, or the receipt of a transfer back. */
  readonly tradeNo?: string
  readonly voucherId?: string
}

/**
 * Completes a refund confirmed by the gateway, or by the supplier with a voucher. The order must be locked. Throws
 * stepNotAllowed if the refund is not pending, so that nothing is refunded twice.
 */
export async function finishRefund(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  refundId: number,
  by: PaymentActor,
  { tradeNo, voucherId }: RefundProof,
): Promise<RefundRow> {
  const { line: unlocked, part, method } = await loadRefundPart(tx, refundId)
  const line = (await lockPaymentLines(tx, [unlocked])).get(unlocked)
  const [done] = await tx
    .update(refunds)
    .set({ status: 'done', doneAt: new Date(), answer: '', tradeNo: tradeNo ?? null, voucherId: voucherId ?? null })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning()
  if (done === undefined || line === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event: 'done', fromStatus: 'pending', toStatus: 'done' }
  await recordSteps(tx, [{ entity: 'refund', entityId: refundId, ...step, ...by.actor }])
  const left = await postRefund(tx, { order, line, part, method, amount: done.amount, refundId })
  await settleRefundedLine(tx, order, left, by)
  const title = `订单 ${order.orderNo} 已退款 ¥${yuan(done.amount)}`
  const wayText = method === 'bank' ? '供应商已转账退回，请查收。' : '款项已原路退回。'
  await notifyPaymentSide(tx, notify, 'buyer', order, 'payment.confirmed', { title, text: wayText })
  if (by.side === 'system')
    await notifyPaymentSide(tx, notify, 'seller', order, 'payment.confirmed', { title, text: '款项已原路退回买家。' })
  return done
}

async function loadRefundPart(tx: Db, refundId: number) {
  const [row] = await tx
    .select({ part: paymentParts, method: payments.method })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(eq(refunds.id, refundId))
  if (row === undefined) throw new CallFailed('notFound')
  return { line: row.part.lineId, part: row.part, method: row.method }
}

/**
 * Updates a line after its last pending refund: still fully paid → confirmed; never fully paid and order active →
 * reopened; else refunded.
 */
async function settleRefundedLine(tx: Db, order: Order, now: PaymentLine, by: PaymentActor): Promise<void> {
  const refundActor: PaymentActor = by.side === 'buyer' ? { ...by, side: 'system' } : by
  // The line became fully paid during the refund and no longer is.
  const isShort = isLineConfirmed(now.status) && now.paid < now.amount
  const line = isShort ? await movePaymentLine(tx, now, 'refund', refundActor) : now
  if (!isLineRefundPending(line.status) || (await loadPendingRefunds(tx, [line.id])).has(line.id)) return
  if (line.paid >= line.amount) return void (await movePaymentLine(tx, line, 'keep', refundActor))
  const before = await statusBefore(tx, line.id, 'refund')
  const wasFullyPaid = before === undefined || before === 'confirmed' || before === 'refunded'
  if (wasFullyPaid || isEnded(order.status)) await movePaymentLine(tx, line, 'refunded', refundActor)
  else await reopenPaymentLine(tx, line, 'refund', refundActor)
}
