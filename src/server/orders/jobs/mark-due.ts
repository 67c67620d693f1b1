import { and, asc, eq, inArray, isNull, lte, notInArray, or, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { yuan } from '../../../domain/money.ts'
import { monthMinute } from '../../../domain/time.ts'
import { links } from '../../../domain/links.ts'
import type { Order } from '../lock-order.ts'
import { movePaymentLine, systemActor } from '../payments/move-payment-line.ts'
import type { PaymentLine } from '../present-order.ts'
import { notifyOrderSide, type OrderContext } from '../notify-order.ts'
import { forEachDueOrder, type OrderJobContext } from './for-each-due-order.ts'
import { isLineScheduled } from '../../../domain/orders/payment-states.ts'

/** Hours before the due date at which the buyer is reminded; fewer where the order expires without payment. */
const reminderHours = 72
const shortReminderHours = 4

const reminderCutoff = sql`now() + make_interval(hours => case when ${orders.unpaidUntil} is null then ${reminderHours}::int else ${shortReminderHours}::int end)`
/** Orders from offers owe payments once confirmed; disputed orders owe nothing. */
const owingOrders: SQL | undefined = and(
  notInArray(orders.status, ['declined', 'cancelled', 'disputed']),
  or(sql`${orders.source} <> 'demand'`, sql`${orders.status} <> 'pending_confirm'`),
)

/** Condition matching the index of unpaid lines; the exact lead time depends on the order. */
const upcomingLines = and(
  inArray(paymentLines.status, ['scheduled', 'due', 'rejected']),
  lte(paymentLines.dueAt, sql`now() + make_interval(hours => ${reminderHours})`),
)
const linesToNotify = and(
  upcomingLines,
  eq(paymentLines.orderId, orders.id),
  or(and(lte(paymentLines.dueAt, reminderCutoff), isNull(paymentLines.reminded)), lte(paymentLines.dueAt, sql`now()`)),
)

/**
 * Marks scheduled payments due three days ahead and reminds the buyer; marks late ones overdue and notifies both sides.
 * Each notice is sent once. Safe to run twice and in several processes.
 */
export const markLinesDue = (db: Db, job: OrderJobContext): Promise<void> => {
  const some = sql`exists (${db.select({ id: paymentLines.id }).from(paymentLines).where(linesToNotify)})`
  // Starts from the few upcoming lines instead of scanning all orders.
  const near = db.select({ id: paymentLines.orderId }).from(paymentLines).where(upcomingLines)
  return forEachDueOrder(db, job, and(owingOrders, inArray(orders.id, near), some), async (tx, context, order) => {
    const lines = await tx
      .select({ line: paymentLines })
      .from(paymentLines)
      .innerJoin(orders, eq(orders.id, paymentLines.orderId))
      .where(and(eq(orders.id, order.id), owingOrders, linesToNotify))
      .orderBy(asc(paymentLines.id))
      .for('update', { of: paymentLines })
    for (const { line } of lines) await markLineDue(tx, context, order, line)
  })
}

async function markLineDue(tx: Db, context: OrderContext, order: Order, line: PaymentLine): Promise<void> {
  const { dueAt } = line
  if (dueAt === null) return
  const due = isLineScheduled(line.status) ? await movePaymentLine(tx, line, 'due', systemActor) : line
  const open = Math.max(0, line.amount - line.paid)
  const isOverdue = dueAt <= new Date()
  if (isOverdue) await movePaymentLine(tx, due, 'overdue', systemActor)
  await tx
    .update(paymentLines)
    .set({ reminded: isOverdue ? 'overdue' : 'soon' })
    .where(eq(paymentLines.id, line.id))
  const subject = `订单 ${order.orderNo} 的${line.name} ¥${yuan(open)}`
  const day = monthMinute(dueAt.toISOString())
  const path = paymentPath(order)
  const event = 'payment.due' as const
  if (!isOverdue) {
    const ends = order.unpaidUntil === null ? '请按时支付。' : '逾期未付款订单将自动取消。'
    await notifyOrderSide(tx, context, order, 'buyer', { title: `${subject}将于 ${day} 到期`, text: ends, path, event })
    return
  }
  await notifyOrderSide(tx, context, order, 'buyer', {
    title: `${subject}已逾期`,
    text: `应付时间 ${day}，请尽快支付。`,
    path,
    event,
  })
  await notifyOrderSide(tx, context, order, 'seller', {
    title: `${subject}逾期未收`,
    text: `应付时间 ${day}，可联系买家催付。`,
    event,
  })
}

const paymentPath = ({ id }: Order): string => links.payOneOrder(id)
