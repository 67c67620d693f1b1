import { desc, eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { fulfilmentCalls } from '../../../contract/orders/fulfilment.ts'
import type { Db } from '../../../db/open.ts'
import { deliveries } from '../../../db/tables/fulfilment.ts'
import { endsByBoth } from '../../../domain/orders/order-actions.ts'
import type { Handler } from '../../handler.ts'
import { endOrder } from '../end-order.ts'
import type { Order } from '../lock-order.ts'
import { moveOrder, type Hand } from '../order-moved.ts'
import { orderStep } from '../order-step.ts'
import { tellSide, type OrderContext } from '../tell-order.ts'
import { askCancel } from './cancel-wish.ts'
import { completeOrder } from './complete-order.ts'

type Step = Parameters<typeof buyerOrderStep>[0]

/** Before its supplier's word the buyer ends an order alone; afterwards both do. */
export const buyerOrderStep: Handler<typeof fulfilmentCalls.buyerOrderStep> = (input, context) =>
  orderStep('buyer', input, context, {
    accept: (tx, order, by) => accept(tx, context, order, input, by),
    requestChanges: (tx, order, by) => requestChanges(tx, context, order, input, by),
    cancel: (tx, order, by) => {
      const { reason, refundAmount } = input
      return endsByBoth(order)
        ? askCancel(tx, context, order, { side: 'buyer', by, reason, refundAmount })
        : endOrder(tx, context, order, { event: 'cancel', actor: 'buyer', by, reason, refund: 'all' })
    },
  })

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
