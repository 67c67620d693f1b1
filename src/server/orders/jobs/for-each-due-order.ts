import { and, asc, gt, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { lockOrderOfAnyCompany, type Order } from '../lock-order.ts'
import type { OrderContext } from '../notify-order.ts'

/** Context of order jobs besides the database. */
export type OrderJobContext = Pick<OrderContext, 'pages' | 'push'> & { readonly log: Pick<Logger, 'error'> }

/** Orders read at a time. */
const batchSize = 200

/**
 * Runs an action for every due order, each in its own transaction; errors are logged and do not stop the rest. The
 * action gets the order locked and must check again whether it is due, since another process may have handled it.
 * Notifications are sent after the commit.
 */
export async function forEachDueOrder(
  db: Db,
  { pages, push, log }: OrderJobContext,
  due: SQL | undefined,
  action: (tx: Db, context: OrderContext, order: Order) => Promise<unknown>,
): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(due, gt(orders.id, last)))
      .orderBy(asc(orders.id))
      .limit(batchSize)
    for (const { id } of rows) {
      last = id
      const { context: news, notifyAll } = createJobContext(push)
      const context = { ...news, pages }
      try {
        await db.transaction(async (tx) => action(tx, context, await lockOrderOfAnyCompany(tx, id, { mayEnd: true })))
        await notifyAll()
      } catch (err) {
        log.error({ err, orderId: id }, 'order clock')
      }
    }
    if (rows.length < batchSize) return
  }
}
