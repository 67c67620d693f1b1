import { desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Invoice } from '../../../contract/orders/invoices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { fileUrl, historiesOf } from '../../operations/public.ts'
import { companyOf, type Side } from '../present-order.ts'

const paper = alias(files, 'paper')
const redPaper = alias(files, 'red_paper')
/** The company on the other side. */
export const other = alias(companies, 'other')

/** Invoices with their order and the other side: where, order and limit are the caller's. */
export const invoiceRows = (db: Db, side: Side) =>
  db
    .select({
      invoice: invoices,
      orderNo: orders.orderNo,
      otherName: other.name,
      paper: { id: paper.id, name: paper.name },
      redPaper: { id: redPaper.id, name: redPaper.name },
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(other, eq(other.id, companyOf(side === 'buyer' ? 'seller' : 'buyer')))
    .leftJoin(paper, eq(paper.id, invoices.fileId))
    .leftJoin(redPaper, eq(redPaper.id, invoices.redFileId))
    .$dynamic()
type LoadedInvoice = Awaited<ReturnType<typeof invoiceRows>>[number]

/** Invoices as either side reads them, with their histories: one query besides the rows. */
export async function presentInvoices(db: Db, rows: readonly LoadedInvoice[]): Promise<Invoice[]> {
  const ids = rows.map(({ invoice }) => invoice.id)
  const histories = await historiesOf(db, 'invoice', ids)
  return rows.map(({ invoice, orderNo, otherName, paper: file, redPaper: redFile }) => ({
    ...{ invoiceId: invoice.id, orderId: invoice.orderId, orderNo, otherName },
    details: { ...invoice.details },
    ...{ amount: invoice.amount, status: invoice.status, invoiceNo: invoice.invoiceNo, redNo: invoice.redNo },
    fileUrl: file === null ? null : fileUrl(file),
    redFileUrl: redFile === null ? null : fileUrl(redFile),
    reason: invoice.reason,
    createdAt: invoice.createdAt.toISOString(),
    issuedAt: invoice.issuedAt?.toISOString() ?? null,
    history: histories.get(invoice.id) ?? [],
  }))
}

/** Invoices of one order as a side reads them, the newest first. */
export const invoicesOf = async (db: Db, side: Side, orderId: number): Promise<Invoice[]> =>
  presentInvoices(db, await invoiceRows(db, side).where(eq(invoices.orderId, orderId)).orderBy(desc(invoices.id)))

/** One invoice as a side reads it, after it was changed. */
export async function oneInvoice(db: Db, side: Side, invoiceId: number): Promise<Invoice> {
  const [invoice] = await presentInvoices(db, await invoiceRows(db, side).where(eq(invoices.id, invoiceId)))
  if (invoice === undefined) throw new CallFailed('notFound')
  return invoice
}

/** What waits for its supplier comes first. */
export const waitingFirst = sql`(${invoices.status} = 'requested') desc`

/** Id of the order of an invoice that a company is a side of; anybody else's is not found. */
export async function orderOfInvoice(db: Db, side: Side, companyId: number, invoiceId: number): Promise<number> {
  const [row] = await db
    .select({ orderId: orders.id, companyId: companyOf(side) })
    .from(orders)
    .where(inArray(orders.id, db.select({ id: invoices.orderId }).from(invoices).where(eq(invoices.id, invoiceId))))
  if (row?.companyId !== companyId) throw new CallFailed('notFound')
  return row.orderId
}
