import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { overdueTransferDays } from '../../../domain/orders/refund-requests.ts'
import type { Handler } from '../../handler.ts'

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')

/** Agreed transfers that their supplier has not made for so long that the platform looks after them. */
export const isTransferOverdue = and(
  eq(refunds.status, 'pending'),
  eq(refunds.method, 'bank'),
  lte(refunds.pendingSince, sql`now() - make_interval(days => ${overdueTransferDays})`),
)

/** Those that wait longest come first. */
export const overdueTransfers: Handler<typeof refundsCalls.overdueTransfers> = async (input, { db }) => {
  const { current, pageSize } = input
  const rows = await db
    .select({
      refundId: refunds.id,
      refundNo: refunds.refundNo,
      orderId: orders.id,
      orderNo: orders.orderNo,
      title: orders.title,
      buyerName: buyers.name,
      sellerName: sellers.name,
      lineName: paymentLines.name,
      paidBy: payments.method,
      amount: refunds.amount,
      reason: refunds.reason,
      answer: refunds.answer,
      pendingSince: refunds.pendingSince,
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(isTransferOverdue)
    .orderBy(asc(refunds.pendingSince), asc(refunds.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return {
    total: await db.$count(refunds, isTransferOverdue),
    data: rows.map(({ pendingSince, ...row }) => ({ ...row, pendingSince: pendingSince.toISOString() })),
  }
}
