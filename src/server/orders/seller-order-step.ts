import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { fieldFailed } from '../../contract/failures.ts'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import type { Db } from '../../db/open.ts'
import { paymentLines } from '../../db/tables/orders.ts'
import { endOfDay, mostPromisedDays } from '../../domain/orders/promise.ts'
import { date } from '../../domain/time.ts'
import type { Handler } from '../handler.ts'
import { recordSteps } from '../operations/public.ts'
import { endOrder } from './end-order.ts'
import type { Order } from './lock-order.ts'
import { moveOrder, type Hand } from './order-moved.ts'
import { orderStep } from './order-step.ts'
import { tellSide, type OrderContext } from './tell-order.ts'

type Step = Parameters<typeof sellerOrderStep>[0]

export const sellerOrderStep: Handler<typeof ordersCalls.sellerOrderStep> = async (input, context) => {
  const { event, reason } = input
  if (event === 'decline' && reason === '') throw fieldFailed({ field: 'reason', message: '请填写拒绝原因' })
  return orderStep('seller', input, context, {
    confirm: (tx, order, by) => confirm(tx, context, order, input, by),
    decline: (tx, order, by) =>
      endOrder(tx, context, order, { event: 'decline', actor: 'seller', by, reason, refund: 'all' }),
    start: (tx, order, by) => start(tx, context, order, by),
  })
}

async function confirm(tx: Db, context: OrderContext, order: Order, input: Step, by: Hand): Promise<Order> {
  const now = new Date()
  const promisedAt = promiseOf(input.promisedAt, now)
  const set = { confirmedAt: now, ...(promisedAt === null ? {} : { promisedAt }) }
  const moved = await moveOrder(tx, order, { event: 'confirm', actor: 'seller', by, set })
  if (order.source === 'demand') await countFromNow(tx, order, now)
  await firstPaymentDue(tx, order.id)
  const promise = promisedAt === null ? '' : `承诺 ${date(promisedAt.toISOString())} 前交付。`
  await tellSide(tx, context, moved, 'buyer', {
    title: `订单 ${order.orderNo} 已由供应商确认`,
    text: `${promise}请按付款计划支付首笔款项。`,
  })
  return moved
}

/** The end of the day that was promised; a day that is over or far away is refused. */
function promiseOf(day: string | undefined, now: Date): Date | null {
  if (day === undefined) return null
  const at = endOfDay(day)
  const days = (at.getTime() - now.getTime()) / 86_400_000
  if (days < 0) throw fieldFailed({ field: 'promisedAt', message: '交付日期不能早于今天' })
  if (days > mostPromisedDays + 1) throw fieldFailed({ field: 'promisedAt', message: '交付日期最远为三年之后' })
  return at
}

async function start(tx: Db, context: OrderContext, order: Order, by: Hand): Promise<Order> {
  const moved = await moveOrder(tx, order, { event: 'start', actor: 'seller', by, set: { unpaidUntil: null } })
  await tellSide(tx, context, moved, 'buyer', { title: `订单 ${order.orderNo} 已开始执行`, text: '交付后由您验收。' })
  return moved
}

/** An offer's days of payment count from the confirmation, not from the day on which it was chosen. */
async function countFromNow(tx: Db, { id, createdAt }: Order, now: Date): Promise<void> {
  const waited = Math.max(0, now.getTime() - createdAt.getTime()) / 1000
  await tx
    .update(paymentLines)
    .set({ dueAt: sql`${paymentLines.dueAt} + make_interval(secs => ${waited})` })
    .where(and(eq(paymentLines.orderId, id), eq(paymentLines.status, 'scheduled'), isNotNull(paymentLines.dueAt)))
}

/** With the seller's word the first payment falls due, a day at least to make it; the others wait for their day. */
async function firstPaymentDue(tx: Db, orderId: number): Promise<void> {
  const first = tx
    .select({ id: paymentLines.id })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
    .limit(1)
  const due = await tx
    .update(paymentLines)
    .set({ status: 'due', dueAt: sql`greatest(${paymentLines.dueAt}, now() + interval '1 day')`, reminded: 'soon' })
    .where(and(inArray(paymentLines.id, first), eq(paymentLines.status, 'scheduled')))
    .returning({ id: paymentLines.id })
  const step = { entity: 'payment' as const, event: 'due', fromStatus: 'scheduled', toStatus: 'due' }
  await recordSteps(
    tx,
    due.map(({ id }) => ({ ...step, entityId: id })),
  )
}
