import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { refunds } from '../../../db/tables/payments.ts'
import { pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'
import { sumOf } from '../../platform/queries/sum-of.ts'
import type { InvoicedSums } from '../../../domain/orders/invoice-states.ts'

/** Paid, pending refund, requested and issued amounts of an order. Decide by them only under the order's lock. */
export async function loadInvoicedSums(
  tx: Db,
  { id, total }: { readonly id: number; readonly total: number },
): Promise<InvoicedSums> {
  const [money] = await tx
    .select({ paid: sumOf(paymentLines.paid) })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, id))
  const [back] = await tx
    .select({ pendingRefund: sumOf(refunds.amount) })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), inArray(refunds.status, [...pendingRefundStatuses])))
  const [amounts] = await tx
    .select({
      requested: sumOf(invoices.amount, eq(invoices.status, 'requested')),
      issued: sumOf(invoices.amount, eq(invoices.status, 'issued')),
    })
    .from(invoices)
    .where(and(eq(invoices.orderId, id), inArray(invoices.status, ['requested', 'issued'])))
  return {
    total,
    paid: money?.paid ?? 0,
    pendingRefund: back?.pendingRefund ?? 0,
    requested: amounts?.requested ?? 0,
    issued: amounts?.issued ?? 0,
  }
}
