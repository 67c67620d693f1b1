import { eq, inArray, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { disputeEvidence, disputes } from '../../../db/tables/disputes.ts'
import { deliveries, invoices, orderFiles } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import type { Caller } from '../../handler.ts'
import { isOrderDisputed } from '../../../domain/orders/order-states.ts'

/**
 * Whether the caller may open a private attachment that belongs to an order: order file, delivery, invoice, or voucher
 * of a payment or refund, evidence of a dispute. Allowed for both sides with the order permission, for operators
 * during a dispute; evidence, which was given to the platform, stays open to them after the ruling.
 * Undefined if it belongs to no order.
 */
export async function canOpenOrderFile(db: Db, fileId: string, caller: Caller): Promise<boolean | undefined> {
  const found = await selectOrdersWithFile(db, fileId)
  const isEvidence =
    caller.operatorPermissions.has('trade') && found.length > 0 && (await isDisputeEvidence(db, fileId))
  if (found.length === 0) return undefined
  return found.some((order) => {
    const { companyId, shopId, permissions, operatorPermissions } = caller
    if (operatorPermissions.has('trade') && (isEvidence || isOrderDisputed(order.status))) return true
    if (companyId === null) return false
    if (companyId === order.buyerCompanyId && permissions.has('my_orders')) return true
    return companyId === order.sellerCompanyId && shopId !== null && permissions.has('order_manage')
  })
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
    db.select({ orderId: refunds.orderId }).from(refunds).where(eq(refunds.voucherId, fileId)),
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

async function isDisputeEvidence(db: Db, fileId: string): Promise<boolean> {
  const [row] = await db.select({ id: disputeEvidence.id }).from(disputeEvidence).where(evidenceWith(fileId)).limit(1)
  return row !== undefined
}
