import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { allocateRefund } from '../../../domain/orders/allocate.ts'
import type { Order } from '../lock-order.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import type { NotifyContext } from '../payments/notify-payment.ts'
import { takeRefundNo } from '../payments/payment-numbers.ts'
import { revertLines } from './revert-lines.ts'
import { inTransitSum, type OrderRefundable } from './refundable.ts'
import { recordDeal } from '../deal-record/record-deal.ts'

export type RefundRow = typeof refunds.$inferSelect

/** What the deal record says of every step of a refund. */
export const refundStep = (
  { orderId, refundNo, amount }: Pick<RefundRow, 'orderId' | 'refundNo' | 'amount'>,
  { side, actor }: PaymentActor,
) => ({ orderId, kind: 'refund', side, by: actor, facts: { refundNo, amount } }) as const

interface AgreedRefund {
  readonly refundable: OrderRefundable
  /** fen */
  readonly amount: number
  readonly reason: string
  /** The request that was agreed to. */
  readonly requestId?: number
  readonly by: PaymentActor
}

/**
 * Creates the pending refunds of a locked order: by payment part, one back as it was paid, and one that the supplier
 * transfers, of what was paid out. Throws refundTooMuch if the amount is not available, and payoutUnderWay if it is on
 * its way to the supplier. Those through a gateway are sent by a job.
 */
export async function createRefunds(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  { refundable, amount, reason, requestId, by }: AgreedRefund,
): Promise<RefundRow[]> {
  const allocated = allocateRefund(refundable.parts, refundable.over, amount)
  if (allocated === undefined || allocated.size === 0) throw new CallFailed(shortage(refundable, amount))
  const created: RefundRow[] = []
  for (const [partId, share] of allocated) {
    const part = refundable.parts.find((each) => each.partId === partId)
    if (part === undefined) throw new Error(`No part ${partId}`)
    const online = Math.min(share, part.room - part.paidOut)
    for (const { method, sum } of [
      { method: part.method, sum: online },
      { method: 'bank' as const, sum: share - online },
    ]) {
      if (sum === 0) continue
      const { id, no } = await takeRefundNo(tx)
      const of = { orderId: order.id, partId, requestId: requestId ?? null }
      const [row] = await tx
        .insert(refunds)
        .values({ id, refundNo: no, ...of, method, amount: sum, reason })
        .returning()
      if (row !== undefined) created.push(row)
    }
  }
  await recordDeal(
    tx,
    created.map((row) => ({
      ...refundStep(row, by),
      event: 'give',
      history: { entity: 'refund', entityId: row.id, fromStatus: '', toStatus: row.status, reason },
    })),
  )
  await revertLines(tx, created, by)
  notify.after(() => notify.jobs.wake('orders-refunds'))
  return created
}

/** Why an amount is not refundable: it is too much, or a part is on its way to the supplier. */
export function shortage(refundable: OrderRefundable, amount: number): 'refundTooMuch' | 'payoutUnderWay' {
  const room = refundable.parts.reduce((sum, part) => sum + part.room, 0)
  const inTransit = inTransitSum(refundable)
  return inTransit > 0 && amount <= room + inTransit ? 'payoutUnderWay' : 'refundTooMuch'
}
