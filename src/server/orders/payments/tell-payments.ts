import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import type { Order } from '../lock-order.ts'

/** What telling needs besides the transaction; jobs make their own. */
export type News = Pick<Context, 'after' | 'jobs' | 'push'>

interface Words {
  readonly title: string
  readonly text: string
}
type Told = Pick<Order, 'id' | 'buyerCompanyId' | 'sellerCompanyId'>

/** Tells the people of one side who deal with orders; the path leads to the order. */
export async function tellSide(
  tx: Db,
  news: News,
  side: 'buyer' | 'seller',
  order: Told,
  event: 'payment.confirmed' | 'payment.submitted',
  words: Words,
): Promise<void> {
  const companyId = side === 'buyer' ? order.buyerCompanyId : order.sellerCompanyId
  const people = await peopleOf(tx, [companyId], side === 'buyer' ? 'my_orders' : 'order_manage')
  const path = side === 'buyer' ? links.buyerOrder(order.id) : links.sellerOrder(order.id)
  await notify(tx, news, event, people.get(companyId) ?? [], { ...words, path })
}

/** How much came in for one order. Amounts in fen. */
export interface CameIn {
  readonly order: Order
  readonly received: number
  /** Of it, more than was owed. */
  readonly over: number
  /** Of it, on its way back since the order has ended. */
  readonly back: number
}

/** Both sides hear of money that came in, with what is to be done where it was not what was expected. */
export async function tellReceived(tx: Db, news: News, { order, received, over, back }: CameIn): Promise<void> {
  const sum = `¥${yuan(received)}`
  const title = `订单 ${order.orderNo} 到账 ${sum}`
  const rest = back > 0 ? '订单已结束，款项将退回。' : over > 0 ? `其中多付 ¥${yuan(over)}，可在订单的退款中退回。` : ''
  await tellSide(tx, news, 'buyer', order, 'payment.confirmed', {
    title,
    text: rest === '' ? '款项已确认到账。' : rest,
  })
  await tellSide(tx, news, 'seller', order, 'payment.confirmed', {
    title,
    text: rest === '' ? '请按约定安排履约。' : rest,
  })
}
