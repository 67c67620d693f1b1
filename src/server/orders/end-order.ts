import type { Db } from '../../db/open.ts'
import { yuan } from '../../domain/money.ts'
import type { DealFacts } from '../../domain/orders/deal-record.ts'
import type { OrderActor } from '../../domain/orders/order-states.ts'
import { links } from '../../domain/links.ts'
import { sentence } from '../../domain/sentence.ts'
import { settleBudget } from './budgets/book-budget.ts'
import type { Order } from './lock-order.ts'
import { moveOrder, type StepActor } from './move-order.ts'
import { closePayments } from './payments/close-payments.ts'
import { refundOrder } from './refunds/refund-order.ts'
import type { LineAmount } from '../../domain/orders/refund-requests.ts'
import { ordersTag, releaseStock } from './stock.ts'
import { notifyOrderSide, type OrderContext } from './notify-order.ts'
import { reviveDemand } from '../demands/deciding/revive-demand.ts'
import type { Side } from '../../domain/sides.ts'

interface OrderEnding {
  readonly event: 'decline' | 'cancel'
  readonly actor: OrderActor
  /** null = a job. */
  readonly by: StepActor | null
  readonly reason: string
  /** Amount to refund, in fen; a ruling of the platform names it by payment line. */
  readonly refund: number | 'all' | readonly LineAmount[]
}

/**
 * Declines or cancels an order by its transition table: closes open payments, refunds the agreed amount, releases the
 * stock, reopens the demand and notifies both sides. The order must be locked by `lockOrder` with `mayEnd`. Throws
 * stepNotAllowed and refundTooMuch.
 */
export async function endOrder(tx: Db, context: OrderContext, order: Order, end: OrderEnding): Promise<Order> {
  const { event, actor, by, reason, refund } = end
  const set = { cancellationRequestedBy: null, unpaidUntil: null }
  const ended = await moveOrder(tx, order, { event, actor, by, reason, facts: refundFacts(end), set })
  await closePayments(tx, [order.id])
  const refunded = await refundOrder(tx, context, ended, { amount: refund, reason: refundReason(end) })
  const revived = await reviveOrderDemand(tx, context, ended, event)
  const tags = await releaseStock(tx, order.id)
  context.after(() => context.pages.invalidate([ordersTag, ...tags]))
  await notifyBothSides(tx, context, ended, { ...end, back: refunded, revived })
  const userId = by?.companyId === order.buyerCompanyId ? by.userId : null
  await settleBudget(tx, context, ended, { source: 'order', sourceId: order.id, event: 'end', userId })
  return ended
}

/** Refund of an ending for the deal record; fen, null = all that was paid. */
function refundFacts({ refund }: OrderEnding): DealFacts {
  if (typeof refund !== 'object') return { refund: refund === 'all' ? null : refund }
  return { refund: refund.map(({ lineId, amount }) => ({ lineId, amount })) }
}

const refundReason = ({ event, reason }: OrderEnding) =>
  [event === 'decline' ? '供应商未接单' : '订单取消', reason].filter((part) => part !== '').join('：')

/** Reopens the demand of an order for award. Returns the id of the reopened demand, or null. */
async function reviveOrderDemand(
  tx: Db,
  context: OrderContext,
  order: Order,
  event: OrderEnding['event'],
): Promise<number | null> {
  const { demandId, offerId } = order
  if (demandId === null || offerId === null) return null
  return (await reviveDemand(tx, context, { demandId, offerId, why: event })) ? demandId : null
}

interface NotifiedEnding extends OrderEnding {
  readonly back: number
  readonly revived: number | null
}

const endingHeadline = ({ event, actor }: OrderEnding): string => {
  if (event === 'decline') return '被供应商拒绝'
  if (actor === 'system') return '因超时未付款已取消'
  if (actor === 'operator') return '经平台裁定已取消'
  return actor === 'both' ? '经双方同意已取消' : '已由买家取消'
}

/** Notifies both sides, except the side that ended the order alone. */
async function notifyBothSides(tx: Db, context: OrderContext, order: Order, ended: NotifiedEnding): Promise<void> {
  const { event, actor, reason, back, revived } = ended
  const title = `订单 ${order.orderNo} ${endingHeadline(ended)}`
  const why = reason === '' ? '' : `原因：${sentence(reason)}`
  const notifySide = (side: Side, more: string, path?: string) =>
    notifyOrderSide(tx, context, order, side, { title, text: `${why}${more}` || '订单已结束。', path })
  if (actor !== 'buyer') {
    const money = back === 0 ? '' : `退款 ¥${yuan(back)} 将原路退回。`
    const again = revived === null ? '' : `需求已恢复评选，您可以选定其他报价。`
    await notifySide('buyer', `${money}${again}`, revived === null ? undefined : links.buyerDemand(revived))
  }
  if (event !== 'decline') await notifySide('seller', back === 0 ? '' : `应退买家 ¥${yuan(back)}，请及时处理。`)
}
