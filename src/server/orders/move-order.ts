import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { disputes } from '../../db/tables/disputes.ts'
import { orders } from '../../db/tables/orders.ts'
import { disputeRulings } from '../../domain/orders/disputes.ts'
import {
  leavesDispute,
  orderTransitionsFor,
  type OrderActor,
  type OrderEvent,
} from '../../domain/orders/order-states.ts'
import { nextState } from '../../domain/transition.ts'
import type { Order } from './lock-order.ts'
import { recordSteps } from '../platform/history/record-steps.ts'

/** Who made a step; operators act without a company. */
export interface StepActor {
  readonly userId: number
  readonly companyId: number | null
}

export interface OrderMove {
  readonly event: OrderEvent
  readonly actor: OrderActor
  /** null = a job. */
  readonly by: StepActor | null
  readonly reason?: string
  /** Columns that change with the step. */
  readonly set?: Partial<typeof orders.$inferInsert>
}

/**
 * Applies one step of the transition table to an order and records it in the history. Of parallel steps only one
 * succeeds; the others, and steps the table does not allow, throw stepNotAllowed.
 */
export async function moveOrder(
  tx: Db,
  order: Order,
  { event, actor, by, reason = '', set }: OrderMove,
): Promise<Order> {
  const status = nextState(orderTransitionsFor(order.source), order.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(orders)
    .set({ ...set, status })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordOrderStep(tx, order, { event, toStatus: status, reason, by })
  if (leavesDispute(order.status)) await closeDispute(tx, order.id, { event, actor, by, reason })
  return moved
}

/** Closes the open dispute of an order that left it: by a ruling, or because both sides agreed to cancel. */
async function closeDispute(tx: Db, orderId: number, { event, actor, by, reason = '' }: OrderMove): Promise<void> {
  const ruling = disputeRulings.find((each) => each === event)
  const outcome = actor === 'operator' && ruling !== undefined ? ruling : 'agreed'
  await tx
    .update(disputes)
    .set({ outcome, ruling: reason, closedBy: by?.userId ?? null, closedAt: new Date() })
    .where(and(eq(disputes.orderId, orderId), isNull(disputes.outcome)))
}

/** Records an event in the history of an order; without `toStatus` the state is unchanged. */
export async function recordOrderStep(
  tx: Db,
  order: Pick<Order, 'id' | 'status'>,
  step: { readonly event: string; readonly toStatus?: string; readonly reason?: string; readonly by: StepActor | null },
): Promise<void> {
  const { event, toStatus = order.status, reason = '', by } = step
  const actor = { userId: by?.userId ?? null, companyId: by?.companyId ?? null }
  await recordSteps(tx, [
    { entity: 'order', entityId: order.id, event, fromStatus: order.status, toStatus, reason, ...actor },
  ])
}
