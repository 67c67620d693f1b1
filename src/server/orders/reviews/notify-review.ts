import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import type { Context } from '../../handler.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import type { Side } from '../../../domain/sides.ts'

interface ReviewNotice {
  readonly order: {
    readonly id: number
    readonly orderNo: string
    readonly buyerCompanyId: number
    readonly sellerCompanyId: number
  }
  /** Side that acted, or whose review became visible. */
  readonly by: Side
  readonly event: 'written' | 'shown' | 'replied'
}

const noticeTexts: Readonly<Record<ReviewNotice['event'], readonly [title: string, text: string]>> = {
  written: ['对方已评价', '您评价后，双方的评价即可互相看到。'],
  shown: ['收到评价', '双方的评价已公开，您可以查看并回复一次。'],
  replied: ['对方回复了您的评价', '点击查看回复。'],
}

/** Notifies the other side, in the transaction of the event. The notice omits the review text. */
export async function notifyReview(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  { order, by, event }: ReviewNotice,
): Promise<void> {
  const toSeller = by === 'buyer'
  const companyId = toSeller ? order.sellerCompanyId : order.buyerCompanyId
  const people =
    (await recipientsWithPermission(tx, [companyId], toSeller ? 'order_manage' : 'my_orders')).get(companyId) ?? []
  const [title, text] = noticeTexts[event]
  await notify(tx, context, 'review.written', people, {
    title: `订单 ${order.orderNo}：${title}`,
    text,
    path: toSeller ? links.sellerOrder(order.id) : links.buyerOrder(order.id),
  })
}
