import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { allocateRefund } from '../../../domain/orders/allocate.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import type { NotifyContext } from '../payments/notify-payment.ts'
import { takeRefundNo } from '../payments/payment-numbers.ts'
import { revertLines } from './revert-lines.ts'
import type { OrderRefundable } from './refundable.ts'
import { recordSteps } from '../../platform/history/record-steps.ts'
import { isRefundPending } from '../../../domain/orders/payment-states.ts'

export type RefundRow = typeof refunds.$inferSelect

interface RefundRequest {
  readonly refundable: OrderRefundable
  /** fen */
  readonly amount: number
  readonly reason: string
  readonly status: 'requested' | 'pending'
  readonly by: PaymentActor
  readonly event: 'ask' | 'give'
}

/**
 * Creates refunds of a locked order, one per payment part. Throws refundTooMuch if the amount is not available. Pending
 * gateway refunds are sent by a job.
 */
export async function createRefunds(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  { refundable, amount, reason, status, by, event }: RefundRequest,
): Promise<RefundRow[]> {
  const allocated = allocateRefund(refundable.parts, refundable.over, amount)
  if (allocated === undefined || allocated.size === 0) throw new CallFailed('refundTooMuch')
  const created: RefundRow[] = []
  for (const [partId, share] of allocated) {
    const { id, no } = await takeRefundNo(tx)
    const [row] = await tx
      .insert(refunds)
      .values({ id, refundNo: no, orderId: order.id, partId, amount: share, status, reason })
      .returning()
    if (row !== undefined) created.push(row)
  }
  await recordSteps(
    tx,
    created.map(({ id }) => ({
      entity: 'refund' as const,
      entityId: id,
      event,
      fromStatus: '',
      toStatus: status,
      reason,
      ...by.actor,
    })),
  )
  if (isRefundPending(status)) {
    await revertLines(tx, created, by)
    notify.after(() => notify.jobs.wake('orders-refunds'))
  }
  return created
}
