import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Refund, refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Db } from '../../../db/open.ts'
import { orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { isRefundPending, type RefundEvent, refundTransitions } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Side } from '../../../domain/sides.ts'
import { nextState } from '../../../domain/transition.ts'
import type { Context, Handler } from '../../handler.ts'
import { assignFileToCompany, ownFile } from '../../platform/files/files.ts'
import { historiesOf } from '../../platform/history/histories.ts'
import { actorOf, recordSteps } from '../../platform/history/record-steps.ts'
import { lockOrder } from '../lock-order.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { loadVoucherUrls } from '../payments/present-payment.ts'
import { sideCompanyId } from '../present-order.ts'
import { createRefunds, type RefundRow } from './create-refunds.ts'
import { finishRefund } from './finish-refund.ts'
import { loadRefundable, refundableOfLine } from './refundable.ts'
import { revertLines } from './revert-lines.ts'

/** Runs in the transaction of its idempotency key. */
export const refundAsk: Handler<typeof refundsCalls.refundAsk> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, amount, reason } = input
  const order = await lockOrder(db, 'buyer', caller.companyId, orderId)
  const refundable = refundableOfLine(await loadRefundable(db, orderId), input.lineId)
  const by = { side: 'buyer', actor: actorOf(caller) } as const
  const created = await createRefunds(db, context, order, {
    refundable,
    amount,
    reason,
    status: 'requested',
    by,
    event: 'ask',
  })
  const title = `订单 ${order.orderNo} 的买家申请退款 ¥${yuan(amount)}`
  await notifyPaymentSide(db, context, 'seller', order, 'payment.confirmed', {
    title,
    text: `原因：${sentence(reason)}请同意或说明理由。`,
  })
  note(`${order.orderNo}，¥${yuan(amount)}`)
  return { refunds: await presentRefunds(db, orderId, idsOf(created)) }
}

/** As `refundAsk`; a supplier's refund needs no agreement. */
export const refundGive: Handler<typeof refundsCalls.refundGive> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, amount, reason } = input
  const order = await lockOrder(db, 'seller', caller.companyId, orderId)
  const refundable = refundableOfLine(await loadRefundable(db, orderId), input.lineId)
  const by = { side: 'seller', actor: actorOf(caller) } as const
  const created = await createRefunds(db, context, order, {
    refundable,
    amount,
    reason,
    status: 'pending',
    by,
    event: 'give',
  })
  const title = `订单 ${order.orderNo} 的供应商发起退款 ¥${yuan(amount)}`
  await notifyPaymentSide(db, context, 'buyer', order, 'payment.confirmed', {
    title,
    text: `说明：${sentence(reason)}退回后将再通知您。`,
  })
  note(`${order.orderNo}，¥${yuan(amount)}`)
  return { refunds: await presentRefunds(db, orderId, idsOf(created)) }
}

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)

export const refundWithdraw: Handler<typeof refundsCalls.refundWithdraw> = async ({ refundId }, { caller, db }) => {
  const orderId = await db.transaction(async (tx) => {
    const { order, refund } = await lockRefund(tx, 'buyer', caller.companyId, refundId)
    await moveRefund(tx, refund, 'withdraw', { side: 'buyer', actor: actorOf(caller) })
    return order.id
  })
  return { refunds: await presentRefunds(db, orderId, [refundId]) }
}

type RefundStepInput = z.output<typeof refundsCalls.refundStep.input>
type LockedRefund = Awaited<ReturnType<typeof lockRefund>>

/** Runs in the transaction of its idempotency key; of parallel answers one succeeds. */
export const refundStep: Handler<typeof refundsCalls.refundStep> = async (input, context) => {
  const { caller, db, note } = context
  if (input.event === 'refuse' && input.reason === '') throw fieldFailed({ field: 'reason', message: '请填写拒绝原因' })
  const locked = await lockRefund(db, 'seller', caller.companyId, input.refundId)
  const by: PaymentActor = { side: 'seller', actor: actorOf(caller) }
  if (input.event === 'agree') await agreeToRefund(context, locked, by)
  if (input.event === 'refuse') await refuseRefund(context, locked, by, input.reason)
  if (input.event === 'done') await confirmTransferBack(context, locked, by, input)
  note(`${locked.refund.refundNo}，¥${yuan(locked.refund.amount)}`)
  return { refunds: await presentRefunds(db, locked.order.id, [input.refundId]) }
}

/** Gateway refunds are sent by a job; transfers are completed by the supplier. */
async function agreeToRefund(
  context: Context<'seller'>,
  { order, refund }: LockedRefund,
  by: PaymentActor,
): Promise<void> {
  const { db, after, jobs } = context
  const moved = await moveRefund(db, refund, 'agree', by)
  await revertLines(db, [moved], by)
  after(() => jobs.wake('orders-refunds'))
  const title = `订单 ${order.orderNo} 的退款 ¥${yuan(refund.amount)} 已获同意`
  await notifyPaymentSide(db, context, 'buyer', order, 'payment.confirmed', { title, text: '退回后将再通知您。' })
}

