import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { dealLine } from '../../../domain/orders/deal-record.ts'
import {
  isLineScheduled,
  paymentStatuses,
  paymentTransitions,
  type PaymentEvent,
} from '../../../domain/orders/payment-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { recordDeal } from '../deal-record/record-deal.ts'
import type { PaymentLine } from '../present-order.ts'
import type { Actor } from '../../platform/history/record-steps.ts'
import type { Side } from '../../../domain/sides.ts'

/** Who moves a line: a person of a side, or the system without one. */
export interface PaymentActor {
  readonly side: Side | 'system'
  readonly actor?: Actor | undefined
}
export const systemActor: PaymentActor = { side: 'system' }

/**
 * Applies one step of the transition table to a payment line that is locked as its order is, with history and deal
 * record. Returns the updated line, or the same line if the table has no such step.
 */
export async function movePaymentLine(
  tx: Db,
  line: PaymentLine,
  event: PaymentEvent,
  { side, actor }: PaymentActor,
  reason = '',
): Promise<PaymentLine> {
  const status = nextState(paymentTransitions, line.status, event, side)
  if (status === undefined) return line
  const [moved] = await tx
    .update(paymentLines)
    .set({ status })
    .where(and(eq(paymentLines.id, line.id), eq(paymentLines.status, line.status)))
    .returning()
  if (moved === undefined) throw new Error(`Payment line ${line.id} moved under its lock`)
  const history = { entity: 'payment', entityId: line.id, fromStatus: line.status, toStatus: status, reason } as const
  const { orderId } = line
  await recordDeal(tx, [{ orderId, kind: 'line', event, side, by: actor, facts: dealLine(moved), history }])
  return moved
}

/** Records that scheduled lines of a locked order became due with one of its steps. */
export const recordDueLines = (tx: Db, lines: readonly PaymentLine[]): Promise<void> =>
  recordDeal(
    tx,
    lines.map((line) => ({
      orderId: line.orderId,
      kind: 'line',
      event: 'due',
      side: 'system',
      facts: dealLine(line),
      history: { entity: 'payment', entityId: line.id, fromStatus: 'scheduled', toStatus: 'due' },
    })),
  )

/**
 * Resets a line after a failed payment or refund to its previous state: due, or scheduled as every line without a due
 * date, which waits for a delivery or the acceptance of its milestone.
 */
export async function reopenPaymentLine(
  tx: Db,
  line: PaymentLine,
  after: 'submit' | 'refund',
  by: PaymentActor,
  reason = '',
): Promise<PaymentLine> {
  const before = await statusBefore(tx, line.id, after)
  const waits = isLineScheduled(before) || line.dueAt === null
  return movePaymentLine(tx, line, waits ? 'wait' : 'drop', by, reason)
}

/** Status of a line before its last submit or refund step. */
export async function statusBefore(tx: Db, lineId: number, event: 'submit' | 'refund') {
  const [step] = await tx
    .select({ fromStatus: stateChanges.fromStatus })
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'payment'), eq(stateChanges.entityId, lineId), eq(stateChanges.event, event)))
    .orderBy(desc(stateChanges.id))
    .limit(1)
  return paymentStatuses.find((status) => status === step?.fromStatus)
}
