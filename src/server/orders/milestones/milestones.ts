import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed } from '../../../contract/failures.ts'
import type { milestone as contractMilestone } from '../../../contract/orders/documents.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import type { DealFacts, DealSide } from '../../../domain/orders/deal-record.ts'
import { finalPaymentDays } from '../../../domain/orders/deadlines.ts'
import {
  isMilestoneClosed,
  isMilestoneDelivered,
  milestoneTransitions,
  stagedOrderState,
  type MilestoneEvent,
} from '../../../domain/orders/milestone-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordDeal, type DealStep } from '../deal-record/record-deal.ts'
import type { Order } from '../lock-order.ts'
import { recordOrderStep, type StepActor } from '../move-order.ts'
import { movePaymentLine, systemActor } from '../payments/move-payment-line.ts'
import { lockPaymentLines } from '../payments/payment-locks.ts'

export type Milestone = typeof orderMilestones.$inferSelect

/** Milestones of an order in their sequence; none = the order has no stages. */
export const loadMilestones = (db: Db, orderId: number): Promise<Milestone[]> =>
  db.select().from(orderMilestones).where(eq(orderMilestones.orderId, orderId)).orderBy(asc(orderMilestones.seq))

/**
 * A milestone for a side. The day of its delivery is that of its newest delivery (`given`, newest first): the column
 * begins anew after a dispute, for the time of acceptance.
 */
export const presentMilestone = (
  milestone: Milestone,
  given: readonly { readonly milestoneId: number | null; readonly createdAt: string }[],
): z.output<typeof contractMilestone> => ({
  milestoneId: milestone.id,
  seq: milestone.seq,
  name: milestone.name,
  deliverables: milestone.deliverables,
  plannedAt: milestone.plannedAt.toISOString(),
  lineId: milestone.paymentLineId,
  status: milestone.status,
  startedAt: milestone.startedAt?.toISOString() ?? null,
  deliveredAt: given.find(({ milestoneId }) => milestoneId === milestone.id)?.createdAt ?? null,
  acceptedAt: milestone.acceptedAt?.toISOString() ?? null,
})

/**
 * The milestone that a step is about; undefined for an order without stages. Throws milestoneNeeded, milestoneUnneeded,
 * and notFound for a milestone of another order.
 */
export function milestoneOfStep(
  milestones: readonly Milestone[],
  milestoneId: number | undefined,
): Milestone | undefined {
  if (milestones.length === 0) {
    if (milestoneId !== undefined) throw new CallFailed('milestoneUnneeded')
    return undefined
  }
  if (milestoneId === undefined) throw new CallFailed('milestoneNeeded')
  const milestone = milestones.find(({ id }) => id === milestoneId)
  if (milestone === undefined) throw new CallFailed('notFound')
  return milestone
}

interface MilestoneMove {
  readonly event: MilestoneEvent
  readonly actor: (typeof milestoneTransitions)[number]['actor'][number]
  /** Side of the entry in the deal record where both sides agreed: the one that acted last. */
  readonly side?: DealSide
  /** null = a job. */
  readonly by: StepActor | null
  readonly reason?: string
  /** What the deal record says of the step besides the milestone, its states and the reason. */
  readonly facts?: DealFacts
  /** Columns that change with the step. */
  readonly set?: Partial<typeof orderMilestones.$inferInsert>
}

/** Entry of the deal record about a milestone, with its history row. */
export const milestoneEntry = (
  { id, orderId, seq, name, status }: Milestone,
  {
    event,
    side,
    by,
    facts,
    toStatus = status,
    reason = '',
  }: Pick<DealStep, 'event' | 'side' | 'by' | 'facts'> & { readonly toStatus?: string; readonly reason?: string },
): DealStep => ({
  orderId,
  kind: 'milestone',
  event,
  side,
  by,
  facts: { milestone: seq, name, ...facts },
  history: { entity: 'milestone', entityId: id, fromStatus: status, toStatus, reason },
})

/**
 * Applies one step of the transition table to a milestone of a locked order, with history and deal record. Of parallel
 * steps only one succeeds; the others, and steps the table does not allow, throw stepNotAllowed.
 */
