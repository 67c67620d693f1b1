import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { refundTransitions, type RefundEvent } from '../../../domain/orders/payment-states.ts'
import { nextState } from '../../../domain/transition.ts'
import { lockOrder } from '../lock-order.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import type { RefundRow } from './create-refunds.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import type { Side } from '../../../domain/sides.ts'

/** Locks a refund and its order for a company on one side; throws notFound for others. */
export async function lockRefund(tx: Db, side: Side, companyId: number, refundId: number) {
  const [found] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await lockOrder(tx, side, companyId, found.orderId)
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (refund === undefined) throw new CallFailed('notFound')
  return { order, refund }
}

/** Applies one step of the transition table to a locked refund, with history. */
export async function moveRefund(
  tx: Db,
  refund: RefundRow,
  event: Exclude<RefundEvent, 'done'>,
  { side, actor }: PaymentActor,
  answer = '',
): Promise<RefundRow> {
  const status = nextState(refundTransitions, refund.status, event, side)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx.update(refunds).set({ status, answer }).where(eq(refunds.id, refund.id)).returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event, fromStatus: refund.status, toStatus: status, reason: answer }
  await recordSteps(tx, [{ entity: 'refund', entityId: refund.id, ...step, ...actor }])
  return moved
}
