import { and, eq, exists, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { changeOrders } from '../../../db/tables/change-orders.ts'
import { orders } from '../../../db/tables/orders.ts'
import { changeOrderName } from '../../../domain/orders/change-order-states.ts'
import { settleBudget } from '../budgets/book-budget.ts'
import { forEachDueOrder, type OrderJobContext } from '../jobs/for-each-due-order.ts'
import { notifyOrderSide } from '../notify-order.ts'
import { findOpenChange, moveChange } from './close-change.ts'

/** Ends change orders that nobody signed in time, and tells both sides. Safe to run twice and in several processes. */
export const expireChanges = (db: Db, job: OrderJobContext): Promise<void> => {
  const due = db
    .select({ id: changeOrders.id })
    .from(changeOrders)
    .where(
      and(
        eq(changeOrders.orderId, orders.id),
        eq(changeOrders.status, 'proposed'),
        lte(changeOrders.expiresAt, sql`now()`),
      ),
    )
  return forEachDueOrder(db, job, exists(due), async (tx, context, order) => {
    const open = await findOpenChange(tx, order.id)
    if (open === undefined || open.expiresAt > new Date()) return
    await moveChange(tx, order, open, { event: 'expire', actor: 'system', by: null })
    const notice = {
      title: `订单 ${order.orderNo} 的${changeOrderName(open.number)}已过期`,
      text: '对方未在期限内签署，订单按原约定继续；需要时可以重新提出。',
    }
    await notifyOrderSide(tx, context, order, 'buyer', notice)
    await notifyOrderSide(tx, context, order, 'seller', notice)
    const booking = { source: 'change', sourceId: open.id, event: 'release', userId: null } as const
    await settleBudget(tx, context, order, booking)
  })
}
