import { asc, eq } from 'drizzle-orm'
import { companies } from '../../../../src/db/tables/accounts.ts'
import { invoices } from '../../../../src/db/tables/fulfilment.ts'
import { matchExceptions } from '../../../../src/db/tables/matching.ts'
import { orders } from '../../../../src/db/tables/orders.ts'
import type { ExpectedInvoice, InvoiceFields } from '../../../../src/domain/orders/matching/invoice-fields.ts'
import type { TestApp } from '../../app.ts'
import { contentOf, type Client } from '../../client.ts'
import { invoiceXml, type WrittenInvoice } from '../../invoices.ts'
import { ask, step } from './invoice.ts'
import { accept, confirm, lineOf, open } from './pay.ts'

let made = 0

/** A voucher that no other payment has. */
export async function ownVoucher(client: Client, text = `voucher ${++made}`): Promise<string> {
  const bytes = `%PDF-1.7\n% ${text}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF`
  return contentOf(await client.upload('attachment', new File([bytes], '回单.pdf', { type: 'application/pdf' }))).fileId
}

/** A payment of an order by transfer with a voucher of its own, received in full. */
export async function paidWith(
  app: TestApp,
  { buyer, seller }: { readonly buyer: Client; readonly seller: Client },
  orderId: number,
  seq: number,
  voucherId?: string,
): Promise<number> {
  const line = await lineOf(app, orderId, seq)
  const { paymentId } = contentOf(await open(buyer, [line.id])).payment
  contentOf(await confirm(buyer, paymentId, voucherId ?? (await ownVoucher(buyer))))
  contentOf(await accept(seller, paymentId, line.amount))
  return line.amount
}

let numbers = 10 ** 8
/** A new number of a fully digital invoice. */
export const digitalNumber = () => `26510000000${++numbers}`

export const invoiceFile = (client: Client, text: string, name = '发票.xml') =>
  client.upload('invoice', new File([text], name, { type: 'application/xml' }))

/** Reads an uploaded invoice of a request. */
export const readInvoice = async (seller: Client, invoiceId: number, fileId: string) =>
  contentOf(await seller.api.orders.invoiceRead({ invoiceId, fileId }))

/** What the order says an invoice of a request should have. */
export async function expectedOf(app: Pick<TestApp, 'db'>, invoiceId: number): Promise<ExpectedInvoice> {
  const [row] = await app.db
    .select({ invoice: invoices, seller: companies })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(companies, eq(companies.id, orders.sellerCompanyId))
    .where(eq(invoices.id, invoiceId))
  if (row === undefined) throw new Error('There is no such invoice')
  const { details, amount } = row.invoice
  const { name: sellerName, creditCode } = row.seller
  const buyer = { buyerName: details.title, buyerTaxNo: details.taxNo }
  return { ...buyer, sellerName, sellerTaxNo: creditCode ?? '', total: amount, taxRate: null }
}

/** What the order expects of an invoice over its requested amount, as an invoice with one rate. */
export const rightInvoice = (expected: ExpectedInvoice, more: Partial<InvoiceFields> = {}): WrittenInvoice => {
  const { buyerName, buyerTaxNo, sellerName, sellerTaxNo, total } = expected
  const tax = Math.round((total * 6) / 106)
  const fields = { number: digitalNumber(), issuedOn: '2026-11-20', amount: total - tax, tax, total, taxRate: 600 }
  return { buyerName, buyerTaxNo, sellerName, sellerTaxNo, ...fields, rates: [600], ...more }
}

interface Parties {
  readonly app: Pick<TestApp, 'db'>
  readonly buyer: Client
  readonly seller: Client
}

/** Requests an invoice and issues it with the fields of an uploaded XML, which is read on demand; returns its id. */
export async function invoiced(
  { app, buyer, seller }: Parties,
  orderId: number,
  amount: number,
  { isRead = false, ...more }: Partial<InvoiceFields> & { readonly isRead?: boolean } = {},
): Promise<number> {
  const { invoiceId } = contentOf(await ask(buyer, orderId, amount)).invoice
  const written = rightInvoice(await expectedOf(app, invoiceId), more)
  const { fileId } = contentOf(await invoiceFile(seller, invoiceXml(written)))
  if (isRead) await readInvoice(seller, invoiceId, fileId)
  contentOf(
    await step(seller, { invoiceId, event: 'issue', number: written.number, fileId, fields: fieldsOf(written) }),
  )
  return invoiceId
}

/** Fields of a written invoice as the call takes them. */
export const fieldsOf = ({ number: _number, rates: _rates, ...fields }: WrittenInvoice) => fields

export const matchOf = async (client: Client, side: 'buyer' | 'seller', orderId: number) =>
  contentOf(await (side === 'buyer' ? client.api.orders.buyerMatch : client.api.orders.sellerMatch)({ orderId }))

/** Kinds of the open and explained exceptions of an order as a side reads them. */
export const kindsOf = async (client: Client, side: 'buyer' | 'seller', orderId: number) =>
  (await matchOf(client, side, orderId)).exceptions
    .filter(({ status }) => status === 'open' || status === 'explained')
    .map(({ kind }) => kind)
    .toSorted()

export const exceptionRows = (app: Pick<TestApp, 'db'>, orderId: number) =>
  app.db.select().from(matchExceptions).where(eq(matchExceptions.orderId, orderId)).orderBy(asc(matchExceptions.id))
