import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  notExists,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { acceptWithinDays } from '../../../domain/orders/deadlines.ts'
import { endedStatuses, workingStatuses } from '../../../domain/orders/order-states.ts'
import { isLineScheduled } from '../../../domain/orders/payment-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { date, monthMinute } from '../../../domain/time.ts'
import type { Reminder } from '../fulfilment/reminders.ts'
import type { Order } from '../lock-order.ts'
import { remindMilestones } from '../milestones/remind-milestones.ts'
import { recordOrderStep } from '../move-order.ts'
import { notifyOrderSide, type OrderContext, type OrderNotice } from '../notify-order.ts'
import { movePaymentLine, systemActor } from '../payments/move-payment-line.ts'
import type { PaymentLine } from '../present-order.ts'
import { forEachDueOrder, type OrderJobContext } from './for-each-due-order.ts'

/** A reminder: condition, recipient and text. */
interface FulfilmentReminder {
  readonly event: Reminder
  readonly due: SQL | undefined
  /** Reminders sent before this moment do not count, so that a new delivery is reminded of again. */
  readonly since: SQL
  readonly side: Side
  readonly notice: (order: Order) => OrderNotice
}

/** With stages an order is delivered while others are still in work: `firstDeliveredAt` says when each was delivered. */
const promisedOrders = and(
  or(inArray(orders.status, workingStatuses), and(eq(orders.status, 'delivered'), isNull(orders.firstDeliveredAt))),
  isNotNull(orders.promisedAt),
)
const deliveredSince = (days: number) =>
  and(
    eq(orders.status, 'delivered'),
    // Orders with stages are reminded of each milestone.
    sql`not exists (select 1 from ${orderMilestones} where ${orderMilestones.orderId} = ${orders.id})`,
    lte(orders.deliveredAt, sql`now() - make_interval(days => ${days})`),
    sql`${orders.deliveredAt} > now() - make_interval(days => ${acceptWithinDays})`,
  )
const promisedDate = ({ promisedAt }: Order) => (promisedAt === null ? '' : date(promisedAt.toISOString()))

const acceptanceReminder = (event: 'remindAccept7' | 'remindAccept12', days: number): FulfilmentReminder => ({
  event,
  due: deliveredSince(days),
  since: sql`${orders.deliveredAt}`,
  side: 'buyer',
  notice: ({ orderNo }) => ({
    title: `订单 ${orderNo} 已交付 ${days} 天，请验收`,
    text: `再过 ${acceptWithinDays - days} 天未答复将自动完成；有问题请要求修改或发起争议。`,
  }),
})

const fulfilmentReminders: readonly FulfilmentReminder[] = [
  {
    event: 'remindPromise',
    due: and(promisedOrders, lte(orders.promisedAt, sql`now() + interval '1 day'`), gte(orders.promisedAt, sql`now()`)),
    since: sql`${orders.confirmedAt}`,
    side: 'seller',
    notice: (order) => ({
      title: `订单 ${order.orderNo} 承诺 ${promisedDate(order)} 交付`,
      text: '请按时提交交付；如需延期，请及时与买家沟通。',
    }),
  },
  {
    event: 'remindLate',
    due: and(promisedOrders, lte(orders.promisedAt, sql`now()`)),
    since: sql`${orders.confirmedAt}`,
    side: 'seller',
    notice: (order) => ({
      title: `订单 ${order.orderNo} 已超过承诺的交付日期`,
      text: `承诺 ${promisedDate(order)} 交付，请尽快交付并告知买家。`,
    }),
  },
  acceptanceReminder('remindAccept12', 12),
  acceptanceReminder('remindAccept7', 7),
]

/**
 * Reminds suppliers of promised delivery dates (tomorrow or missed) and buyers of deliveries to accept. The history
 * entry ensures that each reminder is sent once. Safe to run twice and in several processes.
 */
async function remindFulfilment(db: Db, job: OrderJobContext): Promise<void> {
  for (const reminder of fulfilmentReminders) {
    const due = (of: Db) => and(reminder.due, notExists(sentReminders(of, reminder)))
    await forEachDueOrder(db, job, due(db), async (tx, context, order) => {
      const [stillDue] = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.id, order.id), due(tx)))
      if (stillDue === undefined) return
      await recordOrderStep(tx, order, { event: reminder.event, by: null })
      await notifyOrderSide(tx, context, order, reminder.side, reminder.notice(order))
    })
  }
}

/** History entries of sent reminders; a later reminder also suppresses the earlier one. */
function sentReminders(db: Db, { event, since }: FulfilmentReminder) {
  const events =
    event === 'remindAccept7' ? [event, 'remindAccept12'] : event === 'remindPromise' ? [event, 'remindLate'] : [event]
  return db
    .select({ id: stateChanges.id })
    .from(stateChanges)
    .where(
      and(
        eq(stateChanges.entity, 'order'),
        eq(stateChanges.entityId, orders.id),
        inArray(stateChanges.event, events),
        sql`${stateChanges.createdAt} >= coalesce(${since}, ${orders.createdAt})`,
      ),
    )
}

/** Sends all order reminders: payments, promised deliveries, deliveries to accept, milestones. */
export async function remindOrders(db: Db, job: OrderJobContext): Promise<void> {
  await markLinesDue(db, job)
  await remindFulfilment(db, job)
  await remindMilestones(db, job)
}

/** Hours before the due date at which the buyer is reminded; fewer where the order expires without payment. */
const reminderHours = 72
const shortReminderHours = 4

const reminderCutoff = sql`now() + make_interval(hours => case when ${orders.unpaidUntil} is null then ${reminderHours}::int else ${shortReminderHours}::int end)`
/** Orders from offers owe payments once confirmed; disputed orders owe nothing. */
const owingOrders: SQL | undefined = and(
  notInArray(orders.status, [...endedStatuses, 'disputed']),
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
const markLinesDue = (db: Db, job: OrderJobContext): Promise<void> => {
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
    const ends = order.unpaidUntil === null ? '请按时付款。' : '逾期未付款订单将自动取消。'
    await notifyOrderSide(tx, context, order, 'buyer', { title: `${subject}将于 ${day} 到期`, text: ends, path, event })
    return
  }
  await notifyOrderSide(tx, context, order, 'buyer', {
    title: `${subject}已逾期`,
    text: `应付时间 ${day}，请尽快付款。`,
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
