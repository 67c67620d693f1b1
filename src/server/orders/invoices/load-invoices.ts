import { desc, eq, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Invoice } from '../../../contract/orders/invoices.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { sideCompanyId } from '../present-order.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historiesOf } from '../../platform/history/histories.ts'
import type { Side } from '../../../domain/sides.ts'

const invoiceFile = alias(files, 'paper')
const redInvoiceFile = alias(files, 'red_paper')
/** The company on the other side. */
export const otherCompany = alias(companies, 'other')

/** Query of invoices with order and other side; the caller adds where, order and limit. */
export const selectInvoices = (db: Db, side: Side) =>
  db
    .select({
      invoice: invoices,
      orderNo: orders.orderNo,
      otherName: otherCompany.name,
      paper: { id: invoiceFile.id, name: invoiceFile.name },
      redPaper: { id: redInvoiceFile.id, name: redInvoiceFile.name },
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(otherCompany, eq(otherCompany.id, sideCompanyId(side === 'buyer' ? 'seller' : 'buyer')))
    .leftJoin(invoiceFile, eq(invoiceFile.id, invoices.fileId))
    .leftJoin(redInvoiceFile, eq(redInvoiceFile.id, invoices.redFileId))
    .$dynamic()
type LoadedInvoice = Awaited<ReturnType<typeof selectInvoices>>[number]

/** Presents invoices with their histories, in one extra query. */
export async function presentInvoices(db: Db, rows: readonly LoadedInvoice[]): Promise<Invoice[]> {
  const ids = rows.map(({ invoice }) => invoice.id)
  const histories = await historiesOf(db, 'invoice', ids)
  return rows.map(({ invoice, orderNo, otherName, paper: file, redPaper: redFile }) => ({
    invoiceId: invoice.id,
    orderId: invoice.orderId,
    orderNo,
    otherName,
    details: { ...invoice.details },
    amount: invoice.amount,
    status: invoice.status,
    invoiceNo: invoice.invoiceNo,
    redNo: invoice.redNo,
    fileUrl: file === null ? null : fileUrl(file),
    redFileUrl: redFile === null ? null : fileUrl(redFile),
    reason: invoice.reason,
    createdAt: invoice.createdAt.toISOString(),
    issuedAt: invoice.issuedAt?.toISOString() ?? null,
    history: histories.get(invoice.id) ?? [],
  }))
}

/** Invoices of one order for a side, newest first. */
export const loadInvoices = async (db: Db, side: Side, orderId: number): Promise<Invoice[]> =>
  presentInvoices(db, await selectInvoices(db, side).where(eq(invoices.orderId, orderId)).orderBy(desc(invoices.id)))

/** One invoice for a side. */
export async function loadInvoice(db: Db, side: Side, invoiceId: number): Promise<Invoice> {
  const [invoice] = await presentInvoices(db, await selectInvoices(db, side).where(eq(invoices.id, invoiceId)))
  if (invoice === undefined) throw new CallFailed('notFound')
  return invoice
}

/** Sort expression: requested invoices first. */
export const waitingFirst = sql`(${invoices.status} = 'requested') desc`

/** Id of the order of an invoice; throws notFound if the company is not on that side. */
export async function loadInvoiceOrderId(db: Db, side: Side, companyId: number, invoiceId: number): Promise<number> {
  const [row] = await db
    .select({ orderId: orders.id, companyId: sideCompanyId(side) })
    .from(orders)
    .where(inArray(orders.id, db.select({ id: invoices.orderId }).from(invoices).where(eq(invoices.id, invoiceId))))
  if (row?.companyId !== companyId) throw new CallFailed('notFound')
  return row.orderId
}
