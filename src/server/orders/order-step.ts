import { CallFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { actionsOf, type OrderAction } from '../../domain/orders/order-actions.ts'
import { orderStepName } from '../../domain/orders/order-words.ts'
import type { Context } from '../handler.ts'
import { actorOf } from '../operations/public.ts'
import { agreeCancel, askCancel, dropCancel, refuseCancel } from './fulfilment/cancel-wish.ts'
import { disputeOrder } from './fulfilment/dispute-order.ts'
import { lockOrder, type Order } from './lock-order.ts'
import type { Hand } from './order-moved.ts'
import type { Side } from './present-order.ts'

/** One step of a side, under the order's lock; answers the order after it. */
export type Act = (tx: Db, order: Order, by: Hand) => Promise<Order>
export type Acts = Readonly<Partial<Record<OrderAction, Act>>>

interface Asked {
  readonly orderId: number
  readonly event: OrderAction
  readonly reason: string
  /** fen; undefined = all that was paid. */
  readonly refundAmount?: number | undefined
}

/** Who calls for either side. */
type SideContext = Context<'company'> | Context<'seller'>

/** Steps that may be the end of an order: its demand is locked before it. */
const mayEnd: ReadonlySet<OrderAction> = new Set(['decline', 'cancel', 'agreeCancel'])

/**
 * Makes a step of one side: `own` are the steps that only it has, before those that both have. Throws notFound for
 * orders of others and stepNotAllowed where its table does not let the side do so now.
 */
export async function orderStep(
  side: Side,
  asked: Asked,
  context: SideContext,
  own: Acts,
): Promise<Pick<Order, 'status'>> {
  const { caller, db, note } = context
  const { orderId, event } = asked
  const { orderNo, status } = await db.transaction(async (tx) => {
    const of = await lockOrder(tx, side, caller.companyId, orderId, { mayEnd: mayEnd.has(event) })
    const act = own[event] ?? ofBoth(side, asked, context)[event]
    if (act === undefined || !actionsOf(of, side).includes(event)) throw new CallFailed('stepNotAllowed')
    return act(tx, of, actorOf(caller))
  })
  note(`${orderNo}，${orderStepName(event)}`)
  return { status }
}

/** The word about a cancellation, and the dispute. */
function ofBoth(side: Side, { reason, refundAmount }: Asked, context: SideContext): Acts {
  const wishOf = (by: Hand) => ({ side, by, reason, refundAmount })
  return {
    cancel: (tx, order, by) => askCancel(tx, context, order, wishOf(by)),
    agreeCancel: (tx, order, by) => agreeCancel(tx, context, order, wishOf(by)),
    refuseCancel: (tx, order, by) => refuseCancel(tx, context, order, wishOf(by)),
    dropCancel: (tx, order, by) => dropCancel(tx, context, order, wishOf(by)),
    dispute: (tx, order, by) => disputeOrder(tx, context, order, { side, by, reason }),
  }
}
