import type { Db } from '../../db/open.ts'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { overdueTransferDays } from '../../domain/orders/refund-requests.ts'
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
  order: Pick<Order, 'id' | 'buyerCompanyId' | 'sellerCompanyId'>,
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

/** Notifies operators of a refund that a buyer took to the platform. */
export async function notifyOperatorsOfRefund(
  tx: Db,
  context: Omit<OrderContext, 'pages'>,
  order: Order,
  reason: string,
) {
  await notify(tx, context, 'order.disputed', await operatorIds(tx, 'trade'), {
    title: `订单 ${order.orderNo} 的买家申请平台处理退款`,
    text: `说明：${sentence(reason)}请核实后裁定。`,
    path: links.disputes(),
  })
}

/** Notifies operators of an agreed transfer back that the supplier has not made. */
export async function notifyOperatorsOfOverdueTransfer(
  tx: Db,
  context: Omit<OrderContext, 'pages'>,
  order: Order,
  amount: number,
) {
  await notify(tx, context, 'order.disputed', await operatorIds(tx, 'trade'), {
    title: `订单 ${order.orderNo} 的退款 ¥${yuan(amount)} 逾期未转账`,
    text: `供应商同意退款后 ${overdueTransferDays} 天仍未登记转账，请联系双方。`,
    path: links.disputes({ view: 'transfers' }),
  })
}
