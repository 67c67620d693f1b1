import { and, asc, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import type { PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import { isRefundPending, pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { Order } from '../lock-order.ts'
import { notifyPaymentSide, type NotifyContext } from '../payments/notify-payment.ts'
import { refundStep, type RefundRow } from '../refunds/create-refunds.ts'
import type { PayoutLineRow } from './move-payout.ts'

interface Reroute {
  readonly refund: RefundRow
  readonly orderNo: string
  /** How the buyer paid. */
  readonly paidBy: PaymentMethod
  /** What the supplier still has of the payment without the payout; fen. */
  readonly left: number
}

/**
 * Transfers that the supplier agreed to make, and does not have the money for any more if the bank returns a paid payout
 * with these lines. One query.
 */
async function loadReroutes(db: Db, lines: readonly Pick<PayoutLineRow, 'partId' | 'amount'>[]): Promise<Reroute[]> {
  if (lines.length === 0) return []
  const amounts = new Map(lines.map(({ partId, amount }) => [partId, amount]))
  const rows = await db
    .select({
      refund: refunds,
      orderNo: orders.orderNo,
      paidBy: payments.method,
      paidOut: paymentParts.paidOut,
    })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        inArray(refunds.partId, [...amounts.keys()]),
        eq(refunds.method, 'bank'),
        inArray(refunds.status, [...pendingRefundStatuses]),
      ),
    )
    .orderBy(asc(refunds.id))
  const byPart = Map.groupBy(rows, ({ refund }) => refund.partId)
  return rows.flatMap(({ paidOut, ...row }) => {
    const { partId } = row.refund
    const left = paidOut - (amounts.get(partId) ?? 0)
    const promised = (byPart.get(partId) ?? []).reduce((sum, { refund }) => sum + refund.amount, 0)
    return promised > left ? [{ ...row, left }] : []
  })
}

/** Transfers that the supplier has not made yet, which go back as they were paid if the bank returns the payout. */
export async function loadReroutable(db: Db, lines: readonly Pick<PayoutLineRow, 'partId' | 'amount'>[]) {
  const found = await loadReroutes(db, lines)
  return found.flatMap(({ refund: { id, refundNo, amount, status }, orderNo }) =>
    isRefundPending(status) ? [{ refundId: id, refundNo, orderNo, amount }] : [],
  )
}

/**
 * Makes these transfers refunds through the gateway; returns them. The orders must be locked, and the payout not booked
 * as returned yet. `shown`: ids that the operator confirmed. Throws payoutBounceSent if the supplier has registered one,
 * payoutBounceRefunded if it gave money of the payout back or owes it beside money of another payout, and payoutMoved if
 * others than the confirmed ones are found.
 */
export async function rerouteRefunds(
  tx: Db,
  lines: readonly PayoutLineRow[],
  shown: readonly number[],
): Promise<RefundRow[]> {
  const found = await loadReroutes(tx, lines)
  if (found.some(({ left }) => left !== 0)) throw new CallFailed('payoutBounceRefunded')
  if (!found.every(({ refund }) => isRefundPending(refund.status))) throw new CallFailed('payoutBounceSent')
  if (found.length !== shown.length || !found.every(({ refund }) => shown.includes(refund.id)))
    throw new CallFailed('payoutMoved')
  for (const { refund, paidBy } of found) {
    await tx.update(refunds).set({ method: paidBy, pendingSince: new Date() }).where(eq(refunds.id, refund.id))
  }
  const steps = found.map(({ refund }) => refundStep(refund, { side: 'system' }))
  await recordDeal(
    tx,
    steps.map((step) => ({ ...step, event: 'reroute' })),
  )
  return found.map(({ refund }) => refund)
}

/** Tells both sides of each refund: the supplier may have made the transfer and not registered it yet. */
export async function notifyRerouted(
  tx: Db,
  context: NotifyContext,
  orderRows: readonly Order[],
  rerouted: readonly RefundRow[],
): Promise<void> {
  for (const { orderId, refundNo, amount } of rerouted) {
    const order = orderRows.find(({ id }) => id === orderId)
    if (order === undefined) continue
    const title = `订单 ${order.orderNo} 的退款 ¥${yuan(amount)} 改由平台原路退回`
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
      title: `${title}，请勿再转账`,
      text: `退款单 ${refundNo}。已转账的请立即联系平台客服。`,
    })
    await notifyPaymentSide(tx, context, 'buyer', order, 'payment.confirmed', {
      title,
      text: `退款单 ${refundNo} 将退回原付款账户，供应商不再转账。已收到供应商转账的，请联系平台客服。`,
    })
  }
}
