import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import type { Side } from '../present-order.ts'

interface ToldReview {
  readonly order: {
    readonly id: number
    readonly orderNo: string
    readonly buyerCompanyId: number
    readonly sellerCompanyId: number
  }
  /** Whose doing it was, or whose review came to be shown. */
  readonly by: Side
  readonly event: 'written' | 'shown' | 'replied'
}

const words: Readonly<Record<ToldReview['event'], readonly [title: string, text: string]>> = {
  written: ['对方已评价', '您评价后，双方的评价即可互相看到。'],
  shown: ['收到评价', '双方的评价已公开，您可以查看并回复一次。'],
  replied: ['对方回复了您的评价', '点击查看回复。'],
}

/** Tells the other side, in the transaction of what happened. What was written stands on the order's page alone. */
export async function tellReview(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { order, by, event }: ToldReview,
): Promise<void> {
  const toSeller = by === 'buyer'
  const companyId = toSeller ? order.sellerCompanyId : order.buyerCompanyId
  const people = (await peopleOf(tx, [companyId], toSeller ? 'order_manage' : 'my_orders')).get(companyId) ?? []
  const [title, text] = words[event]
  await notify(tx, context, 'review.written', people, {
    title: `订单 ${order.orderNo}：${title}`,
    text,
    path: toSeller ? links.sellerOrder(order.id) : links.buyerOrder(order.id),
  })
}
