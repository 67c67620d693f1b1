import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { spreadRefund } from '../../../domain/orders/spread.ts'
import { recordSteps } from '../../operations/public.ts'
import type { Order } from '../lock-order.ts'
import type { By } from '../payments/line-steps.ts'
import type { News } from '../payments/tell-payments.ts'
import { takeRefundNo } from '../payments/payment-no.ts'
import { linesGoBack } from './lines-go-back.ts'
import type { OrderRoom } from './room.ts'

export type RefundRow = typeof refunds.$inferSelect

interface Wish {
  readonly room: OrderRoom
  /** fen */
  readonly amount: number
  readonly reason: string
  readonly status: 'requested' | 'pending'
  readonly by: By
  readonly event: 'ask' | 'give'
}

/**
 * Makes refunds of an order that is locked, one for each part of a payment that money goes back of. Throws
 * refundTooMuch when there is not so much. What is under way is sent by its job where a gateway sends it.
 */
export async function makeRefunds(
  tx: Db,
  news: News,
  order: Order,
  { room, amount, reason, status, by, event }: Wish,
): Promise<RefundRow[]> {
  const back = spreadRefund(room.parts, room.over, amount)
  if (back === undefined || back.size === 0) throw new CallFailed('refundTooMuch')
  const made: RefundRow[] = []
  for (const [partId, share] of back) {
    const { id, no } = await takeRefundNo(tx)
    const [row] = await tx
      .insert(refunds)
      .values({ id, refundNo: no, orderId: order.id, partId, amount: share, status, reason })
      .returning()
    if (row !== undefined) made.push(row)
  }
  await recordSteps(
    tx,
    made.map(({ id }) => ({
      ...{ entity: 'refund' as const, entityId: id, event, fromStatus: '', toStatus: status, reason },
      ...by.actor,
    })),
  )
  if (status === 'pending') {
    await linesGoBack(tx, made, by)
    news.after(() => news.jobs.wake('orders-refunds'))
  }
  return made
}
