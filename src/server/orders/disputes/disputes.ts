import { and, asc, count, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import type { Handler } from '../../handler.ts'
import { loadPaymentLines } from '../present-order.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { endOrder } from '../end-order.ts'
import { noCancellationRequest } from '../fulfilment/cancellation-request.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import { lockOrderOfAnyCompany, type Order } from '../lock-order.ts'
import { moveOrder, type StepActor } from '../move-order.ts'
import { notifyOrderSide, type OrderContext, notifyOperatorsOfDispute } from '../notify-order.ts'
import { sentence } from '../../../domain/sentence.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'

const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')
const disputedOrders = eq(orders.status, 'disputed')

/** Latest history entry that opened the dispute. */
const disputeStep = sql<number>`(select max(${stateChanges.id}) from ${stateChanges}
  where ${stateChanges.entity} = 'order' and ${stateChanges.entityId} = ${orders.id}
  and ${stateChanges.event} = 'dispute')`

export const disputes: Handler<typeof fulfilmentCalls.disputes> = async ({ current, pageSize }, { db }) => {
  const [counted] = await db.select({ total: count() }).from(orders).where(disputedOrders)
  const rows = await db
    .select({ order: orders, buyerName: buyers.name, sellerName: sellers.name, stepId: disputeStep })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(disputedOrders)
    .orderBy(asc(disputeStep), asc(orders.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const steps = await loadSteps(
    db,
    rows.map(({ stepId }) => stepId),
  )
  const lines = await loadPaymentLines(
    db,
    rows.map(({ order }) => order.id),
  )
  const data = rows.map(({ order, buyerName, sellerName, stepId }) => {
    const step = steps.get(stepId)
    return {
      orderId: order.id,
      orderNo: order.orderNo,
      title: order.title,
      buyerName,
      sellerName,
      total: order.total,
      paid: paidShare(lines.filter(({ orderId }) => orderId === order.id)).paid,
      reason: step?.reason ?? '',
      disputedBy: step?.companyId === order.sellerCompanyId ? sellerName : buyerName,
      since: (step?.createdAt ?? order.createdAt).toISOString(),
    }
  })
  return { total: counted?.total ?? 0, data }
}

async function loadSteps(db: Db, ids: readonly (number | null)[]) {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db
    .select()
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'order'), inArray(stateChanges.id, known)))
  return new Map(rows.map((row) => [row.id, row]))
}

type Verdict = Parameters<typeof disputeVerdict>[0]

/** Verdict of an operator on a dispute; forbidden for orders of the own company. */
export const disputeVerdict: Handler<typeof fulfilmentCalls.disputeVerdict> = async (input, context) => {
  const { caller, db } = context
  if (input.reason === '') throw fieldFailed({ field: 'reason', message: '请写明裁定的理由' })
  const order = await db.transaction(async (tx) => {
    const locked = await lockOrderOfAnyCompany(tx, input.orderId, { mayEnd: input.event === 'cancel' })
    if ([locked.buyerCompanyId, locked.sellerCompanyId].some((id) => id === caller.companyId))
      throw new CallFailed('forbidden')
    if (!isOrderDisputed(locked.status)) throw new CallFailed('stepNotAllowed')
    return applyVerdict(tx, context, locked, input, { userId: caller.userId, companyId: null })
  })
  return { status: order.status }
}

async function applyVerdict(
  tx: Db,
  context: OrderContext,
  order: Order,
  input: Verdict,
  by: StepActor,
): Promise<Order> {
  const { event, reason, refundAmount } = input
  const step = { actor: 'operator', by, reason } as const
  if (event === 'cancel') return endOrder(tx, context, order, { ...step, event, refund: refundAmount ?? 'all' })
  const moved =
    event === 'complete'
      ? await completeOrder(tx, context, order, { ...step, event })
      : await moveOrder(tx, order, { ...step, event, set: { ...noCancellationRequest, deliveredAt: null } })
  const title = `订单 ${order.orderNo} 的争议已由平台裁定`
  const text = `${event === 'complete' ? '订单视为完成' : '订单继续执行'}。理由：${reason}`
  await notifyOrderSide(tx, context, moved, 'buyer', { title, text })
  await notifyOrderSide(tx, context, moved, 'seller', { title, text })
  return moved
}

/** Opens a dispute with a reason: the order is suspended until a verdict or a mutual cancellation. */
export async function disputeOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  { side, by, reason }: { readonly side: Side; readonly by: StepActor; readonly reason: string },
): Promise<Order> {
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明争议的原因' })
  const moved = await moveOrder(tx, order, { event: 'dispute', actor: side, by, reason })
  await notifyOrderSide(tx, context, moved, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}对订单 ${order.orderNo} 发起了争议`,
    text: `原因：${sentence(reason)}平台客服将与双方联系，请准备好相关凭证。`,
  })
  await notifyOperatorsOfDispute(tx, context, moved, reason)
  return moved
}
