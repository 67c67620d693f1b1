import { and, eq, gte, inArray, isNotNull, lte, notExists, sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { acceptWithinDays } from '../../../domain/orders/desk.ts'
import { date } from '../../../domain/time.ts'
import type { Reminder } from '../fulfilment/reminders.ts'
import type { Order } from '../lock-order.ts'
import { recordOrderStep } from '../order-moved.ts'
import type { Side } from '../present-order.ts'
import { tellSide, type OrderNews } from '../tell-order.ts'
import { eachOrder, type Around } from './each-order.ts'

/** What somebody is reminded of, when, and in which words. */
interface Remind {
  readonly event: Reminder
  readonly due: SQL | undefined
  /** Since when it counts as told: a new delivery is reminded of anew. */
  readonly since: SQL
  readonly side: Side
  readonly words: (order: Order) => OrderNews
}

const working = and(
  inArray(orders.status, ['confirmed', 'in_progress', 'changes_requested']),
  isNotNull(orders.promisedAt),
)
const waits = (days: number) =>
  and(
    eq(orders.status, 'delivered'),
    lte(orders.deliveredAt, sql`now() - make_interval(days => ${days})`),
    sql`${orders.deliveredAt} > now() - make_interval(days => ${acceptWithinDays})`,
  )
const promised = ({ promisedAt }: Order) => (promisedAt === null ? '' : date(promisedAt.toISOString()))

const accept = (event: 'remindAccept7' | 'remindAccept12', days: number): Remind => ({
  ...{ event, due: waits(days), since: sql`${orders.deliveredAt}`, side: 'buyer' },
  words: ({ orderNo }) => ({
    title: `订单 ${orderNo} 已交付 ${days} 天，请验收`,
    text: `再过 ${acceptWithinDays - days} 天未答复将自动完成；有问题请要求修改或发起争议。`,
  }),
})

const reminds: readonly Remind[] = [
  {
    event: 'remindPromise',
    due: and(working, lte(orders.promisedAt, sql`now() + interval '1 day'`), gte(orders.promisedAt, sql`now()`)),
    since: sql`${orders.confirmedAt}`,
    side: 'seller',
    words: (order) => ({
      title: `订单 ${order.orderNo} 承诺 ${promised(order)} 交付`,
      text: '请按时提交交付；如需延期，请及时与买家沟通。',
    }),
  },
  {
    event: 'remindLate',
    due: and(working, lte(orders.promisedAt, sql`now()`)),
    since: sql`${orders.confirmedAt}`,
    side: 'seller',
    words: (order) => ({
      title: `订单 ${order.orderNo} 已超过承诺的交付日期`,
      text: `承诺 ${promised(order)} 交付，请尽快交付并告知买家。`,
    }),
  },
  accept('remindAccept12', 12),
  accept('remindAccept7', 7),
]

/**
 * Reminds suppliers of what they promised for tomorrow or did not keep, and buyers of deliveries that wait. The step in
 * the order's history is what makes each happen once. Safe to run twice and in several processes.
 */
export async function remindFulfilment(db: Db, around: Around): Promise<void> {
  for (const each of reminds) {
    const due = (of: Db) => and(each.due, notExists(toldOf(of, each)))
    await eachOrder(db, around, due(db), async (tx, context, order) => {
      const [still] = await tx
        .select({ id: orders.id })
        .from(orders)
        .where(and(eq(orders.id, order.id), due(tx)))
      if (still === undefined) return
      await recordOrderStep(tx, order, { event: each.event, by: null })
      await tellSide(tx, context, order, each.side, each.words(order))
    })
  }
}

/** The reminder that was given; the later of two makes the earlier needless. */
function toldOf(db: Db, { event, since }: Remind) {
  const events =
    event === 'remindAccept7' ? [event, 'remindAccept12'] : event === 'remindPromise' ? [event, 'remindLate'] : [event]
  return db
    .select({ id: stateChanges.id })
    .from(stateChanges)
    .where(
      and(
        ...[eq(stateChanges.entity, 'order'), eq(stateChanges.entityId, orders.id)],
        inArray(stateChanges.event, events),
        sql`${stateChanges.createdAt} >= coalesce(${since}, ${orders.createdAt})`,
      ),
    )
}
