import { eq, and, gt, inArray, sql } from 'drizzle-orm'
import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { payments, paymentParts, ledgerMovements, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import {
  paymentAttemptTransitions,
  pendingRefundStatuses,
  reversalDeadline,
  isPaymentSubmitted,
} from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { movePaymentLine, type PaymentActor } from './move-payment-line.ts'
import { extendPaymentDeadline } from './extend-payment-deadline.ts'
import type { LockedPayment, PaymentRow } from './payment-locks.ts'
import { lockReceivedPayment } from './own-payment.ts'
import { receivePayment } from './receive-payment.ts'
import { presentReceived } from './seller-payments.ts'
import { notifyPaymentSide, type NotifyContext } from './notify-payment.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { settleBudgets } from '../budgets/book-budget.ts'
import { hasOpenRequest } from '../refunds/refund-requests.ts'
import { closeAttempt, lockActiveAttempts } from './close-payments.ts'
import { reverseReceipt } from './ledger-postings.ts'
import { recordPayment } from './record-payment.ts'
import { takePaymentNo } from './payment-numbers.ts'
import { isEnded } from '../../../domain/orders/order-states.ts'

/** Whether the lines have later movements or open refunds after a receipt. Everything must be locked. */
async function hasLaterMovements(tx: Db, { parts, lines }: Pick<LockedPayment, 'parts' | 'lines'>): Promise<boolean> {
  const lineIds = [...lines.keys()]
  const own = parts.map(({ id }) => id)
  const ofLines = tx.select({ id: paymentParts.id }).from(paymentParts).where(inArray(paymentParts.lineId, lineIds))
  const [last] = await tx
    .select({ id: sql<number>`coalesce(max(${ledgerMovements.id}), 0)::int` })
    .from(ledgerMovements)
    .where(and(inArray(ledgerMovements.partId, own), inArray(ledgerMovements.kind, ['received', 'settled'])))
  const later = await tx.$count(
    ledgerMovements,
    and(inArray(ledgerMovements.partId, ofLines), gt(ledgerMovements.id, last?.id ?? 0)),
  )
  const returning = await tx.$count(
    refunds,
    and(inArray(refunds.partId, ofLines), inArray(refunds.status, [...pendingRefundStatuses])),
  )
  return later + returning > 0 || (await hasOpenRequest(tx, lineIds))
}

/** Receipts beyond this multiple of the amount are rejected as typing errors. */
const maxReceiptFactor = 100

/** Runs in the transaction of its idempotency key; of parallel verdicts one succeeds. */
export const paymentVerdict: Handler<typeof paymentsCalls.paymentVerdict> = async (input, context) => {
  const { caller, db, note } = context
  const locked = await lockReceivedPayment(db, input.paymentId, caller.companyId)
  const { payment } = locked
  const by: PaymentActor = { side: 'seller', actor: actorOf(caller) }
  // Closed transfers can be verified only if they have a voucher.
  const isVoucher = payment.method === 'bank' && (isPaymentSubmitted(payment.status) || payment.voucherId !== null)
  if (!isVoucher || nextState(paymentAttemptTransitions, payment.status, input.verdict, 'seller') === undefined) {
    throw new CallFailed('stepNotAllowed')
  }
  if (input.verdict === 'confirm') {
    if (input.received > payment.amount * maxReceiptFactor) {
      throw fieldFailed({ field: 'received', message: '到账金额远超应付金额，请核对' })
    }
    const difference = input.received - payment.amount
    if (difference !== (input.difference ?? 0)) throw new CallFailed('receiptDiffers', { difference })
    await receivePayment(db, context, locked, { amount: input.received, by, at: new Date() })
  } else {
    await rejectTransfer(db, context, locked, by, input.reason)
  }
  note(`${payment.paymentNo}，${input.verdict === 'confirm' ? `到账 ¥${yuan(input.received)}` : '未到账'}`)
  const rows = await db.select().from(payments).where(eq(payments.id, payment.id))
  const [shown] = await presentReceived(db, rows, caller.companyId)
  if (shown === undefined) throw new Error('No payment')
  return shown
}

async function rejectTransfer(
  tx: Db,
  notify: NotifyContext,
  { payment, orders, parts, lines }: LockedPayment,
  by: PaymentActor,
  reason: string,
) {
  await tx.update(payments).set({ status: 'rejected', reason }).where(eq(payments.id, payment.id))
  for (const line of lines.values()) await movePaymentLine(tx, line, 'reject', by, reason)
  await recordPayment(tx, payment, parts, { event: 'reject', by, facts: { reason } })
  await extendPaymentDeadline(tx, orders, 'rejected')
  const [order] = orders
  if (order === undefined) return
  await notifyPaymentSide(tx, notify, 'buyer', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的转账未到账`,
    text: `供应商答复：${sentence(reason)}请核对后重新提交凭证。`,
  })
}

/** Runs inside the transaction of its idempotency key. */
export const paymentUndo: Handler<typeof paymentsCalls.paymentUndo> = async ({ paymentId, reason }, context) => {
  const { caller, db, note, providers, after } = context
  const locked = await lockReceivedPayment(db, paymentId, caller.companyId)
  const { payment } = locked
  const { again, closed } = await reverseConfirmedReceipt(
    db,
    context,
    locked,
    { side: 'seller', actor: actorOf(caller) },
    reason,
  )
  after(async () => {
    for (const { method, paymentNo } of closed) if (method !== 'bank') await providers.pay[method]?.close(paymentNo)
  })
  note(`${payment.paymentNo}，撤销到账 ¥${yuan(payment.received ?? 0)}`)
  const [shown] = await presentReceived(db, [again], caller.companyId)
  if (shown === undefined) throw new Error('No payment')
  return shown
}

/**
 * Reverses a confirmed receipt within 24 hours by a reversing movement. The old payment becomes `undone`, a new one
 * with the same voucher waits for verification (`again`), attempts to pay the rest are `closed`. Everything must be
 * locked. Throws stepNotAllowed, receiptSettled, receiptUsed.
 */
export async function reverseConfirmedReceipt(
  tx: Db,
  notify: NotifyContext,
  locked: LockedPayment,
  by: PaymentActor,
  reason: string,
) {
  const { payment, orders, parts, lines } = locked
  if (
    payment.method !== 'bank' ||
    nextState(paymentAttemptTransitions, payment.status, 'undo', 'seller') === undefined
  ) {
    throw new CallFailed('stepNotAllowed')
  }
  if (payment.confirmedAt === null || reversalDeadline(payment.confirmedAt) <= new Date()) {
    throw new CallFailed('receiptSettled')
  }
  const closed = await lockActiveAttempts(tx, 'line', [...lines.keys()])
  const isUsed =
    orders.some(({ status }) => isEnded(status)) ||
    closed.some(({ status }) => isPaymentSubmitted(status)) ||
    (await hasLaterMovements(tx, locked))
  if (isUsed) throw new CallFailed('receiptUsed')
  for (const attempt of closed) await closeAttempt(tx, attempt, by, '供应商重新核实到账')
  const waiting = await createWaitingCopy(tx, locked)
  for (const part of parts) {
    const order = orders.find(({ id }) => id === part.orderId)
    const line = lines.get(part.lineId)
    if (order === undefined || line === undefined) throw new Error(`Part ${part.id} is not locked`)
    const reversed = await reverseReceipt(tx, { order, line, part })
    // Lines fully paid by another receipt stay confirmed.
    if (reversed.paid < reversed.amount) await movePaymentLine(tx, reversed, 'undo', by, reason)
  }
  await tx.update(payments).set({ status: 'undone', reason }).where(eq(payments.id, payment.id))
  const received = parts.map((part) => ({ orderId: part.orderId, amount: part.received }))
  const facts = { reason, again: waiting.paymentNo }
  await recordPayment(tx, payment, received, { event: 'undo', by, facts })
  await notifyReversal(tx, notify, locked, reason)
  await settleBudgets(tx, notify, orders, { source: 'payment', sourceId: payment.id, event: 'undo', userId: null })
  return { again: waiting, closed }
}

/** Creates a copy of the transfer with its voucher, waiting for verification. */
async function createWaitingCopy(tx: Db, { payment, parts }: LockedPayment): Promise<PaymentRow> {
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

async function notifyReversal(
  tx: Db,
  news: NotifyContext,
  { payment, orders }: LockedPayment,
  reason: string,
): Promise<void> {
  for (const order of orders) {
    await notifyPaymentSide(tx, news, 'buyer', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的到账确认已撤销`,
      text: `供应商撤销了 ¥${yuan(payment.received ?? 0)} 的到账确认，将重新核实：${sentence(reason)}您无需重复付款。`,
    })
  }
}
