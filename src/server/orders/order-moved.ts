import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { orders } from '../../db/tables/orders.ts'
import { transitionsOf, type OrderActor, type OrderEvent } from '../../domain/orders/order-states.ts'
import { next } from '../../domain/transition.ts'
import { recordSteps } from '../operations/public.ts'
import type { Order } from './lock-order.ts'

/** Whose hand made a step; operators belong to no side. */
export interface Hand {
  readonly userId: number
  readonly companyId: number | null
}

export interface OrderMove {
  readonly event: OrderEvent
  readonly actor: OrderActor
  /** null = the clock. */
  readonly by: Hand | null
  readonly reason?: string
  /** Columns that change with the step. */
  readonly set?: Partial<typeof orders.$inferInsert>
}

/**
 * Moves an order by one step of its table and writes the step into its history. Of parallel steps one is made; the
 * others, and what the table does not allow, throw stepNotAllowed.
 */
export async function moveOrder(
  tx: Db,
  order: Order,
  { event, actor, by, reason = '', set }: OrderMove,
): Promise<Order> {
  const status = next(transitionsOf(order.source), order.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(orders)
    .set({ ...set, status })
    .where(and(eq(orders.id, order.id), eq(orders.status, order.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordOrderStep(tx, order, { event, toStatus: status, reason, by })
  return moved
}

/** Writes what happened to an order into its history; without a new state it stays where it is. */
export async function recordOrderStep(
  tx: Db,
  order: Pick<Order, 'id' | 'status'>,
  step: { readonly event: string; readonly toStatus?: string; readonly reason?: string; readonly by: Hand | null },
): Promise<void> {
  const { event, toStatus = order.status, reason = '', by } = step
  const hand = { userId: by?.userId ?? null, companyId: by?.companyId ?? null }
  await recordSteps(tx, [
    { entity: 'order', entityId: order.id, event, fromStatus: order.status, toStatus, reason, ...hand },
  ])
}
