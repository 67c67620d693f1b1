import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { overIssuedAmount } from '../../../domain/orders/invoice-states.ts'
import { isEnded } from '../../../domain/orders/order-states.ts'
import { isLineConfirmed, isLineRefundPending } from '../../../domain/orders/payment-states.ts'
import { settleBudget } from '../budgets/book-budget.ts'
import { loadInvoicedSums } from '../invoices/invoiced-sums.ts'
import type { Order } from '../lock-order.ts'
import { movePaymentLine, reopenPaymentLine, systemActor, type PaymentActor } from '../payments/move-payment-line.ts'
import { lockPaymentLines } from '../payments/payment-locks.ts'
import { postRefund } from '../payments/ledger-postings.ts'
import { notifyPaymentSide, type NotifyContext } from '../payments/notify-payment.ts'
import type { PaymentLine } from '../present-order.ts'
import type { RefundRow } from './create-refunds.ts'
import { moveRefund } from './move-refund.ts'
import { loadPendingRefunds, refundActor } from './revert-lines.ts'
import { isSettledAt } from './settled-lines.ts'

/** How a refund ended: confirmed by the gateway under its number, or a transfer that the buyer received. */
export type RefundEnd = { readonly event: 'done'; readonly tradeNo: string } | { readonly event: 'receive' }

/**
 * Books a refund that the gateway or the buyer confirmed, or whose time for an objection is over. The order must be
 * locked. Throws stepNotAllowed if the refund is not on its way, so that nothing is refunded twice.
 */
export async function finishRefund(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  refundId: number,
  by: PaymentActor,
  end: RefundEnd,
): Promise<RefundRow> {
  const { refund, part } = await loadRefundPart(tx, refundId)
  const line = (await lockPaymentLines(tx, [part.lineId])).get(part.lineId)
  if (line === undefined) throw new CallFailed('stepNotAllowed')
  const tradeNo = end.event === 'done' ? end.tradeNo : undefined
  const set = { doneAt: new Date(), answer: '', ...(tradeNo === undefined ? {} : { tradeNo }) }
  const done = await moveRefund(tx, refund, { event: end.event, by, tradeNo, set })
  const left = await postRefund(tx, { order, line, part, method: done.method, amount: done.amount, refundId })
  await settleRefundedLine(tx, order, left, by)
  await notifyDone(tx, notify, order, done, by, done.method === 'bank')
  await settleBudget(tx, notify, order, { source: 'refund', sourceId: refundId, event: 'give_back', userId: null })
  return done
}

async function loadRefundPart(tx: Db, refundId: number) {
  const [row] = await tx
    .select({ refund: refunds, part: paymentParts })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .where(eq(refunds.id, refundId))
  if (row === undefined) throw new CallFailed('notFound')
  return row
}

/** Tells both sides, and of invoices that now exceed what stays paid; not the side that has just confirmed. */
async function notifyDone(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  { amount }: RefundRow,
  { side }: PaymentActor,
  isTransfer: boolean,
): Promise<void> {
  const over = overIssuedAmount(await loadInvoicedSums(tx, order))
  const red = over === 0 ? '' : `已开发票比实付多 ¥${yuan(over)}，`
  const title = `订单 ${order.orderNo} 已退款 ¥${yuan(amount)}`
  const way = isTransfer ? '供应商转账退回的款项已确认收到。' : '款项已原路退回买家。'
  if (side !== 'buyer') {
    const text = `${way}${red === '' ? '' : `${red}供应商应开具红字发票。`}`
    await notifyPaymentSide(tx, notify, 'buyer', order, 'payment.confirmed', { title, text })
  }
  const text = `${way}${red === '' ? '' : `${red}请开具红字发票，再按实付重开。`}`
  await notifyPaymentSide(tx, notify, 'seller', order, 'payment.confirmed', { title, text })
}

/**
 * Updates a line after its last pending refund: still fully paid → confirmed; never fully paid and order active →
 * reopened; else refunded, whole or in part. The payment of a stage that was made early and returned whole waits for the
 * acceptance again.
 */
async function settleRefundedLine(tx: Db, order: Order, now: PaymentLine, by: PaymentActor): Promise<void> {
  const actor = refundActor(by)
  // The line became fully paid during the refund and no longer is.
  const isShort = isLineConfirmed(now.status) && now.paid < now.amount
  const line = isShort ? await movePaymentLine(tx, now, 'refund', actor) : now
  if (!isLineRefundPending(line.status) || (await loadPendingRefunds(tx, [line.id])).has(line.id)) return
  // Its stage was skipped: nothing is owed for it any more.
  if (line.amount === 0) return void (await movePaymentLine(tx, line, 'skip', systemActor))
  if (line.paid >= line.amount) return void (await movePaymentLine(tx, line, 'keep', actor))
  if (isEnded(order.status) || (await isSettledAt(tx, line.id, line.paid)))
    await movePaymentLine(tx, line, line.paid === 0 ? 'refunded' : 'partRefunded', actor)
  else await reopenPaymentLine(tx, line, 'refund', actor)
}
