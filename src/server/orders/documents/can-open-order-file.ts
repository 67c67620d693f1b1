import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { disputeEvidence, disputes } from '../../../db/tables/disputes.ts'
import { deliveries, invoices, orderFiles } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { sampleShipments } from '../../../db/tables/samples.ts'
import { paymentParts, payments, payouts, refundRequests, refunds } from '../../../db/tables/payments.ts'
import type { Caller } from '../../handler.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'

/**
 * Whether the caller may open a private attachment that belongs to an order: order file, delivery, invoice, photo of an arrival, or voucher
 * of a payment or refund, file of a refund request, evidence of a dispute. Allowed for both sides with the order permission, for operators
 * during a dispute; evidence, which was given to the platform, stays open to them after the ruling.
 * Undefined if it belongs to no order. Bank receipts of payouts are for their supplier and for operators, not for buyers.
 */
export async function canOpenOrderFile(db: Db, fileId: string, caller: Caller): Promise<boolean | undefined> {
  const payee = await findPayeeOfReceipt(db, fileId)
  if (payee !== undefined) {
    const { companyId, permissions, operatorPermissions } = caller
    return operatorPermissions.has('trade') || (companyId === payee && permissions.has('order_manage'))
  }
  const found = await selectOrdersWithFile(db, fileId)
  const isEvidence =
    caller.operatorPermissions.has('trade') && found.length > 0 && (await isEvidenceForPlatform(db, fileId))
  if (found.length === 0) return undefined
  return found.some((order) => {
    const { companyId, shopId, permissions, operatorPermissions } = caller
    if (operatorPermissions.has('trade') && (isEvidence || isOrderDisputed(order.status))) return true
    if (companyId === null) return false
    if (companyId === order.buyerCompanyId && permissions.has('my_orders')) return true
    return companyId === order.sellerCompanyId && shopId !== null && permissions.has('order_manage')
  })
}

/** Supplier that a bank receipt is about; undefined = the file is none. */
async function findPayeeOfReceipt(db: Db, fileId: string): Promise<number | undefined> {
  const isBounced = sql`${payouts.bouncedReceiptIds} @> array[${fileId}]::text[]`
  const [row] = await db
    .select({ companyId: payouts.companyId })
    .from(payouts)
    .where(or(eq(payouts.receiptId, fileId), isBounced))
  return row?.companyId
}

/** Orders that reference a file; each reference has an index. */
function selectOrdersWithFile(db: Db, fileId: string) {
  const paid = db
    .select({ orderId: paymentParts.orderId })
    .from(payments)
    .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
    .where(eq(payments.voucherId, fileId))
  const named = unionAll(
    db.select({ orderId: orderFiles.orderId }).from(orderFiles).where(eq(orderFiles.fileId, fileId)),
    db
      .select({ orderId: deliveries.orderId })
      .from(deliveries)
      .where(sql`${deliveries.fileIds} @> array[${fileId}]::text[]`),
    db
      .select({ orderId: invoices.orderId })
      .from(invoices)
      .where(or(eq(invoices.fileId, fileId), eq(invoices.redFileId, fileId))),
    db
      .select({ orderId: disputes.orderId })
      .from(disputeEvidence)
      .innerJoin(disputes, eq(disputes.id, disputeEvidence.disputeId))
      .where(evidenceWith(fileId)),
    db.select({ orderId: sampleShipments.orderId }).from(sampleShipments).where(eq(sampleShipments.photoId, fileId)),
    db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.voucherId, fileId)),
    db.select({ orderId: refundRequests.orderId }).from(refundRequests).where(requestsWith(fileId)),
    paid,
  )
  return db
    .select({
      buyerCompanyId: orders.buyerCompanyId,
      sellerCompanyId: orders.sellerCompanyId,
      status: orders.status,
    })
    .from(orders)
    .where(inArray(orders.id, named))
}

const evidenceWith = (fileId: string) => sql`${disputeEvidence.fileIds} @> array[${fileId}]::text[]`

const requestsWith = (fileId: string) => sql`${refundRequests.fileIds} @> array[${fileId}]::text[]`

/** Evidence of a dispute, or a file of a refund request that its buyer took to the platform. */
async function isEvidenceForPlatform(db: Db, fileId: string): Promise<boolean> {
  const [row] = await unionAll(
    db.select({ id: disputeEvidence.id }).from(disputeEvidence).where(evidenceWith(fileId)),
    db
      .select({ id: refundRequests.id })
      .from(refundRequests)
      .where(and(requestsWith(fileId), isNotNull(refundRequests.escalatedAt))),
  ).limit(1)
  return row !== undefined
}
