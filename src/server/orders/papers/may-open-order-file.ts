import { eq, inArray, or, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { deliveries, invoices, orderFiles } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import type { Caller } from '../../handler.ts'

/**
 * Whether somebody may open a private attachment by the orders that it is part of: their files, deliveries, invoices
 * and the receipts of their payments and refunds. Undefined when it is part of none. Both sides may, with the right to
 * their orders; the platform while an order is disputed.
 */
export async function mayOpenOrderFile(db: Db, fileId: string, caller: Caller): Promise<boolean | undefined> {
  const found = await ordersWith(db, fileId)
  if (found.length === 0) return undefined
  return found.some((order) => {
    const { companyId, shopId, permissions, isOperator } = caller
    if (isOperator && order.status === 'disputed') return true
    if (companyId === null) return false
    if (companyId === order.buyerCompanyId && permissions.has('my_orders')) return true
    return companyId === order.sellerCompanyId && shopId !== null && permissions.has('order_manage')
  })
}

/** Orders that a file is part of, each way by its index. */
function ordersWith(db: Db, fileId: string) {
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
