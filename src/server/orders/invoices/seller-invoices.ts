import { and, count, eq, ilike, or } from 'drizzle-orm'
import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import type { Handler } from '../../handler.ts'
import { countsOf, descending } from '../../operations/public.ts'
import { anywhere } from '../../search/anywhere.ts'
import { invoiceRows, other, presentInvoices, waitingFirst } from './own-invoices.ts'

/** Invoices whose order, number or buyer holds a text; undefined without one. */
function holding(keyword: string) {
  if (keyword === '') return undefined
  const part = anywhere(keyword)
  return or(ilike(orders.orderNo, part), ilike(invoices.invoiceNo, part), ilike(other.name, part))
}

export const sellerInvoices: Handler<typeof invoicesCalls.sellerInvoices> = async (asked, { caller, db }) => {
  const { keyword, status, current, pageSize } = asked
  const where = and(eq(orders.sellerCompanyId, caller.companyId), holding(keyword))
  const counted = await db
    .select({ status: invoices.status, count: count() })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(other, eq(other.id, orders.buyerCompanyId))
    .where(where)
    .groupBy(invoices.status)
  const rows = await invoiceRows(db, 'seller')
    .where(and(where, status === undefined ? undefined : eq(invoices.status, status)))
    .orderBy(waitingFirst, descending(invoices.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(counted, status), data: await presentInvoices(db, rows) }
}
