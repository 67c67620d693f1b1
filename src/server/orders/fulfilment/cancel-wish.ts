import { eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { yuan } from '../../../domain/money.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { endOrder } from '../end-order.ts'
import type { Order } from '../lock-order.ts'
import { recordOrderStep, type Hand } from '../order-moved.ts'
import { linesOf, otherSide, type PaymentLine, type Side } from '../present-order.ts'
import { pendingOf } from '../refunds/lines-go-back.ts'
import { tellSide, type OrderContext } from '../tell-order.ts'

/** One side's word about ending an order that both are bound to. */
interface WishStep {
  readonly side: Side
  readonly by: Hand
  readonly reason: string
  /** fen; undefined = all that was paid. */
  readonly refundAmount: number | undefined
}

/** What stands with the supplier and is not on its way back; fen. */
async function refundable(db: Db, lines: readonly PaymentLine[]): Promise<number> {
  const pending = await pendingOf(
    db,
    lines.map(({ id }) => id),
  )
  return paidShare(lines).paid - [...pending.values()].reduce((sum, amount) => sum + amount, 0)
}

/** What would go back by the cancellation that is asked for, as it stands now; fen. */
export const refundWanted = async (
  db: Db,
  { cancelRefund }: Pick<Order, 'cancelRefund'>,
  lines: readonly PaymentLine[],
): Promise<number> => cancelRefund ?? refundable(db, lines)

/** Asks the other side to end the order. Throws refundTooMuch where less was paid than is to go back. */
export async function askCancel(tx: Db, context: OrderContext, order: Order, step: WishStep): Promise<Order> {
  const { side, by, reason, refundAmount } = step
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写取消原因' })
  const paid = await refundable(tx, await linesOf(tx, [order.id]))
  if (refundAmount !== undefined && refundAmount > paid) throw new CallFailed('refundTooMuch')
  const wish = { cancelWantedBy: side, cancelReason: reason, cancelRefund: refundAmount ?? null }
  await setWish(tx, order, wish)
  await recordOrderStep(tx, order, { event: 'askCancel', reason, by })
  const money = paid === 0 ? '' : `退款 ¥${yuan(refundAmount ?? paid)}。`
  await tellSide(tx, context, order, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}申请取消订单 ${order.orderNo}，请答复`,
    text: `原因：${sentence(reason)}${money}`,
  })
  return { ...order, ...wish }
}

/**
 * Agrees to what the other side asked for, and the order ends. The refund is the one that was read: where it is another
 * by now (money came in meanwhile), it is a conflict with the sum of now as content.
 */
export async function agreeCancel(tx: Db, context: OrderContext, order: Order, step: WishStep): Promise<Order> {
  const refund = await refundWanted(tx, order, await linesOf(tx, [order.id]))
  if ((step.refundAmount ?? 0) !== refund) throw new CallFailed('conflict', { refund })
  const end = { event: 'cancel', actor: 'both', by: step.by, reason: order.cancelReason } as const
  return endOrder(tx, context, order, { ...end, refund: order.cancelRefund ?? 'all' })
}

/** Refuses, with a reason: the order goes on. */
export async function refuseCancel(tx: Db, context: OrderContext, order: Order, step: WishStep): Promise<Order> {
  const { side, by, reason } = step
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写不同意的原因' })
  await setWish(tx, order, noWish)
  await recordOrderStep(tx, order, { event: 'refuseCancel', reason, by })
  await tellSide(tx, context, order, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}不同意取消订单 ${order.orderNo}`,
    text: `原因：${sentence(reason)}订单继续执行；协商不成可发起争议。`,
  })
  return { ...order, ...noWish }
}

/** Takes one's own wish back. */
export async function dropCancel(tx: Db, context: OrderContext, order: Order, { side, by }: WishStep): Promise<Order> {
  await setWish(tx, order, noWish)
  await recordOrderStep(tx, order, { event: 'dropCancel', by })
  await tellSide(tx, context, order, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}撤回了取消申请，订单 ${order.orderNo} 继续`,
    text: '请按约定继续执行。',
  })
  return { ...order, ...noWish }
}

/** What an order holds of a wish when there is none. */
export const noWish = { cancelWantedBy: null, cancelReason: '', cancelRefund: null }

const setWish = (tx: Db, { id }: Order, wish: Partial<typeof orders.$inferInsert>) =>
  tx.update(orders).set(wish).where(eq(orders.id, id))
