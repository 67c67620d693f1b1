import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Refund } from '../../../contract/orders/refunds.ts'
import type { Db } from '../../../db/open.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { loadVoucherUrls } from '../payments/present-payment.ts'
import { loadRefundable } from './refundable.ts'
import { historiesOf } from '../../platform/history/histories.ts'

/** Refunds of an order, newest first, with the refundable amount per line. The caller checks access. */
export async function loadOrderRefunds(db: Db, orderId: number) {
  const { parts } = await loadRefundable(db, orderId)
  const lines = await db
    .select({ lineId: paymentLines.id, name: paymentLines.name })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
  const refundable = lines.map(({ lineId, name }) => ({
    lineId,
    name,
    amount: parts.reduce((sum, part) => (part.lineId === lineId ? sum + part.room : sum), 0),
  }))
  return { data: await presentRefunds(db, orderId), refundable: refundable.filter(({ amount }) => amount > 0) }
}

/** All refunds of an order, or some of them. */
export async function presentRefunds(db: Db, orderId: number, ids?: readonly number[]): Promise<Refund[]> {
  const rows = await db
    .select({
      refund: refunds,
      lineId: paymentParts.lineId,
      lineName: paymentLines.name,
      method: payments.method,
    })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .where(and(eq(refunds.orderId, orderId), ids === undefined ? undefined : inArray(refunds.id, [...ids])))
    .orderBy(desc(refunds.id))
  const vouchers = await loadVoucherUrls(
    db,
    rows.map(({ refund }) => refund),
  )
  const histories = await historiesOf(
    db,
    'refund',
    rows.map(({ refund }) => refund.id),
  )
  return rows.map(({ refund, lineId, lineName, method }) => ({
    refundId: refund.id,
    refundNo: refund.refundNo,
    orderId,
    lineId,
    lineName,
    method,
    amount: refund.amount,
    status: refund.status,
    reason: refund.reason,
    answer: refund.answer,
    voucherUrl: refund.voucherId === null ? null : (vouchers.get(refund.voucherId) ?? null),
    createdAt: refund.createdAt.toISOString(),
    doneAt: refund.doneAt?.toISOString() ?? null,
    history: histories.get(refund.id) ?? [],
  }))
}
