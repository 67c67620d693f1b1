import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { changeOrders } from '../../../db/tables/change-orders.ts'
import {
  changeOrderName,
  changeOrderTransitions,
  type ChangeOrderActor,
  type ChangeOrderEvent,
} from '../../../domain/orders/change-order-states.ts'
import type { TermRow } from '../../../domain/orders/change-terms.ts'
import { dealSideOf, type DealFacts } from '../../../domain/orders/deal-record.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordDeal, type DealStep } from '../deal-record/record-deal.ts'
import type { Order } from '../lock-order.ts'

export type ChangeRow = typeof changeOrders.$inferSelect

interface ChangeMove {
  readonly event: ChangeOrderEvent
  readonly actor: ChangeOrderActor
  /** null = a job, or the end of the order. */
  readonly by: DealStep['by']
  readonly reason?: string
  /** Columns that change with the step. */
  readonly set?: Partial<typeof changeOrders.$inferInsert>
}

const recordedEvents = {
  sign: 'signChange',
  decline: 'declineChange',
  withdraw: 'withdrawChange',
  expire: 'expireChange',
  void: 'voidChange',
} as const satisfies Record<ChangeOrderEvent, string>

/** A row of the terms as the deal record names it. */
export const termRowFacts = ({ seq, stage, name, deliverables, on, amount, isSkipped }: TermRow): DealFacts => ({
  line: seq,
  milestone: stage,
  name,
  deliverables,
  on,
  amount,
  skipped: isSkipped,
})

/** Entry of the deal record about a change order, with its line in the history of the order. */
export function changeEntry(
  order: Order,
  change: Pick<ChangeRow, 'number' | 'fingerprint'>,
  { event, by, reason = '', facts }: { event: string; by: DealStep['by']; reason?: string; facts?: DealFacts },
): DealStep {
  const name = changeOrderName(change.number)
  const history = {
    entity: 'order',
    entityId: order.id,
    fromStatus: order.status,
    toStatus: order.status,
    reason: reason === '' ? name : `${name}：${reason}`,
  } as const
  const { number, fingerprint } = change
  return {
    orderId: order.id,
    kind: 'change',
    event,
    side: dealSideOf(order, by ?? null),
    by,
    facts: { change: number, fingerprint, ...facts },
    history,
  }
}

/**
 * Moves a change order of a locked order by the transition table, with history and deal record. Of parallel steps only
 * one succeeds; the others, and steps the table does not allow, throw stepNotAllowed.
 */
export async function moveChange(
  tx: Db,
  order: Order,
  change: ChangeRow,
  { event, actor, by, reason = '', set }: ChangeMove,
): Promise<ChangeRow> {
  const status = nextState(changeOrderTransitions, change.status, event, actor)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx
    .update(changeOrders)
    .set({ ...set, status, closedAt: new Date() })
    .where(and(eq(changeOrders.id, change.id), eq(changeOrders.status, change.status)))
    .returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  await recordDeal(tx, [changeEntry(order, change, { event: recordedEvents[event], by, reason })])
  return moved
}

/** The open change order of a locked order. */
export async function findOpenChange(tx: Db, orderId: number): Promise<ChangeRow | undefined> {
  const [open] = await tx
    .select()
    .from(changeOrders)
    .where(and(eq(changeOrders.orderId, orderId), eq(changeOrders.status, 'proposed')))
  return open
}

/** Ends the open change order of an order that was completed, declined or cancelled, in the same transaction. */
export async function voidOpenChange(tx: Db, order: Order, by: DealStep['by']): Promise<void> {
  const open = await findOpenChange(tx, order.id)
  if (open !== undefined)
    await moveChange(tx, order, open, { event: 'void', actor: 'system', by, reason: '订单已结束' })
}
