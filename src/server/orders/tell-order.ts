import type { Db } from '../../db/open.ts'
import type { NotificationEvent } from '../../domain/accounts/notifications.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import { notify } from '../accounts/public.ts'
import type { Context } from '../handler.ts'
import { operatorsOf, peopleOf } from '../operations/public.ts'
import type { Order } from './lock-order.ts'
import type { Side } from './present-order.ts'

/** What telling people and emptying pages needs: a call's context, or what a job makes of its own. */
export type OrderContext = Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>

export interface OrderNews {
  readonly title: string
  readonly text: string
  /** The order's page of that side unless told. */
  readonly path?: string | undefined
  readonly event?: NotificationEvent
}

/** Tells those of one side who see its orders. In the transaction of what happened. */
export async function tellSide(
  tx: Db,
  context: Omit<OrderContext, 'pages'>,
  order: Order,
  side: Side,
  { title, text, path, event = 'order.moved' }: OrderNews,
): Promise<void> {
  const [companyId, permission, own] =
    side === 'buyer'
      ? ([order.buyerCompanyId, 'my_orders', links.buyerOrder(order.id)] as const)
      : ([order.sellerCompanyId, 'order_manage', links.sellerOrder(order.id)] as const)
  const people = (await peopleOf(tx, [companyId], permission)).get(companyId) ?? []
  await notify(tx, context, event, people, { title, text, path: path ?? own })
}

/** Tells the platform's operators that a dispute waits for their word. */
export async function tellOperators(tx: Db, context: Omit<OrderContext, 'pages'>, order: Order, reason: string) {
  await notify(tx, context, 'order.disputed', await operatorsOf(tx), {
    title: `订单 ${order.orderNo} 发起了争议`,
    text: `原因：${sentence(reason)}请联系双方核实后裁定。`,
    path: links.disputes(),
  })
}
