import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orders, paymentLines } from '../../db/tables/orders.ts'
import { links } from '../../domain/links.ts'
import { orderTransitions } from '../../domain/orders/order-states.ts'
import { next } from '../../domain/transition.ts'
import type { Handler, Seller } from '../handler.ts'
import { actorOf, peopleOf, recordSteps, tell } from '../operations/public.ts'

export const sellerOrderStep: Handler<typeof ordersCalls.sellerOrderStep> = async (input, context) => {
  const { caller, db, push, after, note } = context
  const { orderId, event, reason } = input
  if (event === 'decline' && reason === '') throw fieldFailed({ field: 'reason', message: '请填写拒绝原因' })
  const { order, people } = await db.transaction(async (tx) => {
    const moved = await move(tx, orderId, event, reason, caller)
    if (event === 'confirm') await firstPaymentDue(tx, orderId)
    return { order: moved, people: await peopleOf(tx, [moved.buyerCompanyId], 'my_orders') }
  })
  note(`${order.orderNo}，${event === 'confirm' ? '确认' : '拒绝'}`)
  after(() => {
    const what = event === 'confirm' ? '已由供应商确认' : '被供应商拒绝'
    tell(push, people.get(order.buyerCompanyId), {
      title: `订单 ${order.orderNo} ${what}`,
      path: links.buyerOrder(orderId),
    })
  })
  return { status: order.status }
}

/** Moves the seller's order by one step of the table; of parallel steps one is made, the others are refused. */
async function move(tx: Db, orderId: number, event: 'confirm' | 'decline', reason: string, caller: Seller) {
  const own = and(eq(orders.id, orderId), eq(orders.sellerCompanyId, caller.companyId))
  const [order] = await tx.select({ status: orders.status }).from(orders).where(own)
  if (order === undefined) throw new CallFailed('notFound')
  const status = next(orderTransitions, order.status, event, 'seller')
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(orders)
    .set({ status })
    .where(and(own, eq(orders.status, order.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordSteps(tx, [
    {
      entity: 'order',
      entityId: orderId,
      event,
      fromStatus: order.status,
      toStatus: status,
      reason,
      ...actorOf(caller),
    },
  ])
  return moved
}

/** With the seller's word the first payment falls due; the others wait for their day. */
async function firstPaymentDue(tx: Db, orderId: number): Promise<void> {
  const first = tx
    .select({ id: paymentLines.id })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
    .limit(1)
  const due = await tx
    .update(paymentLines)
    .set({ status: 'due', dueAt: sql`coalesce(${paymentLines.dueAt}, now())` })
    .where(and(inArray(paymentLines.id, first), eq(paymentLines.status, 'scheduled')))
    .returning({ id: paymentLines.id })
  await recordSteps(
    tx,
    due.map(({ id }) => ({
      entity: 'payment' as const,
      entityId: id,
      event: 'due',
      fromStatus: 'scheduled',
      toStatus: 'due',
    })),
  )
}