export async function moveMilestone(
  tx: Db,
  milestone: Milestone,
  { event, actor, by, reason = '', facts, set, side = actor === 'both' ? 'system' : actor }: MilestoneMove,
): Promise<Milestone> {
  const status = nextState(milestoneTransitions, milestone.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(orderMilestones)
    .set({ ...set, status })
    .where(and(eq(orderMilestones.id, milestone.id), eq(orderMilestones.status, milestone.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordDeal(tx, [milestoneEntry(milestone, { event, side, by, facts, toStatus: status, reason })])
  return moved
}

/**
 * Accepts a milestone with its delivery and makes its payment due in seven days of the database's clock, all in the
 * transaction of the step.
 */
export async function closeMilestone(
  tx: Db,
  milestone: Milestone,
  move: Omit<MilestoneMove, 'set' | 'event'> & { readonly event: 'accept' | 'complete' },
): Promise<Milestone> {
  const now = new Date()
  const accepted = await moveMilestone(tx, milestone, { ...move, set: { acceptedAt: now } })
  await tx
    .update(deliveries)
    .set({ verdict: 'accepted', answeredAt: now })
    .where(
      and(
        eq(deliveries.orderId, milestone.orderId),
        eq(deliveries.milestoneId, milestone.id),
        isNull(deliveries.verdict),
      ),
    )
  await markStagePaymentDue(tx, milestone)
  return accepted
}

/** Whether a payment line belongs to a stage that is not closed. */
export async function isOpenStageLine(tx: Db, lineId: number): Promise<boolean> {
  const [milestone] = await tx
    .select({ status: orderMilestones.status })
    .from(orderMilestones)
    .where(eq(orderMilestones.paymentLineId, lineId))
  return milestone !== undefined && !isMilestoneClosed(milestone.status)
}

/** A stage that was paid before its acceptance keeps its state; the day tells when it would have been due. */
async function markStagePaymentDue(tx: Db, { paymentLineId }: Milestone): Promise<void> {
  const line = (await lockPaymentLines(tx, [paymentLineId])).get(paymentLineId)
  if (line === undefined) throw new Error(`No payment line ${paymentLineId}`)
  await tx
    .update(paymentLines)
    .set({ dueAt: sql`now() + make_interval(days => ${finalPaymentDays})` })
    .where(and(eq(paymentLines.id, paymentLineId), isNull(paymentLines.dueAt)))
  await movePaymentLine(tx, line, 'due', systemActor)
}

/** A ruling that the order counts as completed: every open milestone is accepted and its payment falls due. */
export async function closeAllMilestones(
  tx: Db,
  milestones: readonly Milestone[],
  by: StepActor | null,
  reason: string,
): Promise<void> {
  for (const milestone of milestones) {
    if (isMilestoneClosed(milestone.status)) continue
    await closeMilestone(tx, milestone, { event: 'complete', actor: 'operator', by, reason })
  }
}

interface Projection {
  /** Recorded in the history of the order, with its new status. */
  readonly event: string
  readonly reason: string
  /** null = a job. */
  readonly by: StepActor | null
  /** Columns of the order that change with the step. */
  readonly set?: Partial<typeof orders.$inferInsert>
}

/**
 * Writes the status that follows from the milestones to their locked order, in the transaction that moved one of them.
 * Completion is not written here: the last milestone completes its order by `completeOrder`.
 */
export async function projectOrder(
  tx: Db,
  order: Order,
  milestones: readonly Milestone[],
  { event, reason, by, set }: Projection,
): Promise<Order> {
  const { status, deliveredAt } = stagedOrderState(milestones)
  const [moved] = await tx
    .update(orders)
    .set({ ...set, status, deliveredAt })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordOrderStep(tx, order, { event, toStatus: status, reason, by })
  return moved
}

/** Milestones with one of them replaced by its newer row. */
export const withMilestone = (milestones: readonly Milestone[], moved: Milestone): Milestone[] =>
  milestones.map((each) => (each.id === moved.id ? moved : each))

/**
 * After a dispute: deliveries that waited for acceptance wait again, with the whole time for it, since nobody could
 * answer meanwhile; the order takes the status of its milestones.
 */
export async function resumeMilestones(tx: Db, order: Order, by: StepActor | null): Promise<Order> {
  const milestones = await loadMilestones(tx, order.id)
  if (milestones.length === 0) return order
  const deliveredAt = new Date()
  const waiting = milestones.filter(({ status }) => isMilestoneDelivered(status))
  if (waiting.length > 0) {
    const ids = waiting.map(({ id }) => id)
    await tx.update(orderMilestones).set({ deliveredAt }).where(inArray(orderMilestones.id, ids))
  }
  const resumed = milestones.map((each) => (waiting.includes(each) ? { ...each, deliveredAt } : each))
  return projectOrder(tx, order, resumed, { event: 'resumeMilestones', reason: '', by })
}
