import { desc, eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { actionsOf } from '../../../domain/orders/order-actions.ts'
import { orderStepName } from '../../../domain/orders/order-words.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { endOrder } from '../end-order.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { moveOrder, type Hand } from '../order-moved.ts'
import { tellSide, type OrderContext } from '../tell-order.ts'
import { agreeCancel, askCancel, dropCancel, refuseCancel } from './cancel-wish.ts'
import { completeOrder } from './complete-order.ts'
import { disputeOrder } from './dispute-order.ts'

type Step = Parameters<typeof buyerOrderStep>[0]

export const buyerOrderStep: Handler<typeof fulfilmentCalls.buyerOrderStep> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, event } = input
  const mayEnd = event === 'cancel' || event === 'agreeCancel'
  const order = await db.transaction(async (tx) => {
    const of = await lockOrder(tx, 'buyer', caller.companyId, orderId, { mayEnd })
    if (!actionsOf(of, 'buyer').includes(event)) throw new CallFailed('stepNotAllowed')
    return take(tx, context, of, input, actorOf(caller))
  })
  note(`${order.orderNo}，${orderStepName(event)}`)
  return { status: order.status }
}

function take(tx: Db, context: OrderContext, order: Order, input: Step, by: Hand): Promise<Order> {
  const { event, reason, refundAmount } = input
  const wish = { side: 'buyer', by, reason, refundAmount } as const
  switch (event) {
    case 'accept':
      return accept(tx, context, order, input, by)
    case 'requestChanges':
      return requestChanges(tx, context, order, input, by)
    case 'cancel':
      return order.status === 'pending_confirm'
        ? endOrder(tx, context, order, { event, actor: 'buyer', by, reason, refund: 'all' })
        : askCancel(tx, context, order, wish)
    case 'agreeCancel':
      return agreeCancel(tx, context, order, wish)
    case 'refuseCancel':
      return refuseCancel(tx, context, order, wish)
    case 'dropCancel':
      return dropCancel(tx, context, order, wish)
    case 'dispute':
      return disputeOrder(tx, context, order, { side: 'buyer', by, reason })
  }
}

async function accept(tx: Db, context: OrderContext, order: Order, { deliveryId }: Step, by: Hand): Promise<Order> {
  await newestDelivery(tx, order, deliveryId)
  const completed = await completeOrder(tx, context, order, { event: 'accept', actor: 'buyer', by })
  await tellSide(tx, context, completed, 'seller', {
    title: `订单 ${order.orderNo} 已由买家验收`,
    text: '订单已完成。尚有未付款项的，买家仍可继续支付。',
  })
  return completed
}

async function requestChanges(tx: Db, context: OrderContext, order: Order, input: Step, by: Hand): Promise<Order> {
  const { reason, deliveryId } = input
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明需要修改的内容' })
  const newest = await newestDelivery(tx, order, deliveryId)
  const moved = await moveOrder(tx, order, {
    ...{ event: 'requestChanges', actor: 'buyer', by, reason },
    set: { deliveredAt: null },
  })
  if (newest !== undefined) {
    const answer = { verdict: 'changes', reason, answeredAt: new Date() } as const
    await tx.update(deliveries).set(answer).where(eq(deliveries.id, newest))
  }
  await tellSide(tx, context, moved, 'seller', {
    title: `订单 ${order.orderNo} 买家要求修改`,
    text: `${reason}`,
  })
  return moved
}

/** The delivery that is answered, under the order's lock. What was looked at must still be the newest. */
async function newestDelivery(tx: Db, { id }: Order, seen: number | undefined): Promise<number | undefined> {
  const [newest] = await tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(eq(deliveries.orderId, id))
    .orderBy(desc(deliveries.seq))
    .limit(1)
  if (seen !== undefined && seen !== newest?.id) throw new CallFailed('conflict', { deliveryId: newest?.id ?? null })
  return newest?.id
}