async function refuseRefund(
  context: Context<'seller'>,
  { order, refund }: LockedRefund,
  by: PaymentActor,
  reason: string,
): Promise<void> {
  await moveRefund(context.db, refund, 'refuse', by, reason)
  const title = `订单 ${order.orderNo} 的退款申请被拒绝`
  const text = `原因：${sentence(reason)}如有异议，可在订单中发起争议。`
  await notifyPaymentSide(context.db, context, 'buyer', order, 'payment.confirmed', { title, text })
}

/** For transfers only: gateway refunds are completed by the gateway. */
async function confirmTransferBack(
  context: Context<'seller'>,
  { order, refund }: LockedRefund,
  by: PaymentActor,
  { voucherId }: RefundStepInput,
): Promise<void> {
  const { caller, db } = context
  if (!isRefundPending(refund.status) || (await loadPaymentMethod(db, refund.partId)) !== 'bank') {
    throw new CallFailed('stepNotAllowed')
  }
  if (voucherId === undefined || voucherId === '') throw fieldFailed({ field: 'voucherId', message: '请上传退款凭证' })
  const voucher = await ownFile(db, voucherId, caller, 'attachment')
  await assignFileToCompany(db, voucher, caller.companyId)
  await finishRefund(db, context, order, refund.id, by, { voucherId: voucher.id })
}

async function loadPaymentMethod(db: Db, partId: number) {
  const [row] = await db
    .select({ method: payments.method })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(eq(paymentParts.id, partId))
  return row?.method
}

export const buyerRefunds: Handler<typeof refundsCalls.buyerRefunds> = async ({ orderId }, { caller, db }) => {
  await assertOwnOrder(db, 'buyer', caller.companyId, orderId)
  return loadOrderRefunds(db, orderId)
}

export const sellerRefunds: Handler<typeof refundsCalls.sellerRefunds> = async ({ orderId }, { caller, db }) => {
  await assertOwnOrder(db, 'seller', caller.companyId, orderId)
  return loadOrderRefunds(db, orderId)
}

async function assertOwnOrder(db: Db, side: Side, companyId: number, orderId: number): Promise<void> {
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (own === undefined) throw new CallFailed('notFound')
}

/** Refunds of an order, newest first, with the refundable amount per line. The caller checks access. */
async function loadOrderRefunds(db: Db, orderId: number) {
  const { parts } = await loadRefundable(db, orderId)
  const lines = await db
    .select({ lineId: paymentLines.id, name: paymentLines.name })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
  const refundable = lines.map(({ lineId, name }) => ({
    lineId,
    name,
    amount: parts.reduce((sum, part) => (part.lineId === lineId ? sum + part.room : sum), 0),
  }))
  return { data: await presentRefunds(db, orderId), refundable: refundable.filter(({ amount }) => amount > 0) }
}

/** All refunds of an order, or some of them. */
async function presentRefunds(db: Db, orderId: number, ids?: readonly number[]): Promise<Refund[]> {
  const rows = await db
    .select({
      refund: refunds,
      lineId: paymentParts.lineId,
      lineName: paymentLines.name,
      method: payments.method,
    })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .where(and(eq(refunds.orderId, orderId), ids === undefined ? undefined : inArray(refunds.id, [...ids])))
    .orderBy(desc(refunds.id))
  const vouchers = await loadVoucherUrls(
    db,
    rows.map(({ refund }) => refund),
  )
  const histories = await historiesOf(
    db,
    'refund',
    rows.map(({ refund }) => refund.id),
  )
  return rows.map(({ refund, lineId, lineName, method }) => ({
    refundId: refund.id,
    refundNo: refund.refundNo,
    orderId,
    lineId,
    lineName,
    method,
    amount: refund.amount,
    status: refund.status,
    reason: refund.reason,
    answer: refund.answer,
    voucherUrl: refund.voucherId === null ? null : (vouchers.get(refund.voucherId) ?? null),
    createdAt: refund.createdAt.toISOString(),
    doneAt: refund.doneAt?.toISOString() ?? null,
    history: histories.get(refund.id) ?? [],
  }))
}

/** Locks a refund and its order for a company on one side; throws notFound for others. */
async function lockRefund(tx: Db, side: Side, companyId: number, refundId: number) {
  const [found] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await lockOrder(tx, side, companyId, found.orderId)
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update')
  if (refund === undefined) throw new CallFailed('notFound')
  return { order, refund }
}

/** Applies one step of the transition table to a locked refund, with history. */
export async function moveRefund(
  tx: Db,
  refund: RefundRow,
  event: Exclude<RefundEvent, 'done'>,
  { side, actor }: PaymentActor,
  answer = '',
): Promise<RefundRow> {
  const status = nextState(refundTransitions, refund.status, event, side)
  if (status === undefined) throw new CallFailed('stepNotAllowed')
  const [moved] = await tx.update(refunds).set({ status, answer }).where(eq(refunds.id, refund.id)).returning()
  if (moved === undefined) throw new CallFailed('stepNotAllowed')
  const step = { event, fromStatus: refund.status, toStatus: status, reason: answer }
  await recordSteps(tx, [{ entity: 'refund', entityId: refund.id, ...step, ...actor }])
  return moved
}
