import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { allowedOrderActions, type OrderAction, needsMutualCancellation } from '../../domain/orders/order-actions.ts'
import { orderStepName } from '../../domain/orders/order-labels.ts'
import type { Context, Handler } from '../handler.ts'
import {
  acceptCancellation,
  requestCancellation,
  withdrawCancellation,
  refuseCancellation,
} from './fulfilment/cancellation-request.ts'
import { disputeOrder } from './disputes/disputes.ts'
import { lockOrder, type Order } from './lock-order.ts'
import { type StepActor, moveOrder } from './move-order.ts'
import { actorOf } from '../platform/history/record-steps.ts'
import { and, asc, eq, inArray, isNotNull, notExists, sql, desc } from 'drizzle-orm'
import type { ordersCalls } from '../../contract/orders/orders.ts'
import { orderMilestones, paymentLines } from '../../db/tables/orders.ts'
import { endOfDay, maxPromisedDays, shanghaiDaysBetween } from '../../domain/orders/deadlines.ts'
import { date } from '../../domain/time.ts'
import { endOrder } from './end-order.ts'
import { notifyOrderSide, type OrderContext } from './notify-order.ts'
import type { fulfilmentCalls } from '../../contract/orders/fulfilment.ts'
import { deliveries } from '../../db/tables/fulfilment.ts'
import { completeOrder } from './fulfilment/complete-order.ts'
import { recordDueLines } from './payments/move-payment-line.ts'
import type { Side } from '../../domain/sides.ts'
import {
  acceptMilestone,
  requestMilestoneChanges,
  startMilestone,
  type MilestoneStep,
} from './milestones/milestone-steps.ts'
import { loadMilestones, milestoneOfStep } from './milestones/milestones.ts'

/** Performs one step of a side on a locked order and returns the updated order. */
export type StepHandler = (tx: Db, order: Order, by: StepActor) => Promise<Order>
export type StepHandlers = Readonly<Partial<Record<OrderAction, StepHandler>>>

interface StepRequest {
  readonly orderId: number
  readonly event: OrderAction
  readonly reason: string
  /** fen; undefined = all that was paid. */
  readonly refundAmount?: number | undefined
  /** Of a step on a milestone. */
  readonly milestoneId?: number | undefined
  /** The displayed delivery. */
  readonly deliveryId?: number | undefined
}

/** Context of a call of the buyer or the seller. */
type SideContext = Context<'company'> | Context<'seller'>

/** Steps that may end an order: its demand is locked first. */
const mayEnd: ReadonlySet<OrderAction> = new Set(['decline', 'cancel', 'agreeCancel'])

/**
 * Performs a step of one side. `ownHandlers` (steps of this side only) take precedence over the shared ones. Throws
 * notFound for orders of other companies and stepNotAllowed where the transition table does not allow the step.
 */
export async function applyOrderStep(
  side: Side,
  request: StepRequest,
  context: SideContext,
  ownHandlers: StepHandlers,
): Promise<Pick<Order, 'status'>> {
  const { caller, db, note } = context
  const { orderId, event } = request
  const { orderNo, status } = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, side, caller.companyId, orderId, { mayEnd: mayEnd.has(event) })
    const by = actorOf(caller)
    const step = ofMilestones[event]
    const milestones = step === undefined ? [] : await loadMilestones(tx, orderId)
    const milestone = step && milestoneOfStep(milestones, request.milestoneId)
    if (step !== undefined && milestone !== undefined)
      return step(tx, context, order, { milestones, milestone, by }, request)
    const handler = ownHandlers[event] ?? sharedHandlers(side, request, context)[event]
    if (handler === undefined || !allowedOrderActions(order, side).includes(event))
      throw new CallFailed('stepNotAllowed')
    return handler(tx, order, by)
  })
  note(`${orderNo}，${orderStepName(event)}`)
  return { status }
}

type MilestoneHandler = (
  tx: Db,
  context: OrderContext,
  order: Order,
  step: MilestoneStep,
  request: StepRequest,
) => Promise<Order>

/** Steps that an order with stages takes milestone by milestone; which side may take them is checked by each. */
const ofMilestones: Readonly<Partial<Record<OrderAction, MilestoneHandler>>> = {
  start: startMilestone,
  accept: (tx, context, order, step, { deliveryId }) => acceptMilestone(tx, context, order, step, deliveryId),
  requestChanges: requestMilestoneChanges,
}

