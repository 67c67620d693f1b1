import { asc, count, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { CallFailed } from '../../../contract/failures.ts'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { orders } from '../../../db/tables/orders.ts'
import { refundRequests } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import { isRequestEscalated, sumOfLines } from '../../../domain/orders/refund-requests.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Handler } from '../../handler.ts'
import { assertNotOwnOrder } from '../assert-not-own-order.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { systemActor } from '../payments/move-payment-line.ts'
import { loadPaymentLines } from '../present-order.ts'
import { withinAsked } from './answer-refund.ts'
import { carryOutRequest, loadAskedLines, lockRequestOfAnyCompany, moveRequest } from './refund-requests.ts'
import { presentRequests } from './refunds.ts'

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')

/** Requests that wait for a ruling, longest first. */
export const refundCases: Handler<typeof refundsCalls.refundCases> = async ({ current, pageSize }, { db }) => {
  const escalated = eq(refundRequests.status, 'escalated')
  const [counted] = await db.select({ total: count() }).from(refundRequests).where(escalated)
  const rows = await db
    .select({ request: refundRequests, order: orders, buyerName: buyers.name, sellerName: sellers.name })
    .from(refundRequests)
    .innerJoin(orders, eq(orders.id, refundRequests.orderId))
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(escalated)
    .orderBy(asc(refundRequests.escalatedAt), asc(refundRequests.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const presented = await presentRequests(
    db,
    rows.map(({ request }) => request),
  )
  const lines = await loadPaymentLines(
    db,
    rows.map(({ order }) => order.id),
  )
  const data = rows.flatMap(({ request, order, buyerName, sellerName }) => {
    const shown = presented.find(({ requestId }) => requestId === request.id)
    if (shown === undefined) return []
    return [
      {
        ...shown,
        orderNo: order.orderNo,
        title: order.title,
        buyerName,
        sellerName,
        total: order.total,
        paid: paidShare(lines.filter(({ orderId }) => orderId === order.id)).paid,
        escalatedAt: (request.escalatedAt ?? request.createdAt).toISOString(),
      },
    ]
  })
  return { total: counted?.total ?? 0, data }
}

/** Ruling of an operator; forbidden for orders of the own company. Of parallel rulings one succeeds: refundRuled. */
export const refundRule: Handler<typeof refundsCalls.refundRule> = async (input, context) => {
  const { caller, db, note } = context
  const { requestId, reason } = input
  const status = await db.transaction(async (tx) => {
    const { order, request } = await lockRequestOfAnyCompany(tx, requestId)
    if (!isRequestEscalated(request.status)) throw new CallFailed('refundRuled')
    if (isOrderDisputed(order.status)) throw new CallFailed('refundDisputed')
    const { id, orderNo, buyerCompanyId, sellerCompanyId } = order
    assertNotOwnOrder(caller, order)
    const agreed = withinAsked(await loadAskedLines(tx, requestId), input.lines)
    const amount = sumOfLines(agreed)
    note(`${orderNo}，${amount === 0 ? '不支持退款' : `退款 ¥${yuan(amount)}`}`, {
      kind: 'order',
      id,
      companyIds: [buyerCompanyId, sellerCompanyId],
    })
    const by = { userId: caller.userId, companyId: null }
    const event = amount === 0 ? 'dismiss' : 'rule'
    const set = { ruling: reason, ruledBy: caller.userId }
    const moved = await moveRequest(tx, request, { event, side: 'operator', by, reason, agreed, set })
    if (amount > 0) await carryOutRequest(tx, context, order, request, agreed, systemActor)
    const title = `订单 ${orderNo} 的退款申请已由平台裁定`
    const text = `${amount === 0 ? '不支持退款。' : `应退款 ¥${yuan(amount)}。`}理由：${sentence(reason)}`
    await notifyPaymentSide(tx, context, 'buyer', order, 'payment.confirmed', { title, text })
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', { title, text })
    return moved.status
  })
  return { status }
}
