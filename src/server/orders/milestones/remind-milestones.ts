import { and, eq, exists, inArray, notExists, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orderMilestones, orders } from '../../../db/tables/orders.ts'
import { acceptWithinDays } from '../../../domain/orders/deadlines.ts'
import { milestoneName } from '../../../domain/orders/milestone-states.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { Reminder } from '../fulfilment/reminders.ts'
import { forEachDueOrder, type OrderJobContext } from '../jobs/for-each-due-order.ts'
import type { Order } from '../lock-order.ts'
import { notifyOrderSide, type OrderNotice } from '../notify-order.ts'
import { milestoneEntry, type Milestone } from './milestones.ts'

/** A reminder about a milestone: condition, recipient and text. */
interface MilestoneReminder {
  readonly event: Reminder
  /** On the milestone of an order that can move. */
  readonly due: SQL
  /** Reminders from before this moment do not count, so that a new delivery is reminded of again. */
  readonly since: SQL
  readonly side: Side
  readonly notice: (order: Order, milestone: Milestone) => OrderNotice
}

const { deliveredAt, plannedAt } = orderMilestones
const openWork = inArray(orderMilestones.status, ['planned', 'in_work', 'changes_requested'])
const plannedDay = (milestone: Milestone) => date(milestone.plannedAt.toISOString())

const acceptanceReminder = (event: 'remindAccept7' | 'remindAccept12', days: number): MilestoneReminder => ({
  event,
  due: sql`${eq(orderMilestones.status, 'delivered')} and ${deliveredAt} <= now() - make_interval(days => ${days})
    and ${deliveredAt} > now() - make_interval(days => ${acceptWithinDays})`,
  since: sql`${deliveredAt}`,
  side: 'buyer',
  notice: ({ orderNo }, milestone) => ({
    title: `订单 ${orderNo} 的${milestoneName(milestone)}已交付 ${days} 天，请验收`,
    text: `再过 ${acceptWithinDays - days} 天未答复视为验收通过；有问题请要求修改或发起争议。`,
  }),
})

const milestoneReminders: readonly MilestoneReminder[] = [
  {
    event: 'remindPromise',
    due: sql`${openWork} and ${plannedAt} between now() and now() + interval '1 day'`,
    since: sql`${orders.confirmedAt}`,
    side: 'seller',
    notice: ({ orderNo }, milestone) => ({
      title: `订单 ${orderNo} 的${milestoneName(milestone)}计划 ${plannedDay(milestone)} 交付`,
      text: '请按时提交交付；如需延期，请及时与买家沟通。',
    }),
  },
  {
    event: 'remindLate',
    due: sql`${openWork} and ${plannedAt} < now()`,
    since: sql`${orders.confirmedAt}`,
    side: 'seller',
    notice: ({ orderNo }, milestone) => ({
      title: `订单 ${orderNo} 的${milestoneName(milestone)}已超过计划日期`,
      text: `计划 ${plannedDay(milestone)} 交付，请尽快交付并告知买家。`,
    }),
  },
  acceptanceReminder('remindAccept12', 12),
  acceptanceReminder('remindAccept7', 7),
]

/** A later reminder also suppresses the earlier one. */
const suppressing = (event: Reminder): Reminder[] =>
  event === 'remindAccept7' ? [event, 'remindAccept12'] : event === 'remindPromise' ? [event, 'remindLate'] : [event]

/** Due milestones of the order of the outer query. */
const dueMilestones = (db: Db, { event, due, since }: MilestoneReminder) =>
  and(
    eq(orderMilestones.orderId, orders.id),
    due,
    notExists(
      db
        .select({ id: stateChanges.id })
        .from(stateChanges)
        .where(
          and(
            eq(stateChanges.entity, 'milestone'),
            eq(stateChanges.entityId, orderMilestones.id),
            inArray(stateChanges.event, suppressing(event)),
            sql`${stateChanges.createdAt} >= coalesce(${since}, ${orders.createdAt})`,
          ),
        ),
    ),
  )

/** Orders whose milestones move. */
const movingOrders = inArray(orders.status, ['confirmed', 'in_progress', 'delivered', 'changes_requested'])

/**
 * Reminds suppliers of planned days (tomorrow or missed) and buyers of milestones to accept. The history entry of the
 * milestone ensures that each reminder is sent once. Safe to run twice and in several processes.
 */
export async function remindMilestones(db: Db, job: OrderJobContext): Promise<void> {
  for (const reminder of milestoneReminders) {
    // Starts from the few due milestones instead of scanning all orders.
    const near = db.select({ id: orderMilestones.orderId }).from(orderMilestones).where(reminder.due)
    const some = exists(db.select({ id: orderMilestones.id }).from(orderMilestones).where(dueMilestones(db, reminder)))
    await forEachDueOrder(db, job, and(movingOrders, inArray(orders.id, near), some), async (tx, context, order) => {
      const rows = await tx
        .select({ milestone: orderMilestones })
        .from(orderMilestones)
        .innerJoin(orders, eq(orders.id, orderMilestones.orderId))
        .where(and(eq(orders.id, order.id), movingOrders, dueMilestones(tx, reminder)))
        .orderBy(orderMilestones.seq)
      for (const { milestone } of rows) {
        await recordDeal(tx, [milestoneEntry(milestone, { event: reminder.event, side: 'system' })])
        await notifyOrderSide(tx, context, order, reminder.side, reminder.notice(order, milestone))
      }
    })
  }
}
