import type { Db } from '../../../db/open.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { notify } from '../../accounts/public.ts'
import type { Context } from '../../handler.ts'
import { peopleOf } from '../../operations/public.ts'
import type { MadeOrder } from './write-orders.ts'

/** Tells each supplier's people of the order they got. */
export async function tellSellers(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  orders: readonly MadeOrder[],
): Promise<void> {
  const companyIds = orders.map(({ sellerCompanyId }) => sellerCompanyId)
  const people = await peopleOf(tx, companyIds, 'order_manage')
  for (const { orderId, orderNo, title, total, sellerCompanyId } of orders) {
    await notify(tx, context, 'order.moved', people.get(sellerCompanyId) ?? [], {
      title: `收到新订单 ${orderNo}`,
      text: `${title}，合计 ¥${yuan(total)}。请核对后确认接单。`,
      path: links.sellerConfirmOrder(orderId),
    })
  }
}
