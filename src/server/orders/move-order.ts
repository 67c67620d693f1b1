import { and, eq, isNull } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { disputes } from '../../db/tables/disputes.ts'
import { orders } from '../../db/tables/orders.ts'
import { disputeRulings } from '../../domain/orders/disputes.ts'
import { hasChangeOrders } from '../../domain/orders/change-order-states.ts'
import {
  isOrderClosed,
  leavesDispute,
  orderTransitionsFor,
  type OrderActor,
  type OrderEvent,
} from '../../domain/orders/order-states.ts'
import { dealKindOf, dealSideOf, type DealFacts } from '../../domain/orders/deal-record.ts'
import { nextState } from '../../domain/transition.ts'
import { voidOpenChange } from './change-orders/close-change.ts'
import type { Order } from './lock-order.ts'
import { recordDeal } from './deal-record/record-deal.ts'

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
  /** What the deal record says of the step besides its states and reason. */
  readonly facts?: DealFacts
  /** Columns that change with the step. */
  readonly set?: Partial<typeof orders.$inferInsert>
}

/**
 * Applies one step of the transition table to a locked order and records it in history and deal record. Of parallel
 * steps only one succeeds; the others, and steps the table does not allow, throw stepNotAllowed.
 */
export async function moveOrder(
  tx: Db,
  order: Order,
  { event, actor, by, reason = '', facts, set }: OrderMove,
): Promise<Order> {
  const status = nextState(orderTransitionsFor(order.source), order.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(orders)
    .set({ ...set, status })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordOrderStep(tx, order, { event, toStatus: status, reason, by, facts })
  if (hasChangeOrders(order) && isOrderClosed(status)) await voidOpenChange(tx, moved, by)
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

interface OrderStep {
  readonly event: string
  readonly toStatus?: string
  readonly reason?: string
  /** null = a job. */
  readonly by: StepActor | null
  readonly facts?: DealFacts | undefined
}

/** Records an event of a locked order in its history and deal record; without `toStatus` the state is unchanged. */
export async function recordOrderStep(tx: Db, order: Order, step: OrderStep): Promise<void> {
  const { id, status: fromStatus } = order
  const { event, toStatus = fromStatus, reason = '', by, facts } = step
  const history = { entity: 'order', entityId: id, fromStatus, toStatus, reason } as const
  const kind = dealKindOf(event, fromStatus)
  await recordDeal(tx, [{ orderId: id, kind, event, side: dealSideOf(order, by), by, facts, history }])
}
