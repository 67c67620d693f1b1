import { and, eq } from 'drizzle-orm'
import type { invoicesCalls, OrderInvoices } from '../../../contract/orders/invoices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { orders } from '../../../db/tables/orders.ts'
import { issuedTooMuch, openToInvoice } from '../../../domain/orders/invoice-states.ts'
import type { Handler } from '../../handler.ts'
import { companyOf, type Side } from '../present-order.ts'
import { invoicedSums } from './invoiced.ts'
import { invoicesOf } from './own-invoices.ts'

async function orderInvoices(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderInvoices> {
  const [order] = await db
    .select({ id: orders.id, total: orders.total, status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(companyOf(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  const sums = await invoicedSums(db, order)
  return {
    data: await invoicesOf(db, side, orderId),
    open: openToInvoice(sums, order.status),
    over: issuedTooMuch(sums),
  }
}

export const buyerInvoices: Handler<typeof invoicesCalls.buyerInvoices> = ({ orderId }, { caller, db }) =>
  orderInvoices(db, 'buyer', caller.companyId, orderId)

export const sellerOrderInvoices: Handler<typeof invoicesCalls.sellerOrderInvoices> = ({ orderId }, { caller, db }) =>
  orderInvoices(db, 'seller', caller.companyId, orderId)
