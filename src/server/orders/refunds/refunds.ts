import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import { yuan } from '../../../domain/money.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Handler, Context } from '../../handler.ts'
import { lockOrder } from '../lock-order.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { createRefunds } from './create-refunds.ts'
import { presentRefunds, loadOrderRefunds } from './present-refunds.ts'
import { loadRefundable } from './refundable.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { lockRefund, moveRefund } from './lock-refund.ts'
import { eq, and } from 'drizzle-orm'
import type { z } from 'zod'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import type { PaymentActor } from '../payments/move-payment-line.ts'
import { finishRefund } from './finish-refund.ts'
import { revertLines } from './revert-lines.ts'
import { ownFile, assignFileToCompany } from '../../platform/files/files.ts'
import { orders } from '../../../db/tables/orders.ts'
import { sideCompanyId } from '../present-order.ts'
import type { Side } from '../../../domain/sides.ts'
import { isRefundPending } from '../../../domain/orders/payment-states.ts'

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

/** Refundable parts of one line; throws notFound for lines of other orders. */
function refundableOfLine(refundable: Awaited<ReturnType<typeof loadRefundable>>, lineId: number) {
  if (!refundable.over.has(lineId)) throw new CallFailed('notFound')
  return { ...refundable, parts: refundable.parts.filter((part) => part.lineId === lineId) }
}

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
