import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import type { Context } from '../../handler.ts'
import type { Order } from '../lock-order.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import type { Side } from '../../../domain/sides.ts'

/** Context for notifications; jobs create their own. */
export type NotifyContext = Pick<Context, 'after' | 'jobs' | 'push'>

interface NoticeText {
  readonly title: string
  readonly text: string
}
type NotifiedOrder = Pick<Order, 'id' | 'buyerCompanyId' | 'sellerCompanyId'>

/** Notifies the people of one side with the order permission; links to the order. */
export async function notifyPaymentSide(
  tx: Db,
  context: NotifyContext,
  side: Side,
  order: NotifiedOrder,
  event: 'payment.confirmed' | 'payment.submitted',
  notice: NoticeText,
): Promise<void> {
  const companyId = side === 'buyer' ? order.buyerCompanyId : order.sellerCompanyId
  const people = await recipientsWithPermission(tx, [companyId], side === 'buyer' ? 'my_orders' : 'order_manage')
  const path = side === 'buyer' ? links.buyerOrder(order.id) : links.sellerOrder(order.id)
  await notify(tx, context, event, people.get(companyId) ?? [], { ...notice, path })
}

/** Received amounts of one order, in fen. */
export interface OrderReceipt {
  readonly order: Order
  readonly received: number
  /** Overpaid part. */
  readonly over: number
  /** Part being refunded because the order has ended. */
  readonly back: number
}

/** Notifies both sides of a receipt, with the next step for surplus amounts. */
export async function notifyReceived(
  tx: Db,
  context: NotifyContext,
  { order, received, over, back }: OrderReceipt,
): Promise<void> {
  const sum = `¥${yuan(received)}`
  const title = `订单 ${order.orderNo} 到账 ${sum}`
  const surplusNote =
    back > 0 ? '订单已结束，款项将退回。' : over > 0 ? `其中多付 ¥${yuan(over)}，可在订单的退款中退回。` : ''
  await notifyPaymentSide(tx, context, 'buyer', order, 'payment.confirmed', {
    title,
    text: surplusNote === '' ? '款项已确认到账。' : surplusNote,
  })
  await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
    title,
    text: surplusNote === '' ? '请按约定安排履约。' : surplusNote,
  })
}
