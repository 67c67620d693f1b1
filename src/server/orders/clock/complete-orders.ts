import { and, eq, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { acceptWithinDays } from '../../../domain/orders/desk.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import { tellSide } from '../tell-order.ts'
import { eachOrder, type Around } from './each-order.ts'

const since = sql`now() - make_interval(days => ${acceptWithinDays})`
const silent = and(eq(orders.status, 'delivered'), lte(orders.deliveredAt, since))

/**
 * Completes orders whose buyer said nothing for 14 days. One whose buyer asked to cancel waits for the supplier's word.
 * Safe to run twice and in several processes.
 */
export const completeOrders = (db: Db, around: Around): Promise<void> =>
  eachOrder(db, around, silent, async (tx, context, order) => {
    const long = Date.now() - acceptWithinDays * 86_400_000
    const due = order.status === 'delivered' && order.deliveredAt !== null && order.deliveredAt.getTime() <= long
    if (!due || order.cancelWantedBy === 'buyer') return
    const reason = `交付后 ${acceptWithinDays} 天未答复，视为验收通过`
    const completed = await completeOrder(tx, context, order, { event: 'complete', actor: 'system', by: null, reason })
    const news = { title: `订单 ${order.orderNo} 已自动完成`, text: `${reason}。` }
    await tellSide(tx, context, completed, 'buyer', news)
    await tellSide(tx, context, completed, 'seller', news)
  })