/** Steps of both sides: cancellation request and dispute. */
function sharedHandlers(side: Side, { reason, refundAmount }: StepRequest, context: SideContext): StepHandlers {
  const cancellationStep = (by: StepActor) => ({ side, by, reason, refundAmount })
  return {
    cancel: (tx, order, by) => requestCancellation(tx, context, order, cancellationStep(by)),
    agreeCancel: (tx, order, by) => acceptCancellation(tx, context, order, cancellationStep(by)),
    refuseCancel: (tx, order, by) => refuseCancellation(tx, context, order, cancellationStep(by)),
    dropCancel: (tx, order, by) => withdrawCancellation(tx, context, order, cancellationStep(by)),
    dispute: (tx, order, by) => disputeOrder(tx, context, order, { side, by, reason }),
  }
}

type SellerStep = Parameters<typeof sellerOrderStep>[0]

export const sellerOrderStep: Handler<typeof ordersCalls.sellerOrderStep> = async (input, context) => {
  const { event, reason } = input
  if (event === 'decline' && reason === '') throw fieldFailed({ field: 'reason', message: '请填写拒绝原因' })
  return applyOrderStep('seller', input, context, {
    confirm: (tx, order, by) => confirmOrder(tx, context, order, input, by),
    decline: (tx, order, by) =>
      endOrder(tx, context, order, { event: 'decline', actor: 'seller', by, reason, refund: 'all' }),
    start: (tx, order, by) => startOrder(tx, context, order, by),
  })
}

async function confirmOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  input: SellerStep,
  by: StepActor,
): Promise<Order> {
  const now = new Date()
  const promisedAt = parsePromisedDay(input.promisedAt, now)
  const set = { confirmedAt: now, ...(promisedAt === null ? {} : { promisedAt }) }
  const facts = { promisedAt: promisedAt?.toISOString() ?? null }
  const moved = await moveOrder(tx, order, { event: 'confirm', actor: 'seller', by, facts, set })
  if (order.source === 'demand') await shiftDueDates(tx, order, now)
  const becameDue = await markFirstPaymentDue(tx, order.id)
  // The first payment of goods and services is due since the order was placed.
  const isDue = becameDue || order.source !== 'demand'
  const promise = promisedAt === null ? '' : `承诺 ${date(promisedAt.toISOString())} 前交付。`
  await notifyOrderSide(tx, context, moved, 'buyer', {
    title: `订单 ${order.orderNo} 已由供应商确认`,
    text: `${promise}${isDue ? '请按付款计划支付首笔款项。' : '首笔款项在对应的里程碑验收后应付。'}`,
  })
  return moved
}

/** End of the promised day; rejects days in the past or beyond the limit. */
function parsePromisedDay(day: string | undefined, now: Date): Date | null {
  if (day === undefined) return null
  const at = endOfDay(day)
  const days = (at.getTime() - now.getTime()) / 86_400_000
  if (days < 0) throw fieldFailed({ field: 'promisedAt', message: '交付日期不能早于今天' })
  if (days > maxPromisedDays + 1) throw fieldFailed({ field: 'promisedAt', message: '交付日期最远为三年之后' })
  return at
}

async function startOrder(tx: Db, context: OrderContext, order: Order, by: StepActor): Promise<Order> {
  const moved = await moveOrder(tx, order, { event: 'start', actor: 'seller', by, set: { unpaidUntil: null } })
  await notifyOrderSide(tx, context, moved, 'buyer', {
    title: `订单 ${order.orderNo} 已开始执行`,
    text: '交付后由您验收。',
  })
  return moved
}

/** Due dates and planned days of an order from an offer count from the confirmation, not from the award. */
async function shiftDueDates(tx: Db, { id, createdAt }: Order, now: Date): Promise<void> {
  const days = shanghaiDaysBetween(createdAt, now)
  if (days > 0) {
    await tx
      .update(orderMilestones)
      .set({ plannedAt: sql`${orderMilestones.plannedAt} + make_interval(hours => ${days * 24})` })
      .where(eq(orderMilestones.orderId, id))
  }
  const waitedSeconds = Math.max(0, now.getTime() - createdAt.getTime()) / 1000
  await tx
    .update(paymentLines)
    .set({
      dueAt: sql`greatest(${paymentLines.dueAt} + make_interval(secs => ${waitedSeconds}), now() + interval '1 day')`,
    })
    .where(and(eq(paymentLines.orderId, id), eq(paymentLines.status, 'scheduled'), isNotNull(paymentLines.dueAt)))
}

