import { and, asc, eq, exists, isNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { refundRequests, refunds } from '../../../db/tables/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { isRefundSent } from '../../../domain/orders/payment-states.ts'
import { receiptDays, refundReminderDays, transferReminderDays } from '../../../domain/orders/refund-requests.ts'
import { monthMinute } from '../../../domain/time.ts'
import { forEachDueOrder, type OrderJobContext } from '../jobs/for-each-due-order.ts'
import type { Order } from '../lock-order.ts'
import { notifyOperatorsOfOverdueTransfer, type OrderContext } from '../notify-order.ts'
import { systemActor } from '../payments/move-payment-line.ts'
import { notifyPaymentSide } from '../payments/notify-payment.ts'
import { finishRefund } from './finish-refund.ts'
import { isTransferOverdue } from './overdue-transfers.ts'

const olderThan = (days: number) => sql`now() - make_interval(days => ${days})`

/** Unanswered requests whose supplier or buyer has to be told of the time. */
const requestsToRemind = and(
  eq(refundRequests.status, 'requested'),
  or(
    and(
      isNull(refundRequests.reminded),
      lte(refundRequests.answerUntil, sql`now() + make_interval(days => ${refundReminderDays})`),
    ),
    and(sql`${refundRequests.reminded} is distinct from 'due'`, lte(refundRequests.answerUntil, sql`now()`)),
  ),
)

/** Transfers back that the supplier has not made, or that the buyer has not confirmed. */
const transfersToRemind = and(
  isNull(refunds.reminded),
  or(
    and(
      eq(refunds.status, 'pending'),
      lte(refunds.pendingSince, olderThan(transferReminderDays)),
      eq(refunds.method, 'bank'),
    ),
    and(eq(refunds.status, 'sent'), lte(refunds.sentAt, olderThan(transferReminderDays))),
  ),
)
/** Transfers back that operators have to be told of, once. */
const transfersToReport = and(isTransferOverdue, sql`${refunds.reminded} is distinct from 'overdue'`)
const transfersToReceive = and(eq(refunds.status, 'sent'), lte(refunds.sentAt, olderThan(receiptDays)))

/**
 * Reminds suppliers of requests and agreed transfers, buyers of requests that they may take to the platform and of
 * transfers to confirm, and operators of transfers that are overdue, and books transfers that nobody objected to in seven
 * days. Each notice is sent once. Safe to run twice and in several processes.
 */
export async function remindRefunds(db: Db, job: OrderJobContext): Promise<void> {
  const ofRequests = (tx: Db) =>
    exists(
      tx
        .select({ id: refundRequests.id })
        .from(refundRequests)
        .where(and(eq(refundRequests.orderId, orders.id), requestsToRemind)),
    )
  await forEachDueOrder(db, job, ofRequests(db), remindRequests)
  const ofTransfers = (tx: Db) =>
    exists(
      tx
        .select({ id: refunds.id })
        .from(refunds)
        .where(and(eq(refunds.orderId, orders.id), or(transfersToRemind, transfersToReport, transfersToReceive))),
    )
  await forEachDueOrder(db, job, ofTransfers(db), remindTransfers)
}

async function remindRequests(tx: Db, context: OrderContext, order: Order): Promise<void> {
  const due = await tx
    .select()
    .from(refundRequests)
    .where(and(eq(refundRequests.orderId, order.id), requestsToRemind))
    .orderBy(asc(refundRequests.id))
  for (const { id, answerUntil } of due) {
    const isOver = answerUntil <= new Date()
    await tx
      .update(refundRequests)
      .set({ reminded: isOver ? 'due' : 'soon' })
      .where(eq(refundRequests.id, id))
    const until = monthMinute(answerUntil.toISOString())
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的退款申请等待答复`,
      text: isOver ? '已过答复期，买家可申请平台处理，请尽快答复。' : `请在 ${until} 前同意或说明理由。`,
    })
    if (isOver) {
      await notifyPaymentSide(tx, context, 'buyer', order, 'payment.confirmed', {
        title: `订单 ${order.orderNo} 的供应商未在答复期内答复退款`,
        text: '您可以在订单的退款中申请平台处理。',
      })
    }
  }
}

async function remindTransfers(tx: Db, context: OrderContext, order: Order): Promise<void> {
  const received = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), transfersToReceive))
    .orderBy(asc(refunds.id))
  for (const { id } of received) await finishRefund(tx, context, order, id, systemActor, { event: 'receive' })
  await reportTransfers(tx, context, order)
  const due = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), transfersToRemind))
    .orderBy(asc(refunds.id))
  for (const { id, amount, status } of due) {
    const isSent = isRefundSent(status)
    await tx
      .update(refunds)
      .set({ reminded: isSent ? 'receipt' : 'transfer' })
      .where(eq(refunds.id, id))
    if (isSent) {
      await notifyPaymentSide(tx, context, 'buyer', order, 'payment.confirmed', {
        title: `请确认是否收到订单 ${order.orderNo} 的退款 ¥${yuan(amount)}`,
        text: `供应商登记转账后 ${receiptDays} 天内未提出异议，视为已收到。`,
      })
    } else {
      await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
        title: `订单 ${order.orderNo} 的退款 ¥${yuan(amount)} 尚未转账`,
        text: '请转回买家账户后，在订单中登记并上传凭证。',
      })
    }
  }
}

/** Tells operators, the supplier again, and the buyer of transfers that are overdue. */
async function reportTransfers(tx: Db, context: OrderContext, order: Order): Promise<void> {
  const overdue = await tx
    .update(refunds)
    .set({ reminded: 'overdue' })
    .where(and(eq(refunds.orderId, order.id), transfersToReport))
    .returning({ amount: refunds.amount })
  for (const { amount } of overdue) {
    await notifyOperatorsOfOverdueTransfer(tx, context, order, amount)
    await notifyPaymentSide(tx, context, 'seller', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的退款 ¥${yuan(amount)} 已逾期`,
      text: '平台已收到通知。请立即转回买家账户，并在订单中登记、上传凭证。',
    })
    await notifyPaymentSide(tx, context, 'buyer', order, 'payment.confirmed', {
      title: `订单 ${order.orderNo} 的供应商逾期未转账退款 ¥${yuan(amount)}`,
      text: '平台已收到通知并会联系供应商。',
    })
  }
}
