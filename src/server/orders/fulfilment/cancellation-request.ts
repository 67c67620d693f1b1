import { eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { yuan } from '../../../domain/money.ts'
import { paidShare } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { endOrder } from '../end-order.ts'
import type { Order } from '../lock-order.ts'
import { recordOrderStep, type StepActor } from '../move-order.ts'
import { loadPaymentLines, type PaymentLine } from '../present-order.ts'
import { loadPendingRefunds } from '../refunds/revert-lines.ts'
import { notifyOrderSide, type OrderContext } from '../notify-order.ts'
import { otherSide, type Side } from '../../../domain/sides.ts'

/** A step of one side on the cancellation of a confirmed order. */
interface CancellationStep {
  readonly side: Side
  readonly by: StepActor
  readonly reason: string
  /** fen; undefined = all that was paid. */
  readonly refundAmount: number | undefined
}

/** Paid amount minus pending refunds; fen. */
async function refundableAmount(db: Db, lines: readonly PaymentLine[]): Promise<number> {
  const pending = await loadPendingRefunds(
    db,
    lines.map(({ id }) => id),
  )
  return paidShare(lines).paid - [...pending.values()].reduce((sum, amount) => sum + amount, 0)
}

/** Current refund of the requested cancellation; fen. */
export const requestedRefund = async (
  db: Db,
  { cancelRefund }: Pick<Order, 'cancelRefund'>,
  lines: readonly PaymentLine[],
): Promise<number> => cancelRefund ?? refundableAmount(db, lines)

/** Requests cancellation from the other side. Throws refundTooMuch if the refund exceeds the paid amount. */
export async function requestCancellation(
  tx: Db,
  context: OrderContext,
  order: Order,
  step: CancellationStep,
): Promise<Order> {
  const { side, by, reason, refundAmount } = step
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写取消原因' })
  const paid = await refundableAmount(tx, await loadPaymentLines(tx, [order.id]))
  if (refundAmount !== undefined && refundAmount > paid) throw new CallFailed('refundTooMuch')
  const request = { cancellationRequestedBy: side, cancelReason: reason, cancelRefund: refundAmount ?? null }
  await saveCancellationRequest(tx, order, request)
  await recordOrderStep(tx, order, { event: 'askCancel', reason, by, facts: { refund: refundAmount ?? null } })
  const money = paid === 0 ? '' : `退款 ¥${yuan(refundAmount ?? paid)}。`
  await notifyOrderSide(tx, context, order, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}申请取消订单 ${order.orderNo}，请答复`,
    text: `原因：${sentence(reason)}${money}`,
  })
  return { ...order, ...request }
}

/**
 * Accepts the cancellation request and ends the order. Throws conflict with the current refund if it differs from the
 * one the caller saw, for example after a new receipt.
 */
export async function acceptCancellation(
  tx: Db,
  context: OrderContext,
  order: Order,
  step: CancellationStep,
): Promise<Order> {
  const refund = await requestedRefund(tx, order, await loadPaymentLines(tx, [order.id]))
  if ((step.refundAmount ?? 0) !== refund) throw new CallFailed('conflict', { refund })
  const end = { event: 'cancel', actor: 'both', by: step.by, reason: order.cancelReason } as const
  return endOrder(tx, context, order, { ...end, refund: order.cancelRefund ?? 'all' })
}

/** Refuses the cancellation request with a reason; the order continues. */
export async function refuseCancellation(
  tx: Db,
  context: OrderContext,
  order: Order,
  step: CancellationStep,
): Promise<Order> {
  const { side, by, reason } = step
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写不同意的原因' })
  await saveCancellationRequest(tx, order, noCancellationRequest)
  await recordOrderStep(tx, order, { event: 'refuseCancel', reason, by })
  await notifyOrderSide(tx, context, order, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}不同意取消订单 ${order.orderNo}`,
    text: `原因：${sentence(reason)}订单继续执行；协商不成可发起争议。`,
  })
  return { ...order, ...noCancellationRequest }
}

/** Withdraws the own cancellation request. */
export async function withdrawCancellation(
  tx: Db,
  context: OrderContext,
  order: Order,
  { side, by }: CancellationStep,
): Promise<Order> {
  await saveCancellationRequest(tx, order, noCancellationRequest)
  await recordOrderStep(tx, order, { event: 'dropCancel', by })
  await notifyOrderSide(tx, context, order, otherSide(side), {
    title: `${side === 'buyer' ? '买家' : '供应商'}撤回了取消申请，订单 ${order.orderNo} 继续`,
    text: '请按约定继续执行。',
  })
  return { ...order, ...noCancellationRequest }
}

/** Column values of an order without a cancellation request. */
export const noCancellationRequest = { cancellationRequestedBy: null, cancelReason: '', cancelRefund: null }

const saveCancellationRequest = (tx: Db, { id }: Order, request: Partial<typeof orders.$inferInsert>) =>
  tx.update(orders).set(request).where(eq(orders.id, id))
