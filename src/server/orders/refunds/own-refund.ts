import { eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { refundTransitions, type RefundEvent } from '../../../domain/orders/payment-states.ts'
import { next } from '../../../domain/transition.ts'
import { recordSteps } from '../../operations/public.ts'
import { lockOrder } from '../lock-order.ts'
import type { Side } from '../present-order.ts'
import type { By } from '../payments/line-steps.ts'
import type { RefundRow } from './make-refunds.ts'

/** A refund of an order of a company on one side, its order locked; anybody else's is not found. */
export async function lockRefund(tx: Db, side: Side, companyId: number, refundId: number) {
  const [named] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  if (named === undefined) throw new CallFailed('notFound')
  const order = await lockOrder(tx, side, companyId, named.orderId)
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (refund === undefined) throw new CallFailed('notFound')
  return { order, refund }
}

/** Moves a refund that is locked by one step of the table, with its history. */
export async function moveRefund(
  tx: Db,
  refund: RefundRow,
  event: Exclude<RefundEvent, 'done'>,
  { side, actor }: By,
  answer = '',
): Promise<RefundRow> {
  const status = next(refundTransitions, refund.status, event, side)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx.update(refunds).set({ status, answer }).where(eq(refunds.id, refund.id)).returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event, fromStatus: refund.status, toStatus: status, reason: answer }
  await recordSteps(tx, [{ entity: 'refund', entityId: refund.id, ...step, ...actor }])
  return moved
}