/**
 * Marks the first payment due on confirmation, at least one day ahead; the others keep their due dates. The payment of a
 * stage waits for its acceptance. Returns whether a payment is due.
 */
async function markFirstPaymentDue(tx: Db, orderId: number): Promise<boolean> {
  const first = tx
    .select({ id: paymentLines.id })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
    .limit(1)
  const due = await tx
    .update(paymentLines)
    .set({ status: 'due', dueAt: sql`greatest(${paymentLines.dueAt}, now() + interval '1 day')`, reminded: 'soon' })
    .where(
      and(
        inArray(paymentLines.id, first),
        eq(paymentLines.status, 'scheduled'),
        notExists(
          tx
            .select({ id: orderMilestones.id })
            .from(orderMilestones)
            .where(eq(orderMilestones.paymentLineId, paymentLines.id)),
        ),
      ),
    )
    .returning()
  await recordDueLines(tx, due)
  return due.length > 0
}

type BuyerStep = Parameters<typeof buyerOrderStep>[0]

/** Cancelling is immediate before the supplier confirms; afterwards the supplier must agree. */
export const buyerOrderStep: Handler<typeof fulfilmentCalls.buyerOrderStep> = (input, context) =>
  applyOrderStep('buyer', input, context, {
    accept: (tx, order, by) => acceptDelivery(tx, context, order, input, by),
    requestChanges: (tx, order, by) => requestChanges(tx, context, order, input, by),
    cancel: (tx, order, by) => {
      const { reason, refundAmount } = input
      return needsMutualCancellation(order)
        ? requestCancellation(tx, context, order, { side: 'buyer', by, reason, refundAmount })
        : endOrder(tx, context, order, { event: 'cancel', actor: 'buyer', by, reason, refund: 'all' })
    },
  })

async function acceptDelivery(
  tx: Db,
  context: OrderContext,
  order: Order,
  { deliveryId }: BuyerStep,
  by: StepActor,
): Promise<Order> {
  const newest = await assertNewestDelivery(tx, order, deliveryId)
  const facts = { delivery: newest?.seq ?? null }
  const completed = await completeOrder(tx, context, order, { event: 'accept', actor: 'buyer', by, facts })
  await notifyOrderSide(tx, context, completed, 'seller', {
    title: `订单 ${order.orderNo} 已由买家验收`,
    text: '订单已完成。尚有未付款项的，买家仍可继续付款。',
  })
  return completed
}

async function requestChanges(
  tx: Db,
  context: OrderContext,
  order: Order,
  input: BuyerStep,
  by: StepActor,
): Promise<Order> {
  const { reason, deliveryId } = input
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明需要修改的内容' })
  const newest = await assertNewestDelivery(tx, order, deliveryId)
  const moved = await moveOrder(tx, order, {
    event: 'requestChanges',
    actor: 'buyer',
    by,
    reason,
    facts: { delivery: newest?.seq ?? null },
    set: { deliveredAt: null },
  })
  if (newest !== undefined) {
    const answer = { verdict: 'changes', reason, answeredAt: new Date() } as const
    await tx.update(deliveries).set(answer).where(eq(deliveries.id, newest.id))
  }
  await notifyOrderSide(tx, context, moved, 'seller', {
    title: `订单 ${order.orderNo} 买家要求修改`,
    text: `${reason}`,
  })
  return moved
}

/** The newest delivery of a locked order; throws conflict if the viewed one is not the newest. */
async function assertNewestDelivery(tx: Db, { id }: Order, viewedId: number | undefined) {
  const [newest] = await tx
    .select({ id: deliveries.id, seq: deliveries.seq })
    .from(deliveries)
    .where(eq(deliveries.orderId, id))
    .orderBy(desc(deliveries.seq))
    .limit(1)
  if (viewedId !== undefined && viewedId !== newest?.id)
    throw new CallFailed('conflict', { deliveryId: newest?.id ?? null })
  return newest
}
