import type { Db } from '../../db/open.ts'
import { yuan } from '../../domain/money.ts'
import type { OrderActor } from '../../domain/orders/order-states.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import { reviveDemand } from '../demands/public.ts'
import type { Order } from './lock-order.ts'
import { moveOrder, type Hand } from './order-moved.ts'
import { closePayments } from './payments/close-payments.ts'
import type { Side } from './present-order.ts'
import { refundOrder } from './refunds/refund-order.ts'
import { ordersTag, releaseStock } from './stock.ts'
import { tellSide, type OrderContext } from './tell-order.ts'

interface OrderEnd {
  readonly event: 'decline' | 'cancel'
  readonly actor: OrderActor
  /** null = the clock. */
  readonly by: Hand | null
  readonly reason: string
  /** What of the money paid goes back; fen. */
  readonly refund: number | 'all'
}

/**
 * Ends an order that comes to nothing: by its table, once. What was being paid is closed, what was paid goes back as
 * far as was agreed, its stock is free again and its demand is decided anew; both sides are told. The order was locked
 * by `lockOrder` with `mayEnd`. Throws stepNotAllowed and refundTooMuch.
 */
export async function endOrder(tx: Db, context: OrderContext, order: Order, end: OrderEnd): Promise<Order> {
  const { event, actor, by, reason, refund } = end
  const set = { cancelWantedBy: null, unpaidUntil: null }
  const ended = await moveOrder(tx, order, { event, actor, by, reason, set })
  await closePayments(tx, [order.id])
  const back = await refundOrder(tx, context, ended, { amount: refund, reason: refundReason(end) })
  const revived = await revive(tx, context, ended, event)
  const tags = await releaseStock(tx, order.id)
  context.after(() => context.pages.invalidate([ordersTag, ...tags]))
  await tellBoth(tx, context, ended, { ...end, back, revived })
  return ended
}

const refundReason = ({ event, reason }: OrderEnd) =>
  [event === 'decline' ? '供应商未接单' : '订单取消', reason].filter((part) => part !== '').join('：')

/** Its demand comes back to be decided anew. Answers the demand that did, or null. */
async function revive(tx: Db, context: OrderContext, order: Order, event: OrderEnd['event']): Promise<number | null> {
  const { demandId, offerId } = order
  if (demandId === null || offerId === null) return null
  return (await reviveDemand(tx, context, { demandId, offerId, why: event })) ? demandId : null
}

interface Ended extends OrderEnd {
  readonly back: number
  readonly revived: number | null
}

const headOf = ({ event, actor }: OrderEnd): string => {
  if (event === 'decline') return '被供应商拒绝'
  if (actor === 'system') return '因超时未付款已取消'
  if (actor === 'operator') return '经平台裁定已取消'
  return actor === 'both' ? '经双方同意已取消' : '已由买家取消'
}

/** Whoever ended it alone knows already. */
async function tellBoth(tx: Db, context: OrderContext, order: Order, ended: Ended): Promise<void> {
  const { event, actor, reason, back, revived } = ended
  const title = `订单 ${order.orderNo} ${headOf(ended)}`
  const why = reason === '' ? '' : `原因：${sentence(reason)}`
  const told = (side: Side, more: string, path?: string) =>
    tellSide(tx, context, order, side, { title, text: `${why}${more}` || '订单已结束。', path })
  if (actor !== 'buyer') {
    const money = back === 0 ? '' : `退款 ¥${yuan(back)} 将原路退回。`
    const again = revived === null ? '' : `需求已恢复评选，您可以选定其他报价。`
    await told('buyer', `${money}${again}`, revived === null ? undefined : links.buyerDemand(revived))
  }
  if (event !== 'decline') await told('seller', back === 0 ? '' : `应退买家 ¥${yuan(back)}，请及时处理。`)
}
