import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import { yuan } from '../../../domain/money.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import { isRequestEscalated, mergeLines, sumOfLines, type LineAmount } from '../../../domain/orders/refund-requests.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Context, Handler } from '../../handler.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { carryOutRequest, loadAskedLines, lockRequest, moveRequest } from './refund-requests.ts'
import { presentRequest } from './refunds.ts'

type AnswerInput = z.output<typeof refundsCalls.refundAnswer.input>
type LockedRequest = Awaited<ReturnType<typeof lockRequest>>

/** Runs in the transaction of its idempotency key; of parallel answers one succeeds. */
export const refundAnswer: Handler<typeof refundsCalls.refundAnswer> = async (input, context) => {
  const { caller, db, note } = context
  const locked = await lockRequest(db, 'seller', caller.companyId, input.requestId)
  if (input.event === 'refuse') await refuse(context, locked, input)
  else await agree(context, locked, input)
  note(`${locked.order.orderNo}，${input.event === 'refuse' ? '拒绝' : '同意'}`)
  return { request: await presentRequest(db, input.requestId) }
}

async function refuse(context: Context<'seller'>, { order, request }: LockedRequest, { reason }: AnswerInput) {
  if (reason === '') throw fieldFailed({ field: 'reason', message: '请填写拒绝原因' })
  const { caller, db } = context
  const set = { answer: reason, answeredAt: new Date() }
  await moveRequest(db, request, { event: 'refuse', side: 'seller', by: actorOf(caller), reason, set })
  await notifyPaymentSide(db, context, 'buyer', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的退款申请被拒绝`,
    text: `原因：${sentence(reason)}如有异议，可在订单中申请平台处理。`,
  })
}

async function agree(context: Context<'seller'>, { order, request }: LockedRequest, input: AnswerInput) {
  const { caller, db } = context
  if (isOrderDisputed(order.status)) throw new CallFailed('refundDisputed')
  const asked = await loadAskedLines(db, request.id)
  const agreed = input.lines.length === 0 ? asked : withinAsked(asked, input.lines)
  if (sumOfLines(agreed) === 0) throw fieldFailed({ field: 'lines', message: '请填写同意退款的金额；不同意请选择拒绝' })
  const isLess = sumOfLines(agreed) < sumOfLines(asked)
  // A small part would take the case from the platform.
  if (isLess && isRequestEscalated(request.status)) throw new CallFailed('refundTooLittle')
  if (isLess && input.reason === '') throw fieldFailed({ field: 'reason', message: '少于申请金额时，请写明原因' })
  const by = actorOf(caller)
  const { reason } = input
  const set = { answer: reason, answeredAt: new Date() }
  await moveRequest(db, request, { event: 'agree', side: 'seller', by, reason, agreed, set })
  await carryOutRequest(db, context, order, request, agreed, { side: 'seller', actor: by })
  await notifyPaymentSide(db, context, 'buyer', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的供应商同意退款 ¥${yuan(sumOfLines(agreed))}`,
    text: `${isLess ? `申请 ¥${yuan(sumOfLines(asked))}，原因：${sentence(reason)}` : ''}退回后将再通知您。`,
  })
}

/** Amounts of an answer or a ruling; throws refundTooMuch beyond what was asked for. */
export function withinAsked(asked: readonly LineAmount[], lines: readonly LineAmount[]): LineAmount[] {
  const merged = mergeLines(lines)
  for (const { lineId, amount } of merged) {
    const most = asked.find((each) => each.lineId === lineId)?.amount
    if (most === undefined) throw new CallFailed('notFound')
    if (amount > most) throw new CallFailed('refundTooMuch')
  }
  return merged
}
