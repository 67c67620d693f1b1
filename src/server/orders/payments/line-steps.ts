import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { stateChanges } from '../../../db/tables/operations.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { paymentStatuses, paymentTransitions, type PaymentEvent } from '../../../domain/orders/payment-states.ts'
import { next } from '../../../domain/transition.ts'
import { recordSteps, type Actor } from '../../operations/public.ts'
import type { PaymentLine } from '../present-order.ts'

/** Who moves a line: a person of a side, or the system without one. */
export interface By {
  readonly side: 'buyer' | 'seller' | 'system'
  readonly actor?: Actor | undefined
}
export const bySystem: By = { side: 'system' }

/**
 * Moves a payment line that is locked by one step of the table, with its history. Answers the line as it is then: the
 * same where the table has no such step for it.
 */
export async function moveLine(
  tx: Db,
  line: PaymentLine,
  event: PaymentEvent,
  { side, actor }: By,
  reason = '',
): Promise<PaymentLine> {
  const status = next(paymentTransitions, line.status, event, side)
  if (status === undefined) return line
  const [moved] = await tx
    .update(paymentLines)
    .set({ status })
    .where(and(eq(paymentLines.id, line.id), eq(paymentLines.status, line.status)))
    .returning()
  if (moved === undefined) throw new Error(`Payment line ${line.id} moved under its lock`)
  const step = { event, fromStatus: line.status, toStatus: status, reason }
  await recordSteps(tx, [{ entity: 'payment', entityId: line.id, ...step, ...actor }])
  return moved
}

/** A line that waited for a payment or a refund is owed again as it was before: due, or not yet. */
export async function oweAgain(
  tx: Db,
  line: PaymentLine,
  after: 'submit' | 'refund',
  by: By,
  reason = '',
): Promise<PaymentLine> {
  const before = await statusBefore(tx, line.id, after)
  return moveLine(tx, line, before === 'scheduled' ? 'wait' : 'drop', by, reason)
}

/** What a line was when it was submitted or began to be refunded the last time. */
export async function statusBefore(tx: Db, lineId: number, event: 'submit' | 'refund') {
  const [step] = await tx
    .select({ fromStatus: stateChanges.fromStatus })
    .from(stateChanges)
    .where(and(eq(stateChanges.entity, 'payment'), eq(stateChanges.entityId, lineId), eq(stateChanges.event, event)))
    .orderBy(desc(stateChanges.id))
    .limit(1)
  return paymentStatuses.find((status) => status === step?.fromStatus)
}
