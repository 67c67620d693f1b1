import { eq } from 'drizzle-orm'
import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { comesToNothing } from '../../../domain/orders/payable.ts'
import { paymentAttempts, undoneBefore } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { closeAttempt, livingAttempts } from './close-payments.ts'
import { moveLine, type By } from './line-steps.ts'
import type { LockedPayment, PaymentRow } from './locks.ts'
import { reverseReceipt } from './money.ts'
import { movedSince } from './moved-since.ts'
import { lockReceivedPayment } from './own-payment.ts'
import { takePaymentNo } from './payment-no.ts'
import { presentReceived } from './seller-payments.ts'
import { tellSide, type News } from './tell-payments.ts'

/** Runs inside the transaction of its idempotency key. */
export const paymentUndo: Handler<typeof paymentsCalls.paymentUndo> = async ({ paymentId, reason }, context) => {
  const { caller, db, note, providers, after } = context
  const locked = await lockReceivedPayment(db, paymentId, caller.companyId)
  const { payment } = locked
  const { again, closed } = await undoReceipt(db, context, locked, { side: 'seller', actor: actorOf(caller) }, reason)
  after(async () => {
    for (const { method, paymentNo } of closed) if (method !== 'bank') await providers.pay[method]?.close(paymentNo)
  })
  note(`${payment.paymentNo}，撤销到账 ¥${yuan(payment.received ?? 0)}`)
  const [shown] = await presentReceived(db, [again], caller.companyId)
  if (shown === undefined) throw new Error('No payment')
  return shown
}

/**
 * Takes a confirmed receipt back within its day. Nothing of the books is changed: a reversing movement is written, the
 * old payment stays as undone, and a new one with the same voucher waits for the right word (`again`). Attempts to pay
 * what was left are `closed`. Everything is locked before. Throws stepNotAllowed, receiptSettled, receiptUsed.
 */
export async function undoReceipt(tx: Db, news: News, locked: LockedPayment, by: By, reason: string) {
  const { payment, orders, parts, lines } = locked
  if (payment.method !== 'bank' || next(paymentAttempts, payment.status, 'undo', 'seller') === undefined) {
    throw new CallFailed('stepNotAllowed')
  }
  if (payment.confirmedAt === null || undoneBefore(payment.confirmedAt) <= new Date()) {
    throw new CallFailed('receiptSettled')
  }
  const closed = await livingAttempts(tx, 'line', [...lines.keys()])
  const isUsed =
    orders.some(({ status }) => comesToNothing(status)) ||
    closed.some(({ status }) => status === 'submitted') ||
    (await movedSince(tx, locked))
  if (isUsed) throw new CallFailed('receiptUsed')
  for (const attempt of closed) await closeAttempt(tx, attempt, by, '供应商重新核实到账')
  const again = await waitAgain(tx, locked)
  for (const part of parts) {
    const order = orders.find(({ id }) => id === part.orderId)
    const line = lines.get(part.lineId)
    if (order === undefined || line === undefined) throw new Error(`Part ${part.id} is not locked`)
    const left = await reverseReceipt(tx, { order, line, part })
    // What another receipt has paid whole stays so.
    if (left.paid < left.amount) await moveLine(tx, left, 'undo', by, reason)
  }
  await tx.update(payments).set({ status: 'undone', reason }).where(eq(payments.id, payment.id))
  await tellUndone(tx, news, locked, reason)
  return { again, closed }
}

/** The same transfer with its voucher, waiting for its payee's word as before. */
async function waitAgain(tx: Db, { payment, parts }: LockedPayment): Promise<PaymentRow> {
  const { id, no } = await takePaymentNo(tx)
  const { companyId, userId, method, device, amount, remarkCode, voucherId, transferredAt, expiresAt } = payment
  const copied = { companyId, userId, method, device, amount, remarkCode, voucherId, transferredAt, expiresAt }
  const [row] = await tx
    .insert(payments)
    .values({ ...copied, id, paymentNo: no, status: 'submitted' })
    .returning()
  if (row === undefined) throw new Error('No payment')
  await tx
    .insert(paymentParts)
    .values(parts.map(({ orderId, lineId, amount: asked }) => ({ paymentId: id, orderId, lineId, amount: asked })))
  return row
}

async function tellUndone(tx: Db, news: News, { payment, orders }: LockedPayment, reason: string): Promise<void> {
  for (const order of orders) {
    await tellSide(tx, news, 'buyer', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的到账确认已撤销`,
      text: `供应商撤销了 ¥${yuan(payment.received ?? 0)} 的到账确认，将重新核实：${sentence(reason)}您无需重复付款。`,
    })
  }
}
