import { and, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { comesToNothing } from '../../../domain/orders/payable.ts'
import { recordSteps } from '../../operations/public.ts'
import type { Order } from '../lock-order.ts'
import { moveLine, oweAgain, statusBefore, type By } from '../payments/line-steps.ts'
import { lockLines } from '../payments/locks.ts'
import { giveBack } from '../payments/money.ts'
import { tellSide, type News } from '../payments/tell-payments.ts'
import type { PaymentLine } from '../present-order.ts'
import { pendingOf } from './lines-go-back.ts'
import type { RefundRow } from './make-refunds.ts'

interface Proof {
  /** The gateway's own number, or the receipt of a transfer back. */
  readonly tradeNo?: string
  readonly voucherId?: string
}

/**
 * A refund has gone back: by its gateway's word, or its supplier's with the receipt. Its order is locked before. One
 * that is not under way any more throws stepNotAllowed, so that nothing goes back twice.
 */
export async function finishRefund(
  tx: Db,
  news: News,
  order: Order,
  refundId: number,
  by: By,
  { tradeNo, voucherId }: Proof,
): Promise<RefundRow> {
  const { line: unlocked, part, method } = await partOf(tx, refundId)
  const line = (await lockLines(tx, [unlocked])).get(unlocked)
  const [done] = await tx
    .update(refunds)
    .set({ status: 'done', doneAt: new Date(), answer: '', tradeNo: tradeNo ?? null, voucherId: voucherId ?? null })
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    .returning()
  if (done === undefined || line === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event: 'done', fromStatus: 'pending', toStatus: 'done' }
  await recordSteps(tx, [{ entity: 'refund', entityId: refundId, ...step, ...by.actor }])
  const left = await giveBack(tx, { order, line, part, method, amount: done.amount, refundId })
  await settle(tx, order, left, by)
  const title = `订单 ${order.orderNo} 已退款 ¥${yuan(done.amount)}`
  const way = method === 'bank' ? '供应商已转账退回，请查收。' : '款项已原路退回。'
  await tellSide(tx, news, 'buyer', order, 'payment.confirmed', { title, text: way })
  if (by.side === 'system')
    await tellSide(tx, news, 'seller', order, 'payment.confirmed', { title, text: '款项已原路退回买家。' })
  return done
}

async function partOf(tx: Db, refundId: number) {
  const [row] = await tx
    .select({ part: paymentParts, method: payments.method })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(eq(refunds.id, refundId))
  if (row === undefined) throw new CallFailed('notFound')
  return { line: row.part.lineId, part: row.part, method: row.method }
}

/**
 * A line that waited for its last refund: whole still, it is kept; of an order that lives, one that was never whole is
 * owed as before; the rest is refunded.
 */
async function settle(tx: Db, order: Order, now: PaymentLine, by: By): Promise<void> {
  const giver: By = by.side === 'buyer' ? { ...by, side: 'system' } : by
  // It became whole while its refund was under way, and is no longer.
  const isShort = now.status === 'confirmed' && now.paid < now.amount
  const line = isShort ? await moveLine(tx, now, 'refund', giver) : now
  if (line.status !== 'refund_pending' || (await pendingOf(tx, [line.id])).has(line.id)) return
  if (line.paid >= line.amount) return void (await moveLine(tx, line, 'keep', giver))
  const before = await statusBefore(tx, line.id, 'refund')
  const wasWhole = before === undefined || before === 'confirmed' || before === 'refunded'
  if (wasWhole || comesToNothing(order.status)) await moveLine(tx, line, 'refunded', giver)
  else await oweAgain(tx, line, 'refund', giver)
}
