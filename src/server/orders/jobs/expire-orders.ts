import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paidShare, isLineSubmitted } from '../../../domain/orders/payment-states.ts'
import { endOrder } from '../end-order.ts'
import type { Order } from '../lock-order.ts'
import { loadPaymentLines } from '../present-order.ts'
import { forEachDueOrder, type OrderJobContext } from './for-each-due-order.ts'
import { acceptWithinDays, acceptanceDueAt } from '../../../domain/orders/deadlines.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { acceptUnanswered } from '../milestones/milestone-steps.ts'
import { loadMilestones } from '../milestones/milestones.ts'
import { isAwaitingAcceptance } from '../../../domain/orders/order-states.ts'

const unpaidStatuses = ['pending_confirm', 'confirmed'] as const
const overdueOrders = and(inArray(orders.status, [...unpaidStatuses]), lte(orders.unpaidUntil, sql`now()`))

/**
 * Cancels orders without a first payment by their deadline and releases their stock, except orders with a partial
 * payment or a transfer to be verified. Safe to run twice and in several processes.
 */
export const endUnpaidOrders = (db: Db, job: OrderJobContext): Promise<void> =>
  forEachDueOrder(db, job, overdueOrders, async (tx, context, order) => {
    const isOverdue = order.unpaidUntil !== null && order.unpaidUntil <= new Date()
    if (!isOverdue || !unpaidStatuses.some((status) => status === order.status)) return
    if (await hasPayment(tx, order)) {
      await tx.update(orders).set({ unpaidUntil: null }).where(eq(orders.id, order.id))
      return
    }
    const reason = '下单后未在规定时间内付款'
    await endOrder(tx, context, order, { event: 'cancel', actor: 'system', by: null, reason, refund: 'all' })
  })

/** Whether the order has a payment, received or submitted. */
async function hasPayment(tx: Db, { id }: Order): Promise<boolean> {
  const lines = await loadPaymentLines(tx, [id])
  if (paidShare(lines).paid > 0 || lines.some(({ status }) => isLineSubmitted(status))) return true
  const [submitted] = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
    .where(and(eq(paymentParts.orderId, id), eq(payments.status, 'submitted')))
    .limit(1)
  return submitted !== undefined
}

const acceptanceCutoff = sql`now() - make_interval(days => ${acceptWithinDays})`
const unansweredDeliveries = and(eq(orders.status, 'delivered'), lte(orders.deliveredAt, acceptanceCutoff))

/**
 * Completes orders whose delivery was not answered for 14 days, and accepts such milestones of orders with stages,
 * except those with a cancellation request of the buyer. Safe to run twice and in several processes.
 */
export const completeOrders = (db: Db, job: OrderJobContext): Promise<void> =>
  forEachDueOrder(db, job, unansweredDeliveries, async (tx, context, order) => {
    const due =
      isAwaitingAcceptance(order.status) &&
      order.deliveredAt !== null &&
      acceptanceDueAt(order.deliveredAt) <= new Date()
    if (!due || order.cancellationRequestedBy === 'buyer') return
    const milestones = await loadMilestones(tx, order.id)
    if (milestones.length > 0) {
      await acceptUnanswered(tx, context, order, milestones)
      return
    }
    const reason = `交付后 ${acceptWithinDays} 天未答复，视为验收通过`
    const completed = await completeOrder(tx, context, order, { event: 'complete', actor: 'system', by: null, reason })
    const notice = { title: `订单 ${order.orderNo} 已自动完成`, text: `${reason}。` }
    await notifyOrderSide(tx, context, completed, 'buyer', notice)
    await notifyOrderSide(tx, context, completed, 'seller', notice)
  })
