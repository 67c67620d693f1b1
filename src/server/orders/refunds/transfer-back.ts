import { eq } from 'drizzle-orm'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Db } from '../../../db/open.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { receiptDays } from '../../../domain/orders/refund-requests.ts'
import { sentence } from '../../../domain/sentence.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { assignFileToCompany, ownFile } from '../../platform/files/files.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { lockOrder } from '../lock-order.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { finishRefund } from './finish-refund.ts'
import { moveRefund } from './move-refund.ts'
import { presentRefund } from './refunds.ts'

/** Locks a refund by transfer and its order for a company on one side; throws stepNotAllowed for gateway refunds. */
async function lockTransfer(tx: Db, side: Side, companyId: number, refundId: number) {
  const [found] = await tx.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.id, refundId))
  if (found === undefined) throw new CallFailed('notFound')
  const order = await lockOrder(tx, side, companyId, found.orderId)
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (refund === undefined) throw new CallFailed('notFound')
  // Read under the lock: a returned payout makes a transfer a refund through the gateway.
  if (refund.method !== 'bank') throw new CallFailed('stepNotAllowed')
  return { order, refund }
}

/** Registers a transfer back with its voucher. Runs in the transaction of its idempotency key. */
export const refundSend: Handler<typeof refundsCalls.refundSend> = async ({ refundId, voucherId }, context) => {
  const { caller, db, note } = context
  const { order, refund } = await lockTransfer(db, 'seller', caller.companyId, refundId)
  if (voucherId === '') throw fieldFailed({ field: 'voucherId', message: '请上传退款凭证' })
  const voucher = await ownFile(db, voucherId, caller, 'attachment')
  await assignFileToCompany(db, voucher, caller.companyId)
  const by = { side: 'seller', actor: actorOf(caller) } as const
  const set = { voucherId: voucher.id, sentAt: new Date(), answer: '', reminded: null }
  await moveRefund(db, refund, { event: 'send', by, voucher, set })
  await notifyPaymentSide(db, context, 'buyer', order, 'payment.confirmed', {
    title: `订单 ${order.orderNo} 的供应商已转账退回 ¥${yuan(refund.amount)}`,
    text: `请核对到账后在订单中确认；${receiptDays} 天内未提出异议视为已收到。`,
  })
  note(`${refund.refundNo}，¥${yuan(refund.amount)}`)
  return { refund: await presentRefund(db, refundId) }
}

/** Confirms a transfer back, or says that it did not arrive. Runs in the transaction of its idempotency key. */
export const refundReceipt: Handler<typeof refundsCalls.refundReceipt> = async (input, context) => {
  const { caller, db, note } = context
  const { refundId, event, reason } = input
  const { order, refund } = await lockTransfer(db, 'buyer', caller.companyId, refundId)
  const by = { side: 'buyer', actor: actorOf(caller) } as const
  if (event === 'receive') {
    await finishRefund(db, context, order, refundId, by, { event })
  } else {
    if (reason === '') throw fieldFailed({ field: 'reason', message: '请写明未收到的情况，例如查询账户的日期' })
    await moveRefund(db, refund, {
      event,
      by,
      reason,
      set: { answer: reason, sentAt: null, pendingSince: new Date(), reminded: null },
    })
    await notifyPaymentSide(db, context, 'seller', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的买家未收到退款 ¥${yuan(refund.amount)}`,
      text: `说明：${sentence(reason)}请核对收款账户后重新登记转账。`,
    })
  }
  note(`${refund.refundNo}，${event === 'receive' ? '已收到' : '未收到'}`)
  return { refund: await presentRefund(db, refundId) }
}
