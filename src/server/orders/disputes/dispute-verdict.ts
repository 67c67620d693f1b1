import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import type { Handler } from '../../handler.ts'
import { endOrder } from '../end-order.ts'
import { noWish } from '../fulfilment/cancel-wish.ts'
import { completeOrder } from '../fulfilment/complete-order.ts'
import { lockAnyOrder, type Order } from '../lock-order.ts'
import { moveOrder, type Hand } from '../order-moved.ts'
import { tellSide, type OrderContext } from '../tell-order.ts'

type Verdict = Parameters<typeof disputeVerdict>[0]

/** How the platform ends a dispute. Nobody decides about an order of their own company. */
export const disputeVerdict: Handler<typeof fulfilmentCalls.disputeVerdict> = async (input, context) => {
  const { caller, db } = context
  if (input.reason === '') throw fieldFailed({ field: 'reason', message: '请写明裁定的理由' })
  const order = await db.transaction(async (tx) => {
    const of = await lockAnyOrder(tx, input.orderId, { mayEnd: input.event === 'cancel' })
    if ([of.buyerCompanyId, of.sellerCompanyId].some((id) => id === caller.companyId)) throw new CallFailed('forbidden')
    if (of.status !== 'disputed') throw new CallFailed('stepNotAllowed')
    return decide(tx, context, of, input, { userId: caller.userId, companyId: null })
  })
  return { status: order.status }
}

async function decide(tx: Db, context: OrderContext, order: Order, input: Verdict, by: Hand): Promise<Order> {
  const { event, reason, refundAmount } = input
  const step = { actor: 'operator', by, reason } as const
  if (event === 'cancel') return endOrder(tx, context, order, { ...step, event, refund: refundAmount ?? 'all' })
  const moved =
    event === 'complete'
      ? await completeOrder(tx, context, order, { ...step, event })
      : await moveOrder(tx, order, { ...step, event, set: { ...noWish, deliveredAt: null } })
  const title = `订单 ${order.orderNo} 的争议已由平台裁定`
  const text = `${event === 'complete' ? '订单视为完成' : '订单继续执行'}。理由：${reason}`
  await tellSide(tx, context, moved, 'buyer', { title, text })
  await tellSide(tx, context, moved, 'seller', { title, text })
  return moved
}
