import { asc, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { invoicesCalls } from '../../../contract/orders/invoices.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceReadings } from '../../../db/tables/matching.ts'
import { orderLines, orders, paymentLines } from '../../../db/tables/orders.ts'
import { isInvoiceRequested } from '../../../domain/orders/invoice-states.ts'
import {
  invoiceDifferences,
  isAnythingRead,
  nothingRead,
  type ExpectedInvoice,
  type InvoiceSource,
  type ReadFields,
} from '../../../domain/orders/matching/invoice-fields.ts'
import { invoiceLines, readInvoiceLines } from '../../../domain/orders/matching/invoice-text.ts'
import { commonTaxRate } from '../../../domain/orders/tax-rates.ts'
import type { Caller, Context, Handler } from '../../handler.ts'
import { ownFile, type FileRow } from '../../platform/files/files.ts'
import { fileWork } from '../../work/work-pool.ts'

/** An own upload that can be an invoice. Throws notFound. */
export const ownInvoiceFile = (db: Db, fileId: string, caller: Caller): Promise<FileRow> =>
  ownFile(db, fileId, caller, 'invoice', 'attachment')

export interface SavedReading {
  /** null = nothing of use was found. */
  readonly source: InvoiceSource | null
  readonly fields: ReadFields
}
const unread: SavedReading = { source: null, fields: nothingRead }

/** What was read in a file; undefined if it was not read. */
export async function findReading(db: Db, fileId: string): Promise<SavedReading | undefined> {
  const [saved] = await db.select().from(invoiceReadings).where(eq(invoiceReadings.fileId, fileId))
  return saved
}

/** Largest picture and document that is read. */
const maxReadBytes = 12 * 1024 * 1024

/**
 * Reads an invoice once per file and saves what was found, or that nothing was: XML and PDF in a worker thread, pictures by text recognition.
 * Takes seconds for pictures: do not call it inside a transaction. Throws filesBusy, fileTooComplex, ocrBusy.
 */
async function readFile(
  db: Db,
  { ocr, storage }: Pick<Context['providers'], 'ocr' | 'storage'>,
  file: FileRow,
  key: string,
): Promise<SavedReading> {
  const saved = await findReading(db, file.id)
  if (saved !== undefined) return saved
  if (file.size > maxReadBytes) return unread
  const found = file.contentType.startsWith('image/')
    ? await readPicture(ocr, await storage.read(file.storageKey))
    : await readDocument(await storage.read(file.storageKey), file.contentType, key)
  await db
    .insert(invoiceReadings)
    .values({ fileId: file.id, ...found })
    .onConflictDoNothing()
  return found
}

async function readPicture(ocr: Context['providers']['ocr'], picture: Uint8Array): Promise<SavedReading> {
  const fields = readInvoiceLines(invoiceLines(await ocr.words(picture)))
  return isAnythingRead(fields) ? { source: 'ocr', fields } : unread
}

async function readDocument(stored: Uint8Array, contentType: string, key: string): Promise<SavedReading> {
  if (contentType !== 'application/xml' && contentType !== 'application/pdf') return unread
  const bytes = new Uint8Array(stored)
  const { source, fields } = await fileWork.run(
    'parseInvoice',
    { bytes, contentType },
    { key, transfer: [bytes.buffer] },
  )
  return source === null ? unread : { source, fields }
}

/** What an invoice of a request should have. */
async function loadExpected(db: Db, invoiceId: number, companyId: number) {
  const [row] = await db
    .select({ invoice: invoices, order: orders, sellerName: companies.name, creditCode: companies.creditCode })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(eq(invoices.id, invoiceId))
  if (row?.order.sellerCompanyId !== companyId) throw new CallFailed('notFound')
  const { invoice, sellerName, creditCode } = row
  const { orderId } = invoice
  const rates = await db.select({ taxRate: orderLines.taxRate }).from(orderLines).where(eq(orderLines.orderId, orderId))
  const expected: ExpectedInvoice = {
    buyerName: invoice.details.title,
    buyerTaxNo: invoice.details.taxNo,
    sellerName,
    sellerTaxNo: creditCode ?? '',
    total: invoice.amount,
    taxRate: commonTaxRate(rates.map(({ taxRate }) => taxRate)),
  }
  const { id: lineId, name, amount, paid } = paymentLines
  const lines = await db
    .select({ lineId, name, amount, paid })
    .from(paymentLines)
    .where(eq(paymentLines.orderId, orderId))
    .orderBy(asc(paymentLines.seq))
  return { status: invoice.status, expected, lines }
}

export const invoiceRead: Handler<typeof invoicesCalls.invoiceRead> = async ({ invoiceId, fileId }, context) => {
  const { caller, db, providers } = context
  const { status, expected, lines } = await loadExpected(db, invoiceId, caller.companyId)
  if (!isInvoiceRequested(status)) throw new CallFailed('stepNotAllowed')
  const file = await ownInvoiceFile(db, fileId, caller)
  const { source, fields } = await readFile(db, providers, file, `user ${caller.userId}`)
  return { source, fields, expected, differences: invoiceDifferences(fields, expected), lines }
}
