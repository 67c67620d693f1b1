import { and, asc, gt, type SQL } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { lockAnyOrder, type Order } from '../lock-order.ts'
import type { OrderContext } from '../tell-order.ts'

/** What the clock of orders needs besides the database. */
export type Around = Pick<OrderContext, 'pages' | 'push'> & { readonly log: Pick<Logger, 'error'> }

/** Orders read at once: a server that was away for long catches up in pieces. */
const piece = 200

/**
 * Does something to every order that it is time for, each in a transaction of its own: one that fails is logged and
 * keeps no other waiting. `act` gets the order locked, and says itself whether it is still time: another process may
 * have been quicker. What it has to tell follows its commit.
 */
export async function eachOrder(
  db: Db,
  { pages, push, log }: Around,
  due: SQL | undefined,
  act: (tx: Db, context: OrderContext, order: Order) => Promise<unknown>,
): Promise<void> {
  for (let last = 0; ;) {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(due, gt(orders.id, last)))
      .orderBy(asc(orders.id))
      .limit(piece)
    for (const { id } of rows) {
      last = id
      const { news, tellAll } = newsOfJob(push)
      const context = { ...news, pages }
      try {
        await db.transaction(async (tx) => act(tx, context, await lockAnyOrder(tx, id, { mayEnd: true })))
        await tellAll()
      } catch (err) {
        log.error({ err, orderId: id }, 'order clock')
      }
    }
    if (rows.length < piece) return
  }
}
