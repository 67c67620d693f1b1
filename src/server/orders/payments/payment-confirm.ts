import { and, asc, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { payments } from '../../../db/tables/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { dealFile } from '../../../domain/orders/deal-record.ts'
import { paymentBlocker, selectDueLines } from '../../../domain/orders/payment-blocker.ts'
import type { Context, Handler } from '../../handler.ts'
import { gatePayment } from './payment-approval.ts'
import { findOrCreateAttempt, type Attempt } from './payment-attempt.ts'
import { movePaymentLine, type PaymentActor } from './move-payment-line.ts'
import { recordPayment } from './record-payment.ts'
import type { LockedPayment } from './payment-locks.ts'
import { lockOwnPayment } from './own-payment.ts'
import { closeAtGateways, detectPayDevice, paymentPagePath } from './payment-open.ts'
import { presentLoadedPayment } from './present-payment.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { ownFile, assignFileToCompany } from '../../platform/files/files.ts'
import { recipientsWithPermission } from '../../platform/notices/notices.ts'
import { isPaymentSubmitted, isPaymentConfirmed, isPaymentOpen } from '../../../domain/orders/payment-states.ts'

const day = 86_400_000
type ConfirmInput = z.output<(typeof paymentsCalls)['paymentConfirm']['input']>

/**
 * Runs in the transaction of its idempotency key: voucher and notice are saved once. Starts the payment of an order or
 * group; gateway payments continue on the payment page, since gateways are not called inside a transaction.
 */
export const paymentConfirm: Handler<typeof paymentsCalls.paymentConfirm> = async (input, context) => {
  const { caller, db, note, request } = context
  const started = input.paymentId === undefined ? await startPayment(input, context) : undefined
  if (started !== undefined && started.payment.method !== 'bank') {
    note(started.payment.paymentNo)
    return { ...(await presentLoadedPayment(db, started.payment)), url: request.origin + paymentPagePath(started) }
  }
  const paymentId = started?.payment.id ?? input.paymentId ?? 0
  const locked = await lockOwnPayment(db, paymentId, caller.companyId)
  assertTakesVoucher(locked)
  if (started === undefined) await assertApproved(context, locked)
  const transferredAt = input.transferredAt === undefined ? null : new Date(input.transferredAt)
  if (transferredAt !== null && transferredAt.getTime() > Date.now() + day) {
    throw fieldFailed({ field: 'transferredAt', message: '转账时间不能晚于现在' })
  }
  const voucher = input.voucherId === undefined ? undefined : await ownFile(db, input.voucherId, caller, 'attachment')
  if (voucher !== undefined) await assignFileToCompany(db, voucher, caller.companyId)
  const [submitted] = await db
    .update(payments)
    .set({ status: 'submitted', voucherId: voucher?.id ?? null, transferredAt })
    .where(and(eq(payments.id, paymentId), eq(payments.status, 'open')))
    .returning()
  if (submitted === undefined) throw new CallFailed('stepNotAllowed')
  const by: PaymentActor = { side: 'buyer', actor: actorOf(caller) }
  for (const line of locked.lines.values())
    await movePaymentLine(db, line, 'submit', by, `付款单 ${submitted.paymentNo}`)
  const files = voucher === undefined ? [] : [dealFile(voucher)]
  const facts = { files, transferredAt: transferredAt?.toISOString() ?? null }
  await recordPayment(db, submitted, locked.parts, { event: 'submit', by, facts })
  await clearPaymentDeadline(db, locked)
  await notifyPayee(db, context, locked, voucher !== undefined)
  note(submitted.paymentNo)
  return { ...(await presentLoadedPayment(db, submitted)), url: null }
}

/** Starts the payment of the due lines of an order or group, or finds the open one. */
async function startPayment(
  { orderId, groupId, method }: Pick<ConfirmInput, 'orderId' | 'groupId' | 'method'>,
  context: Context<'company'>,
): Promise<Attempt> {
  const { caller, db, providers, after, request } = context
  if (method !== 'bank' && providers.pay[method] === undefined) throw new CallFailed('methodOff')
  const where = groupId === undefined ? eq(orders.id, orderId ?? 0) : eq(orders.groupId, groupId)
  const rows = await db
    .select({ order: orders, line: paymentLines })
    .from(paymentLines)
    .innerJoin(orders, eq(orders.id, paymentLines.orderId))
    .where(and(where, eq(orders.buyerCompanyId, caller.companyId)))
    .orderBy(asc(paymentLines.orderId), asc(paymentLines.seq))
  if (rows.length === 0) throw new CallFailed('notFound')
  const lines = rows.map(({ order, line }) => ({ ...line, blocker: paymentBlocker(order, line) }))
  const lineIds = selectDueLines(lines).map(({ id }) => id)
  if (lineIds.length === 0) {
    const isBlocked = lines.some(({ blocker }) => blocker === 'ended' || blocker === 'unconfirmed')
    throw new CallFailed(isBlocked ? 'stepNotAllowed' : 'paidAlready')
  }
  const device = method === 'bank' ? null : detectPayDevice(request)
  const pending = await gatePayment(context, db, { lineIds, method, device })
  if (pending !== null) throw pending
  const attempt = await findOrCreateAttempt(db, actorOf(caller), { lineIds, method, device })
  after(() => closeAtGateways(context, attempt))
  return attempt
}

/** A payment that was opened before the rules: throws `approvalPending` where they apply to it. */
async function assertApproved(context: Context<'company'>, { payment, lines }: LockedPayment): Promise<void> {
  const { method, device } = payment
  const pending = await gatePayment(context, context.db, { lineIds: [...lines.keys()], method, device })
  if (pending !== null) throw pending
}

/** Checks that the payment is an open transfer of payable lines; each failure tells the next step. */
function assertTakesVoucher({ payment, orders, lines }: LockedPayment): void {
  if (payment.method !== 'bank' || isPaymentSubmitted(payment.status)) throw new CallFailed('stepNotAllowed')
  if (isPaymentConfirmed(payment.status)) throw new CallFailed('paidAlready')
  if (!isPaymentOpen(payment.status) || payment.expiresAt <= new Date()) throw new CallFailed('paymentOver')
  for (const line of lines.values()) {
    const order = orders.find(({ id }) => id === line.orderId)
    const blocker = order === undefined ? 'ended' : paymentBlocker(order, line)
    if (blocker === 'ended' || blocker === 'unconfirmed') throw new CallFailed('stepNotAllowed')
    if (blocker !== null) throw new CallFailed('paidAlready')
  }
}

/** Clears the payment deadline while the payee verifies the transfer. */
async function clearPaymentDeadline(tx: Db, { orders: of }: LockedPayment): Promise<void> {
  for (const { id, unpaidUntil } of of) {
    if (unpaidUntil !== null) await tx.update(orders).set({ unpaidUntil: null }).where(eq(orders.id, id))
  }
}

async function notifyPayee(
  tx: Db,
  context: Context<'company'>,
  { payment, orders: [order] }: LockedPayment,
  hasVoucher: boolean,
) {
  if (order === undefined) return
  const people =
    (await recipientsWithPermission(tx, [order.sellerCompanyId], 'order_manage')).get(order.sellerCompanyId) ?? []
  await notify(tx, context, 'payment.submitted', people, {
    title: `订单 ${order.orderNo} ${hasVoucher ? '收到转账凭证' : '买家已确认转账'} ¥${yuan(payment.amount)}`,
    text: hasVoucher
      ? `转账备注码 ${payment.remarkCode}，请核对账户后确认到账金额。`
      : `买家没有附凭证，请按订单编号与金额核对账户后确认到账金额。`,
    path: links.sellerReceivedPayments(),
  })
}
