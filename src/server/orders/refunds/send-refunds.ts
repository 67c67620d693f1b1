import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { createJobContext } from '../../platform/job-context.ts'
import { GatewayUnavailable, type GatewayRefundState } from '../../providers/pay/pay.ts'
import { forEachConcurrent } from '../for-each-concurrent.ts'
import type { PaymentJobContext } from '../payments/close-due-payments.ts'
import { systemActor } from '../payments/move-payment-line.ts'
import { lockOrders, type PaymentRow } from '../payments/payment-locks.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { finishRefund } from './finish-refund.ts'
import type { RefundRow } from './create-refunds.ts'

const batchSize = 200
/** Failed attempts after which the supplier is notified. */
const attemptsBeforeNotice = 5

/** Exponential backoff, four hours at most. */
const isRetryDue = sql`${refunds.createdAt} + make_interval(mins =>
  (power(2, least(${refunds.attempts}, 8)) - 1)::int + greatest(${refunds.attempts} - 8, 0) * 240) <= now()`

/**
 * Sends pending refunds to gateways. The refund number makes requests idempotent; repeating one returns its state.
 * Failures are retried with backoff. Requests run in parallel. Safe to run twice and concurrently.
 */
export async function sendRefunds(db: Db, { providers, push, log }: PaymentJobContext): Promise<void> {
  const due = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(and(eq(refunds.status, 'pending'), ne(refunds.method, 'bank'), isRetryDue))
    .orderBy(asc(refunds.id))
    .limit(batchSize)
  const sendOne = async ({ refund, payment }: (typeof due)[number]) => {
    const gatewayState = await requestGatewayRefund(providers, refund, payment).catch((err: unknown) => {
      if (!(err instanceof GatewayUnavailable)) throw err
      log.warn({ err, refundNo: refund.refundNo, reason: err.reason }, 'gateway away')
      return { state: 'failed' as const, reason: '支付渠道暂时没有响应，将自动重试' }
    })
    await applyRefundState(db, push, refund, gatewayState)
  }
  await forEachConcurrent(due, sendOne, (err, { refund }) =>
    log.error({ err, refundNo: refund.refundNo }, 'refund clock'),
  )
}

async function requestGatewayRefund(
  { pay }: PaymentJobContext['providers'],
  { refundNo, amount, reason }: RefundRow,
  { method, paymentNo, tradeNo, received }: PaymentRow,
): Promise<GatewayRefundState> {
  const gateway = method === 'bank' ? undefined : pay[method]
  if (gateway === undefined) return { state: 'failed', reason: '本站已停用该支付渠道，请联系平台' }
  return gateway.refund({
    paymentNo,
    tradeNo: tradeNo ?? '',
    refundNo,
    amount,
    total: received ?? 0,
    reason: reason.slice(0, 80),
  })
}

async function applyRefundState(
  db: Db,
  push: PaymentJobContext['push'],
  refund: RefundRow,
  gatewayState: GatewayRefundState,
): Promise<void> {
  const { context, notifyAll } = createJobContext(push)
  if (gatewayState.state === 'done') {
    try {
      await db.transaction(async (tx) => {
        const [order] = await lockOrders(tx, [refund.orderId])
        if (order !== undefined)
          await finishRefund(tx, context, order, refund.id, systemActor, {
            event: 'done',
            tradeNo: gatewayState.tradeNo,
          })
      })
    } catch (err) {
      // Another process has completed it.
      if (!(err instanceof CallFailed && err.failure === 'stepNotAllowed')) throw err
      return
    }
    return notifyAll()
  }
  await db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [refund.orderId])
    const answer = gatewayState.state === 'failed' ? gatewayState.reason.slice(0, 200) : refund.answer
    const [tried] = await tx
      .update(refunds)
      .set({ attempts: sql`${refunds.attempts} + 1`, answer })
      // Parallel runs with the same answer are one attempt.
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending'), eq(refunds.attempts, refund.attempts)))
      .returning({ attempts: refunds.attempts })
    if (gatewayState.state !== 'failed' || tried?.attempts !== attemptsBeforeNotice || order === undefined) return
    const title = `订单 ${order.orderNo} 的退款 ¥${yuan(refund.amount)} 尚未成功`
    const text = `${answer}。系统将继续重试，请核对收款账户。`
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', { title, text })
  })
  await notifyAll()
}
