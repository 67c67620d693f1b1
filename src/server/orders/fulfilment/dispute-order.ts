import { fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import type { Order } from '../lock-order.ts'
import { moveOrder, type Hand } from '../order-moved.ts'
import { otherSide, type Side } from '../present-order.ts'
import { tellOperators, tellSide, type OrderContext } from '../tell-order.ts'
import { sentence } from '../../../domain/sentence.ts'

/** Calls the platform in, with a reason: the order stands still until the platform or both sides decide. */
export async function disputeOrder(
  tx: Db,
  context: OrderContext,
  order: Order,
  { side, by, reason }: { readonly side: Side; readonly by: Hand; readonly reason: string },
): Promise<Order> {
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明争议的原因' })
  const moved = await moveOrder(tx, order, { event: 'dispute', actor: side, by, reason })
  await tellSide(tx, context, moved, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}对订单 ${order.orderNo} 发起了争议`,
    text: `原因：${sentence(reason)}平台客服将与双方联系，请准备好相关凭证。`,
  })
  await tellOperators(tx, context, moved, reason)
  return moved
}
