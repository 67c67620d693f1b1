import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { Refund, RefundRequest, refundsCalls } from '../../../contract/orders/refunds.ts'
import type { Db } from '../../../db/open.ts'
import { files } from '../../../db/tables/operations.ts'
import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import {
  paymentParts,
  payments,
  refundRequestItems,
  refundRequestLines,
  refundRequests,
  refunds,
} from '../../../db/tables/payments.ts'
import { overIssuedAmount } from '../../../domain/orders/invoice-states.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'
import { isRefundSent } from '../../../domain/orders/payment-states.ts'
import { canEscalate, itemRoom, leavesPlatform, receiptDue } from '../../../domain/orders/refund-requests.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historiesOf } from '../../platform/history/histories.ts'
import { loadInvoicedSums } from '../invoices/invoiced-sums.ts'
import { loadVoucherUrls } from '../payments/present-payment.ts'
import { sideCompanyId } from '../present-order.ts'
import { loadLineRooms, loadRefundableItems, type RequestRow } from './refund-requests.ts'

export const buyerRefunds: Handler<typeof refundsCalls.buyerRefunds> = ({ orderId }, { caller, db }) =>
  loadOrderRefunds(db, 'buyer', caller.companyId, orderId)

export const sellerRefunds: Handler<typeof refundsCalls.sellerRefunds> = ({ orderId }, { caller, db }) =>
  loadOrderRefunds(db, 'seller', caller.companyId, orderId)

/** Refunds of an order of a company on one side; throws notFound for others. */
async function loadOrderRefunds(db: Db, side: Side, companyId: number, orderId: number) {
  const [order] = await db
    .select({ id: orders.id, total: orders.total, status: orders.status, source: orders.source })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  const rooms = await loadLineRooms(db, orderId)
  const items = order.source === 'cart' ? await loadRefundableItems(db, orderId) : []
  const requests = await db
    .select()
    .from(refundRequests)
    .where(eq(refundRequests.orderId, orderId))
    .orderBy(desc(refundRequests.id))
  return {
    requests: await presentRequests(db, requests),
    data: await presentRefunds(db, eq(refunds.orderId, orderId)),
    refundable: rooms
      .filter(({ amount }) => amount > 0)
      .map(({ lineId, name, amount, isOpen }) => ({ lineId, name, amount, isOpen })),
    items: items
      .map(({ orderLineId, name, specName, unit, ...item }) => ({
        orderLineId,
        name,
        specName,
        unit,
        ...itemRoom(item),
      }))
      .filter(({ quantity, amount }) => quantity > 0 && amount > 0),
    disputed: isOrderDisputed(order.status),
    invoicedOver: overIssuedAmount(await loadInvoicedSums(db, order)),
  }
}

/** One refund, for the answer of its step. */
export async function presentRefund(db: Db, refundId: number): Promise<Refund> {
  const [refund] = await presentRefunds(db, eq(refunds.id, refundId))
  if (refund === undefined) throw new CallFailed('notFound')
  return refund
}

async function presentRefunds(db: Db, where: ReturnType<typeof eq>): Promise<Refund[]> {
  const rows = await db
    .select({
      refund: refunds,
      lineId: paymentParts.lineId,
      lineName: paymentLines.name,
      paidBy: payments.method,
    })
    .from(refunds)
    .innerJoin(paymentParts, eq(paymentParts.id, refunds.partId))
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
    .where(where)
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
  return rows.map(({ refund, lineId, lineName, paidBy }) => ({
    refundId: refund.id,
    refundNo: refund.refundNo,
    orderId: refund.orderId,
    lineId,
    lineName,
    requestId: refund.requestId,
    method: refund.method,
    paidBy,
    amount: refund.amount,
    status: refund.status,
    reason: refund.reason,
    answer: refund.answer,
    voucherUrl: refund.voucherId === null ? null : (vouchers.get(refund.voucherId) ?? null),
    createdAt: refund.createdAt.toISOString(),
    sentAt: refund.sentAt?.toISOString() ?? null,
    receivedBy: isRefundSent(refund.status) && refund.sentAt !== null ? receiptDue(refund.sentAt).toISOString() : null,
    doneAt: refund.doneAt?.toISOString() ?? null,
    history: histories.get(refund.id) ?? [],
  }))
}

/** One request, for the answer of its step. */
export async function presentRequest(db: Db, requestId: number): Promise<RefundRequest> {
  const [request] = await presentRequests(
    db,
    await db.select().from(refundRequests).where(eq(refundRequests.id, requestId)),
  )
  if (request === undefined) throw new CallFailed('notFound')
  return request
}

/** Requests with lines, items, files and histories, in four queries. */
export async function presentRequests(db: Db, rows: readonly RequestRow[]): Promise<RefundRequest[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const lines = await db
    .select({
      requestId: refundRequestLines.requestId,
      lineId: refundRequestLines.lineId,
      name: paymentLines.name,
      asked: refundRequestLines.asked,
      agreed: refundRequestLines.agreed,
    })
    .from(refundRequestLines)
    .innerJoin(paymentLines, eq(paymentLines.id, refundRequestLines.lineId))
    .where(inArray(refundRequestLines.requestId, ids))
    .orderBy(asc(paymentLines.seq))
  const items = await db
    .select({
      requestId: refundRequestItems.requestId,
      orderLineId: refundRequestItems.orderLineId,
      name: orderLines.name,
      unit: orderLines.unit,
      quantity: refundRequestItems.quantity,
      amount: refundRequestItems.amount,
    })
    .from(refundRequestItems)
    .innerJoin(orderLines, eq(orderLines.id, refundRequestItems.orderLineId))
    .where(inArray(refundRequestItems.requestId, ids))
    .orderBy(asc(orderLines.id))
  const fileIds = rows.flatMap((row) => row.fileIds)
  const found = fileIds.length === 0 ? [] : await db.select().from(files).where(inArray(files.id, fileIds))
  const histories = await historiesOf(db, 'refund_request', ids, undefined, ({ fromStatus }) =>
    leavesPlatform(fromStatus) ? '平台' : '系统',
  )
  const now = new Date()
  return rows.map((row) => {
    const own = lines.filter(({ requestId }) => requestId === row.id)
    const isAnswered = own.every(({ agreed }) => agreed !== null)
    return {
      requestId: row.id,
      orderId: row.orderId,
      side: row.side,
      status: row.status,
      reason: row.reason,
      files: row.fileIds.flatMap((fileId) => {
        const file = found.find(({ id }) => id === fileId)
        return file === undefined ? [] : [{ fileId, name: file.name, size: file.size, url: fileUrl(file) }]
      }),
      lines: own.map(({ lineId, name, asked, agreed }) => ({ lineId, name, asked, agreed })),
      items: items
        .filter(({ requestId }) => requestId === row.id)
        .map(({ orderLineId, name, unit, quantity, amount }) => ({ orderLineId, name, unit, quantity, amount })),
      asked: own.reduce((sum, { asked }) => sum + asked, 0),
      agreed: isAnswered ? own.reduce((sum, { agreed }) => sum + (agreed ?? 0), 0) : null,
      answer: row.answer,
      escalation: row.escalation,
      ruling: row.ruling,
      answerUntil: row.answerUntil.toISOString(),
      answeredAt: row.answeredAt?.toISOString() ?? null,
      createdAt: row.createdAt.toISOString(),
      mayEscalate: canEscalate(row, now),
      history: histories.get(row.id) ?? [],
    }
  })
}
