import type { Db } from '../../../db/open.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { mergeLines, type LineAmount } from '../../../domain/orders/refund-requests.ts'
import type { Order } from '../lock-order.ts'
import { systemActor } from '../payments/move-payment-line.ts'
import type { NotifyContext } from '../payments/notify-payment.ts'
import { createRefunds } from './create-refunds.ts'
import { inTransitSum, loadRefundable, refundableOfLine, type OrderRefundable } from './refundable.ts'
import { withdrawOpenRequests } from './refund-requests.ts'

interface EndingRefund {
  readonly amount: number | 'all' | readonly LineAmount[]
  readonly reason: string
  /** With 'all': leaves what is on its way to the supplier, instead of failing. */
  readonly exceptInTransit?: boolean
}

/**
 * Refunds an ending order: an amount in fen, amounts by payment line, or everything available. Unanswered refund
 * requests are withdrawn and included. The order must be locked. Returns the refunded amount without pending refunds.
 * Throws refundTooMuch, payoutUnderWay, and notFound for lines of other orders.
 */
export async function refundOrder(
  tx: Db,
  notify: NotifyContext,
  order: Order,
  { amount, reason, exceptInTransit = false }: EndingRefund,
): Promise<number> {
  await withdrawOpenRequests(tx, order.id)
  const refundable = await loadRefundable(tx, order.id)
  const refund = async (from: OrderRefundable, sum: number): Promise<number> => {
    if (sum === 0) return 0
    if (sum < 0) throw new CallFailed('refundTooMuch')
    await createRefunds(tx, notify, order, { refundable: from, amount: sum, reason, by: systemActor })
    return sum
  }
  if (amount === 'all' && !exceptInTransit && inTransitSum(refundable) > 0) throw new CallFailed('payoutUnderWay')
  if (amount === 'all')
    return refund(
      refundable,
      refundable.parts.reduce((sum, part) => sum + part.room, 0),
    )
  if (typeof amount === 'number') return refund(refundable, amount)
  let total = 0
  for (const { lineId, amount: sum } of mergeLines(amount))
    total += await refund(refundableOfLine(refundable, lineId), sum)
  return total
}
