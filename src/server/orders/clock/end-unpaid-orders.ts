import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import { endOrder } from '../end-order.ts'
import type { Order } from '../lock-order.ts'
import { linesOf } from '../present-order.ts'
import { eachOrder, type Around } from './each-order.ts'

const waiting = ['pending_confirm', 'confirmed'] as const
const overdue = and(inArray(orders.status, [...waiting]), lte(orders.unpaidUntil, sql`now()`))

/**
 * Ends orders whose first payment did not come in its time and gives their stock back. Spared is one of which anything
 * was paid, or whose transfer waits to be found by its payee. Safe to run twice and in several processes.
 */
export const endUnpaidOrders = (db: Db, around: Around): Promise<void> =>
  eachOrder(db, around, overdue, async (tx, context, order) => {
    const over = order.unpaidUntil !== null && order.unpaidUntil <= new Date()
    if (!over || !waiting.some((status) => status === order.status)) return
    if (await isPaid(tx, order)) {
      await tx.update(orders).set({ unpaidUntil: null }).where(eq(orders.id, order.id))
      return
    }
    const reason = '下单后未在规定时间内付款'
    await endOrder(tx, context, order, { event: 'cancel', actor: 'system', by: null, reason, refund: 'all' })
  })

/** Whether something of it was paid or is being looked for. */
async function isPaid(tx: Db, { id }: Order): Promise<boolean> {
  const lines = await linesOf(tx, [id])
  if (paidShare(lines).paid > 0 || lines.some(({ status }) => status === 'submitted')) return true
  const [submitted] = await tx
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
    .where(and(eq(paymentParts.orderId, id), eq(payments.status, 'submitted')))
    .limit(1)
  return submitted !== undefined
}
