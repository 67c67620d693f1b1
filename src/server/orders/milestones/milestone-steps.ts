import { and, desc, eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { yuan } from '../../../domain/money.ts'
import type { DealFacts } from '../../../domain/orders/deal-record.ts'
import { acceptanceDueAt, acceptWithinDays, finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import {
  allowedMilestoneActions,
  areAllDelivered,
  isMilestoneDelivered,
  milestoneName,
  stagedOrderState,
  type MilestoneAction,
} from '../../../domain/orders/milestone-states.ts'
import { isOrderCompleted, isOrderConfirmed } from '../../../domain/orders/order-states.ts'
import { isLineRefunded } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Side } from '../../../domain/sides.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import type { Order } from '../lock-order.ts'
import { moveOrder, type StepActor } from '../move-order.ts'
import { notifyOrderSide, type OrderContext } from '../notify-order.ts'
import { loadPaymentLines } from '../present-order.ts'
import { closeMilestone, moveMilestone, projectOrder, withMilestone, type Milestone } from './milestones.ts'

/** A step on one milestone of a locked order. */
export interface MilestoneStep {
  readonly milestones: readonly Milestone[]
  readonly milestone: Milestone
  readonly by: StepActor
}

/** Throws stepNotAllowed unless the side may take the step on the milestone now. */
export function assertMilestoneStep(order: Order, milestone: Milestone, action: MilestoneAction, side: Side): void {
  if (!allowedMilestoneActions(order.status, milestone.status, side).includes(action))
    throw new CallFailed('stepNotAllowed')
}

/** Starts the work on a milestone; the first one starts the order. */
export async function startMilestone(
  tx: Db,
  context: OrderContext,
  order: Order,
  { milestones, milestone, by }: MilestoneStep,
): Promise<Order> {
  assertMilestoneStep(order, milestone, 'start', 'seller')
  const started = await moveMilestone(tx, milestone, {
    event: 'start',
    actor: 'seller',
    by,
    set: { startedAt: new Date() },
  })
  const reason = milestoneName(milestone)
  const moved = isOrderConfirmed(order.status)
    ? await moveOrder(tx, order, { event: 'start', actor: 'seller', by, reason, set: { unpaidUntil: null } })
    : await projectOrder(tx, order, withMilestone(milestones, started), { event: 'startMilestone', reason, by })
  await notifyOrderSide(tx, context, moved, 'buyer', {
    title: `订单 ${order.orderNo} 的${reason}已开工`,
    text: '交付后由您验收。',
  })
  return moved
}

/** Moves a milestone to delivered; the delivery itself is written by the caller. */
export async function deliverMilestone(
  tx: Db,
  context: OrderContext,
  order: Order,
  { milestones, milestone, by }: MilestoneStep,
  { summary, facts }: { readonly summary: string; readonly facts: DealFacts },
): Promise<Order> {
  assertMilestoneStep(order, milestone, 'deliver', 'seller')
  const now = new Date()
  const delivered = await moveMilestone(tx, milestone, {
    event: 'deliver',
    actor: 'seller',
    by,
    facts,
    set: { deliveredAt: now },
  })
  const all = withMilestone(milestones, delivered)
  const reason = milestoneName(milestone)
  // The promised day is about the whole order.
  const firstDeliveredAt = order.firstDeliveredAt ?? (areAllDelivered(all) ? now : null)
  const set = { firstDeliveredAt, unpaidUntil: null }
  const moved = await projectOrder(tx, order, all, { event: 'deliverMilestone', reason, by, set })
  await notifyOrderSide(tx, context, moved, 'buyer', {
    title: `订单 ${order.orderNo} 的${reason}已交付，请验收`,
    text: `${summary}请在 ${acceptWithinDays} 天内验收，逾期视为验收通过。`,
  })
  return moved
}

/**
 * Accepts the displayed delivery of a milestone; with the last one the order is completed. Throws conflict if there is a
 * newer delivery.
 */
export async function acceptMilestone(
  tx: Db,
  context: OrderContext,
  order: Order,
  { milestones, milestone, by }: MilestoneStep,
  deliveryId: number | undefined,
): Promise<Order> {
  assertMilestoneStep(order, milestone, 'accept', 'buyer')
  await newestDelivery(tx, milestone, deliveryId)
  const accepted = await closeMilestone(tx, milestone, { event: 'accept', actor: 'buyer', by })
  const moved = await completeOrProject(tx, context, order, withMilestone(milestones, accepted), {
    event: 'acceptMilestone',
    reason: milestoneName(milestone),
    by,
  })
  await notifyOrderSide(tx, context, moved, 'seller', {
    title: `订单 ${order.orderNo} 的${milestoneName(milestone)}已由买家验收`,
    text: await acceptanceText(tx, moved, milestone),
  })
  return moved
}

/** Requests changes of the displayed delivery of a milestone. Throws conflict if there is a newer delivery. */
export async function requestMilestoneChanges(
  tx: Db,
  context: OrderContext,
  order: Order,
  { milestones, milestone, by }: MilestoneStep,
  { reason, deliveryId }: { readonly reason: string; readonly deliveryId?: number | undefined },
): Promise<Order> {
  assertMilestoneStep(order, milestone, 'requestChanges', 'buyer')
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明需要修改的内容' })
  const newest = await newestDelivery(tx, milestone, deliveryId)
  const asked = await moveMilestone(tx, milestone, { event: 'requestChanges', actor: 'buyer', by, reason })
  if (newest !== undefined) {
    const answer = { verdict: 'changes', reason, answeredAt: new Date() } as const
    await tx.update(deliveries).set(answer).where(eq(deliveries.id, newest))
  }
  const moved = await projectOrder(tx, order, withMilestone(milestones, asked), {
    event: 'requestMilestoneChanges',
    reason: `${milestoneName(milestone)}：${reason}`,
    by,
  })
  await notifyOrderSide(tx, context, moved, 'seller', {
    title: `订单 ${order.orderNo} 的${milestoneName(milestone)}，买家要求修改`,
    text: reason,
  })
  return moved
}

/**
 * Accepts the milestones of a locked order that waited for the whole time for acceptance. Returns the order, unchanged
 * where none did.
 */
export async function acceptUnanswered(
  tx: Db,
  context: OrderContext,
  order: Order,
  milestones: readonly Milestone[],
): Promise<Order> {
  const now = new Date()
  const silence = `交付后 ${acceptWithinDays} 天未答复，视为验收通过`
  let all = milestones
  let moved = order
  for (const milestone of milestones) {
    const { status, deliveredAt } = milestone
    if (!isMilestoneDelivered(status) || deliveredAt === null || acceptanceDueAt(deliveredAt) > now) continue
    const accepted = await closeMilestone(tx, milestone, {
      event: 'accept',
      actor: 'system',
      by: null,
      reason: silence,
    })
    all = withMilestone(all, accepted)
    const reason = `${milestoneName(milestone)}：${silence}`
    moved = await completeOrProject(tx, context, moved, all, { event: 'acceptMilestone', reason, by: null })
    const title = `订单 ${order.orderNo} 的${milestoneName(milestone)}视为验收通过`
    const text = `${silence}。${await acceptanceText(tx, moved, milestone)}`
    await notifyOrderSide(tx, context, moved, 'buyer', { title, text })
    await notifyOrderSide(tx, context, moved, 'seller', { title, text })
  }
  return moved
}

/** After an acceptance: completes the order with its last milestone, else gives it the status of the others. */
async function completeOrProject(
  tx: Db,
  context: OrderContext,
  order: Order,
  milestones: readonly Milestone[],
  step: { readonly event: 'acceptMilestone'; readonly reason: string; readonly by: StepActor | null },
): Promise<Order> {
  if (!isOrderCompleted(stagedOrderState(milestones).status)) return projectOrder(tx, order, milestones, step)
  const { by, reason } = step
  return by === null
    ? completeOrder(tx, context, order, { event: 'complete', actor: 'system', by, reason })
    : completeOrder(tx, context, order, { event: 'accept', actor: 'buyer', by, reason })
}

/** What an acceptance means for the money, and whether the order is completed. */
async function acceptanceText(tx: Db, { id, status }: Order, { paymentLineId }: Milestone): Promise<string> {
  const line = (await loadPaymentLines(tx, [id])).find((each) => each.id === paymentLineId)
  const open = line === undefined ? 0 : Math.max(0, line.amount - line.paid)
  const money = isLineRefunded(line?.status)
    ? '该期款项已退款，不再应付。'
    : open === 0
      ? '该期款项已付清。'
      : sentence(`款项 ¥${yuan(open)} 在 ${finalPaymentDays} 天内应付`)
  return isOrderCompleted(status) ? `${money}全部里程碑已验收，订单已完成。` : money
}

/** Id of the newest delivery of a milestone; throws conflict if the displayed one is not the newest. */
async function newestDelivery(
  tx: Db,
  { id, orderId }: Milestone,
  displayedId: number | undefined,
): Promise<number | undefined> {
  const [newest] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.orderId, orderId), eq(deliveries.milestoneId, id)))
    .orderBy(desc(deliveries.seq))
    .limit(1)
  if (displayedId !== undefined && displayedId !== newest?.id)
    throw new CallFailed('conflict', { deliveryId: newest?.id ?? null })
  return newest?.id
}
