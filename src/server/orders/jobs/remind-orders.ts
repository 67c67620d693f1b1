import { and, eq, gte, inArray, isNotNull, lte, notExists, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { acceptWithinDays } from '../../../domain/orders/deadlines.ts'
import { date } from '../../../domain/time.ts'
import type { Reminder } from '../fulfilment/reminders.ts'
import type { Order } from '../lock-order.ts'
import { recordOrderStep } from '../move-order.ts'
import { notifyOrderSide, type OrderNotice } from '../notify-order.ts'
import { forEachDueOrder, type OrderJobContext } from './for-each-due-order.ts'
import { markLinesDue } from './mark-due.ts'
import type { Side } from '../../../domain/sides.ts'
import { workingStatuses } from '../../../domain/orders/order-states.ts'

/** A reminder: condition, recipient and text. */
interface FulfilmentReminder {
  readonly event: Reminder
  readonly due: SQL | undefined
  /** Reminders sent before this moment do not count, so that a new delivery is reminded of again. */
  readonly since: SQL
  readonly side: Side
  readonly notice: (order: Order) => OrderNotice
}

const promisedOrders = and(inArray(orders.status, workingStatuses), isNotNull(orders.promisedAt))
const deliveredSince = (days: number) =>
  and(
    eq(orders.status, 'delivered'),
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
export async function remindFulfilment(db: Db, job: OrderJobContext): Promise<void> {
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

/** Sends all order reminders: payments, promised deliveries, deliveries to accept. */
export async function remindOrders(db: Db, job: OrderJobContext): Promise<void> {
  await markLinesDue(db, job)
  await remindFulfilment(db, job)
}
