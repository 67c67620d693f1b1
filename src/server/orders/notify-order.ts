import type { Db } from '../../db/open.ts'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import type { Context } from '../handler.ts'
import type { Order } from './lock-order.ts'
import { notify } from '../accounts/notifications/notify.ts'
import { operatorIds, recipientsWithPermission } from '../platform/notices/notices.ts'
import type { Side } from '../../domain/sides.ts'

/** Context for notifications and page invalidation: of a call, or created by a job. */
export type OrderContext = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

export interface OrderNotice {
  readonly title: string
  readonly text: string
  /** Default: the page of the order for that side. */
  readonly path?: string | undefined
  readonly event?: NotificationEvent
}

/** Notifies the people of one side with the order permission. Runs in the transaction of the event. */
export async function notifyOrderSide(
  tx: Db,
  context: Omit<OrderContext, 'pages'>,
  order: Order,
  side: Side,
  { title, text, path, event = 'order.moved' }: OrderNotice,
): Promise<void> {
  const [companyId, permission, ownPath] =
    side === 'buyer'
      ? ([order.buyerCompanyId, 'my_orders', links.buyerOrder(order.id)] as const)
      : ([order.sellerCompanyId, 'order_manage', links.sellerOrder(order.id)] as const)
  const people = (await recipientsWithPermission(tx, [companyId], permission)).get(companyId) ?? []
  await notify(tx, context, event, people, { title, text, path: path ?? ownPath })
}

/** Notifies operators of a dispute to decide. */
export async function notifyOperatorsOfDispute(
  tx: Db,
  context: Omit<OrderContext, 'pages'>,
  order: Order,
  reason: string,
) {
  await notify(tx, context, 'order.disputed', await operatorIds(tx, 'trade'), {
    title: `订单 ${order.orderNo} 发起了争议`,
    text: `原因：${sentence(reason)}请联系双方核实后裁定。`,
    path: links.disputes(),
  })
}
