import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { paymentParts, payments } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf, fileOf, giveToCompany } from '../../operations/public.ts'
import type { By } from '../payments/line-steps.ts'
import { tellSide } from '../payments/tell-payments.ts'
import { finishRefund } from './finish-refund.ts'
import { linesGoBack } from './lines-go-back.ts'
import { lockRefund, moveRefund } from './own-refund.ts'
import { presentRefunds } from './present-refunds.ts'

type Input = z.output<typeof refundsCalls.refundStep.input>
type Locked = Awaited<ReturnType<typeof lockRefund>>

/** Runs inside the transaction of its idempotency key: of parallel answers one is given. */
export const refundStep: Handler<typeof refundsCalls.refundStep> = async (input, context) => {
  const { caller, db, note } = context
  if (input.event === 'refuse' && input.reason === '') throw fieldFailed({ field: 'reason', message: '请填写拒绝原因' })
  const locked = await lockRefund(db, 'seller', caller.companyId, input.refundId)
  const by: By = { side: 'seller', actor: actorOf(caller) }
  if (input.event === 'agree') await agree(context, locked, by)
  if (input.event === 'refuse') await refuse(context, locked, by, input.reason)
  if (input.event === 'done') await done(context, locked, by, input)
  note(`${locked.refund.refundNo}，¥${yuan(locked.refund.amount)}`)
  return { refunds: await presentRefunds(db, locked.order.id, [input.refundId]) }
}

/** What a gateway sends back is sent by its job; a transfer waits for its supplier. */
async function agree(context: Context<'seller'>, { order, refund }: Locked, by: By): Promise<void> {
  const { db, after, jobs } = context
  const moved = await moveRefund(db, refund, 'agree', by)
  await linesGoBack(db, [moved], by)
  after(() => jobs.wake('orders-refunds'))
  const title = `订单 ${order.orderNo} 的退款 ¥${yuan(refund.amount)} 已获同意`
  await tellSide(db, context, 'buyer', order, 'payment.confirmed', { title, text: '退回后将再通知您。' })
}

async function refuse(context: Context<'seller'>, { order, refund }: Locked, by: By, reason: string): Promise<void> {
  await moveRefund(context.db, refund, 'refuse', by, reason)
  const title = `订单 ${order.orderNo} 的退款申请被拒绝`
  const text = `原因：${sentence(reason)}如有异议，可在订单中发起争议。`
  await tellSide(context.db, context, 'buyer', order, 'payment.confirmed', { title, text })
}

/** Of a transfer only: a gateway's refund is done on the gateway's word. */
async function done(
  context: Context<'seller'>,
  { order, refund }: Locked,
  by: By,
  { voucherId }: Input,
): Promise<void> {
  const { caller, db } = context
  if (refund.status !== 'pending' || (await methodOf(db, refund.partId)) !== 'bank') {
    throw new CallFailed('stepNotAllowed')
  }
  if (voucherId === undefined || voucherId === '') throw fieldFailed({ field: 'voucherId', message: '请上传退款凭证' })
  const voucher = await fileOf(db, voucherId, caller, 'attachment')
  await giveToCompany(db, voucher, caller.companyId)
  await finishRefund(db, context, order, refund.id, by, { voucherId: voucher.id })
}

async function methodOf(db: Db, partId: number) {
  const [row] = await db
    .select({ method: payments.method })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .where(eq(paymentParts.id, partId))
  return row?.method
}
