import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { paymentLines } from '../../../db/tables/orders.ts'
import { refunds } from '../../../db/tables/payments.ts'
import type { InvoicedSums } from '../../../domain/orders/invoice-states.ts'

const sum = (amount: SQLWrapper, where?: SQLWrapper) =>
  sql<number>`coalesce(sum(${amount})${where === undefined ? sql`` : sql` filter (where ${where})`}, 0)::float8`

/** What of an order was paid, goes back, was asked for and issued. Judge by it only under the order's lock. */
export async function invoicedSums(
  tx: Db,
  { id, total }: { readonly id: number; readonly total: number },
): Promise<InvoicedSums> {
  const [money] = await tx
    .select({ paid: sum(paymentLines.paid) })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, id))
  const [back] = await tx
    .select({ leaving: sum(refunds.amount) })
    .from(refunds)
    .where(and(eq(refunds.orderId, id), eq(refunds.status, 'pending')))
  const [papers] = await tx
    .select({
      requested: sum(invoices.amount, eq(invoices.status, 'requested')),
      issued: sum(invoices.amount, eq(invoices.status, 'issued')),
    })
    .from(invoices)
    .where(and(eq(invoices.orderId, id), inArray(invoices.status, ['requested', 'issued'])))
  return {
    total,
    ...{ paid: money?.paid ?? 0, leaving: back?.leaving ?? 0 },
    ...{ requested: papers?.requested ?? 0, issued: papers?.issued ?? 0 },
  }
}
