import { and, asc, eq, ne, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { newsOfJob } from '../../jobs/news-of-job.ts'
import { PayAway, type GatewayRefundState } from '../../providers/pay/pay.ts'
import { workThrough } from '../work-through.ts'
import type { PayJob } from '../payments/ask-gateways.ts'
import { bySystem } from '../payments/line-steps.ts'
import { lockOrders, type PaymentRow } from '../payments/locks.ts'
import { tellSide } from '../payments/tell-payments.ts'
import { finishRefund } from './finish-refund.ts'
import type { RefundRow } from './make-refunds.ts'

const most = 200
/** After so many tries in vain its supplier is told. */
const troubling = 5

/** Waits longer after each try, four hours at most. */
const itsTurn = sql`${refunds.createdAt} + make_interval(mins =>
  (power(2, least(${refunds.attempts}, 8)) - 1)::int + greatest(${refunds.attempts} - 8, 0) * 240) <= now()`

/**
 * Has gateways give back what is agreed. A refund keeps its number, so one that is asked for twice goes back once, and
 * asking again tells how it stands. What does not go is tried again, later each time. Several are asked at once, and
 * none waits for one that is slow. Safe to run twice and at once.
 */
export async function sendRefunds(db: Db, { providers, push, log }: PayJob): Promise<void> {
  const due = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(and(eq(refunds.status, 'pending'), ne(payments.method, 'bank'), itsTurn))
    .orderBy(asc(refunds.id))
    .limit(most)
  const sendOne = async ({ refund, payment }: (typeof due)[number]) => {
    const told = await ask(providers, refund, payment).catch((err: unknown) => {
      if (!(err instanceof PayAway)) throw err
      log.warn({ err, refundNo: refund.refundNo, reason: err.reason }, 'gateway away')
      return { state: 'failed' as const, reason: '支付渠道暂时没有响应，将自动重试' }
    })
    await take(db, push, refund, told)
  }
  await workThrough(due, sendOne, (err, { refund }) => log.error({ err, refundNo: refund.refundNo }, 'refund clock'))
}

async function ask(
  { pay }: PayJob['providers'],
  { refundNo, amount, reason }: RefundRow,
  { method, paymentNo, tradeNo, received }: PaymentRow,
): Promise<GatewayRefundState> {
  const gateway = method === 'bank' ? undefined : pay[method]
  if (gateway === undefined) return { state: 'failed', reason: '本站已停用该支付渠道，请联系平台' }
  return gateway.refund({
    ...{ paymentNo, tradeNo: tradeNo ?? '', refundNo, amount },
    ...{ total: received ?? 0, reason: reason.slice(0, 80) },
  })
}

async function take(db: Db, push: PayJob['push'], refund: RefundRow, told: GatewayRefundState): Promise<void> {
  const { news, tellAll } = newsOfJob(push)
  if (told.state === 'done') {
    try {
      await db.transaction(async (tx) => {
        const [order] = await lockOrders(tx, [refund.orderId])
        if (order !== undefined) await finishRefund(tx, news, order, refund.id, bySystem, { tradeNo: told.tradeNo })
      })
    } catch (err) {
      // Another process was told so before.
      if (!(err instanceof CallFailed && err.failure === 'stepNotAllowed')) throw err
      return
    }
    return tellAll()
  }
  await db.transaction(async (tx) => {
    const [order] = await lockOrders(tx, [refund.orderId])
    const answer = told.state === 'failed' ? told.reason.slice(0, 200) : refund.answer
    const [tried] = await tx
      .update(refunds)
      .set({ attempts: sql`${refunds.attempts} + 1`, answer })
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))
      .returning({ attempts: refunds.attempts })
    if (told.state !== 'failed' || tried?.attempts !== troubling || order === undefined) return
    const title = `订单 ${order.orderNo} 的退款 ¥${yuan(refund.amount)} 尚未成功`
    const text = `${answer}。系统将继续重试，请核对收款账户。`
    await tellSide(tx, news, 'seller', order, 'payment.confirmed', { title, text })
  })
  await tellAll()
}
