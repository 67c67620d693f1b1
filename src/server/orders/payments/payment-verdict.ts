import { eq } from 'drizzle-orm'
import type { paymentsCalls } from '../../../contract/orders/payments.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { payments } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentAttempts } from '../../../domain/orders/payment-states.ts'
import { sentence } from '../../../domain/sentence.ts'
import { next } from '../../../domain/transition.ts'
import type { Handler } from '../../handler.ts'
import { actorOf } from '../../operations/public.ts'
import { moveLine, type By } from './line-steps.ts'
import { liveOn } from './live-on.ts'
import type { LockedPayment } from './locks.ts'
import { lockReceivedPayment } from './own-payment.ts'
import { receive } from './receive.ts'
import { presentReceived } from './seller-payments.ts'
import { tellSide, type News } from './tell-payments.ts'

/** A receipt beyond this is a slip of the finger, not money. */
const mostTimes = 100

/** Runs inside the transaction of its idempotency key: of parallel verdicts one is given. */
export const paymentVerdict: Handler<typeof paymentsCalls.paymentVerdict> = async (input, context) => {
  const { caller, db, note } = context
  const locked = await lockReceivedPayment(db, input.paymentId, caller.companyId)
  const { payment } = locked
  const by: By = { side: 'seller', actor: actorOf(caller) }
  // One that was closed is judged only where its payer had said that the money was on its way.
  const isVoucher = payment.method === 'bank' && (payment.status === 'submitted' || payment.voucherId !== null)
  if (!isVoucher || next(paymentAttempts, payment.status, input.verdict, 'seller') === undefined) {
    throw new CallFailed('stepNotAllowed')
  }
  if (input.verdict === 'confirm') {
    if (input.received > payment.amount * mostTimes) {
      throw fieldFailed({ field: 'received', message: '到账金额远超应付金额，请核对' })
    }
    const difference = input.received - payment.amount
    if (difference !== (input.difference ?? 0)) throw new CallFailed('receiptDiffers', { difference })
    await receive(db, context, locked, { amount: input.received, by, at: new Date() })
  } else {
    await reject(db, context, locked, by, input.reason)
  }
  note(`${payment.paymentNo}，${input.verdict === 'confirm' ? `到账 ¥${yuan(input.received)}` : '未到账'}`)
  const rows = await db.select().from(payments).where(eq(payments.id, payment.id))
  const [shown] = await presentReceived(db, rows, caller.companyId)
  if (shown === undefined) throw new Error('No payment')
  return shown
}

async function reject(tx: Db, news: News, { payment, orders, lines }: LockedPayment, by: By, reason: string) {
  await tx.update(payments).set({ status: 'rejected', reason }).where(eq(payments.id, payment.id))
  for (const line of lines.values()) await moveLine(tx, line, 'reject', by, reason)
  await liveOn(tx, orders, 'rejected')
  const [order] = orders
  if (order === undefined) return
  await tellSide(tx, news, 'buyer', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的转账未到账`,
    text: `供应商答复：${sentence(reason)}请核对后重新提交凭证。`,
  })
}
