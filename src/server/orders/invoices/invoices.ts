import { and, count, desc, eq, ilike, inArray, ne, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Invoice, invoicesCalls, OrderInvoices } from '../../../contract/orders/invoices.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceFields } from '../../../db/tables/matching.ts'
import { files } from '../../../db/tables/operations.ts'
import { orders } from '../../../db/tables/orders.ts'
import { canIssueInvoice, invoiceableAmount, overIssuedAmount } from '../../../domain/orders/invoice-states.ts'
import type { Side } from '../../../domain/sides.ts'
import type { Handler } from '../../handler.ts'
import { fileUrl } from '../../platform/files/files.ts'
import { historiesOf } from '../../platform/history/histories.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { descending } from '../../platform/queries/descending.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { loadInvoiceDetails, toOrderInvoice } from '../checkout/invoice-details.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { sideCompanyId } from '../present-order.ts'
import { createInvoice } from './create-invoice.ts'
import { fieldFacts, saveInvoiceFields } from './invoice-fields.ts'
import { saveInvoiceFile } from './invoice-file.ts'
import { loadInvoicedSums } from './invoiced-sums.ts'
import { loadInvoiceRow, moveInvoice } from './move-invoice.ts'
import { notifyInvoice } from './notify-invoice.ts'

const invoiceFile = alias(files, 'paper')
const redInvoiceFile = alias(files, 'red_paper')
/** The company on the other side. */
const otherCompany = alias(companies, 'other')

/** Query of invoices with order and other side; the caller adds where, order and limit. */
const selectInvoices = (db: Db, side: Side) =>
  db
    .select({
      invoice: invoices,
      fields: invoiceFields,
      orderNo: orders.orderNo,
      otherName: otherCompany.name,
      paper: { id: invoiceFile.id, name: invoiceFile.name },
      redPaper: { id: redInvoiceFile.id, name: redInvoiceFile.name },
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(otherCompany, eq(otherCompany.id, sideCompanyId(side === 'buyer' ? 'seller' : 'buyer')))
    .leftJoin(invoiceFields, eq(invoiceFields.invoiceId, invoices.id))
    .leftJoin(invoiceFile, eq(invoiceFile.id, invoices.fileId))
    .leftJoin(redInvoiceFile, eq(redInvoiceFile.id, invoices.redFileId))
    .$dynamic()
type LoadedInvoice = Awaited<ReturnType<typeof selectInvoices>>[number]

/** Presents invoices with their histories, in one extra query. */
async function presentInvoices(db: Db, rows: readonly LoadedInvoice[]): Promise<Invoice[]> {
  const ids = rows.map(({ invoice }) => invoice.id)
  const histories = await historiesOf(db, 'invoice', ids)
  return rows.map(({ invoice, fields, orderNo, otherName, paper: file, redPaper: redFile }) => ({
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
    fields,
    createdAt: invoice.createdAt.toISOString(),
    issuedAt: invoice.issuedAt?.toISOString() ?? null,
    history: histories.get(invoice.id) ?? [],
  }))
}

/** Invoices of one order for a side, newest first. */
const loadInvoices = async (db: Db, side: Side, orderId: number): Promise<Invoice[]> =>
  presentInvoices(db, await selectInvoices(db, side).where(eq(invoices.orderId, orderId)).orderBy(desc(invoices.id)))

/** One invoice for a side. */
async function loadInvoice(db: Db, side: Side, invoiceId: number): Promise<Invoice> {
  const [invoice] = await presentInvoices(db, await selectInvoices(db, side).where(eq(invoices.id, invoiceId)))
  if (invoice === undefined) throw new CallFailed('notFound')
  return invoice
}

/** Sort expression: requested invoices first. */
const waitingFirst = sql`(${invoices.status} = 'requested') desc`

/** Id of the order of an invoice; throws notFound if the company is not on that side. */
async function loadInvoiceOrderId(db: Db, side: Side, companyId: number, invoiceId: number): Promise<number> {
  const [row] = await db
    .select({ orderId: orders.id, companyId: sideCompanyId(side) })
    .from(orders)
    .where(inArray(orders.id, db.select({ id: invoices.orderId }).from(invoices).where(eq(invoices.id, invoiceId))))
  if (row?.companyId !== companyId) throw new CallFailed('notFound')
  return row.orderId
}

type InvoiceStepInput = z.output<typeof invoicesCalls.invoiceStep.input>

export const invoiceStep: Handler<typeof invoicesCalls.invoiceStep> = async (input, context) => {
  const { caller, db, note } = context
  const { invoiceId, event } = input
  assertComplete(input)
  const orderId = await loadInvoiceOrderId(db, 'seller', caller.companyId, invoiceId)
  const fileId = await saveInvoiceFile(context, input)
  const invoice = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, 'seller', caller.companyId, orderId)
    const current = await loadInvoiceRow(tx, invoiceId)
    if (event !== 'reject') await assertNumberUnused(tx, order, input)
    const set = stepColumns(input, fileId)
    const facts = event === 'issue' ? fieldFacts(input) : {}
    await moveInvoice(tx, current, { event, side: 'seller', by: actorOf(caller), reason: input.reason, set, facts })
    if (event === 'issue') {
      await assertCovered(tx, order)
      await saveInvoiceFields(tx, current, input)
    }
    await notifyInvoice(tx, context, { order, event, amount: current.amount, reason: input.reason })
    note(`${order.orderNo}，${stepNames[event]}`)
    return loadInvoice(tx, 'seller', invoiceId)
  })
  return { invoice }
}

const stepNames = { issue: '开票', reject: '驳回', reverse: '红冲' } as const

/** Checks the fields an event requires: number, reason, or both. */
function assertComplete({ event, number, reason }: InvoiceStepInput): void {
  const errors = [
    ...(event !== 'reject' && number === ''
      ? [{ field: 'number', message: event === 'issue' ? '请填写发票号码' : '请填写红字发票号码' }]
      : []),
    ...(event !== 'issue' && reason === ''
      ? [{ field: 'reason', message: event === 'reject' ? '请填写驳回原因' : '请填写红冲原因' }]
      : []),
  ]
  if (errors.length > 0) throw fieldFailed(...errors)
}

function stepColumns(
  { event, number }: InvoiceStepInput,
  fileId: string | null,
): Partial<typeof invoices.$inferInsert> {
  if (event === 'issue') return { invoiceNo: number, fileId, issuedAt: new Date() }
  return event === 'reverse' ? { redNo: number, redFileId: fileId } : {}
}

/** Throws if the supplier already used the invoice number; an advisory lock serialises parallel checks. */
async function assertNumberUnused(
  tx: Db,
  { sellerCompanyId }: Order,
  { invoiceId, event, number }: InvoiceStepInput,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('invoices'), ${sellerCompanyId})`)
  const ofSupplier = tx.select({ id: orders.id }).from(orders).where(eq(orders.sellerCompanyId, sellerCompanyId))
  const [taken] = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        sql`${number} in (${invoices.invoiceNo}, ${invoices.redNo})`,
        event === 'issue' ? ne(invoices.id, invoiceId) : undefined,
        inArray(invoices.orderId, ofSupplier),
      ),
    )
    .limit(1)
  if (taken !== undefined) throw fieldFailed({ field: 'number', message: '该号码已用于另一张发票' })
}

/** After the step: issued invoices must not exceed the paid amount, since a refund may have followed the request. */
async function assertCovered(tx: Db, order: Order): Promise<void> {
  const sums = await loadInvoicedSums(tx, order)
  if (!canIssueInvoice(sums, 0, order.status)) throw new CallFailed('invoiceTooMuch')
}

export const invoiceRequest: Handler<typeof invoicesCalls.invoiceRequest> = async (input, context) => {
  const { caller, db, note } = context
  const { orderId, kind, amount } = input
  const invoice = await db.transaction(async (tx) => {
    const order = await lockOrder(tx, 'buyer', caller.companyId, orderId)
    const details = toOrderInvoice(kind, await loadInvoiceDetails(tx, caller.companyId))
    if (details === null) throw new CallFailed('invoiceMissing')
    const open = invoiceableAmount(await loadInvoicedSums(tx, order), order.status)
    if (amount > open) throw new CallFailed('invoiceTooMuch', { open })
    const invoiceId = await createInvoice(tx, context, { order, details, amount, by: actorOf(caller) })
    note(order.orderNo)
    return loadInvoice(tx, 'buyer', invoiceId)
  })
  return { invoice }
}

export const invoiceWithdraw: Handler<typeof invoicesCalls.invoiceWithdraw> = async ({ invoiceId }, context) => {
  const { caller, db, note } = context
  const invoice = await db.transaction(async (tx) => {
    const orderId = await loadInvoiceOrderId(tx, 'buyer', caller.companyId, invoiceId)
    const order = await lockOrder(tx, 'buyer', caller.companyId, orderId)
    const current = await loadInvoiceRow(tx, invoiceId)
    await moveInvoice(tx, current, { event: 'withdraw', side: 'buyer', by: actorOf(caller), reason: '' })
    await notifyInvoice(tx, context, { order, event: 'withdraw', amount: current.amount })
    note(order.orderNo)
    return loadInvoice(tx, 'buyer', invoiceId)
  })
  return { invoice }
}

async function loadOrderInvoices(db: Db, side: Side, companyId: number, orderId: number): Promise<OrderInvoices> {
  const [order] = await db
    .select({ id: orders.id, total: orders.total, status: orders.status })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(sideCompanyId(side), companyId)))
  if (order === undefined) throw new CallFailed('notFound')
  const sums = await loadInvoicedSums(db, order)
  return {
    data: await loadInvoices(db, side, orderId),
    open: invoiceableAmount(sums, order.status),
    over: overIssuedAmount(sums),
  }
}

export const buyerInvoices: Handler<typeof invoicesCalls.buyerInvoices> = ({ orderId }, { caller, db }) =>
  loadOrderInvoices(db, 'buyer', caller.companyId, orderId)

export const sellerOrderInvoices: Handler<typeof invoicesCalls.sellerOrderInvoices> = ({ orderId }, { caller, db }) =>
  loadOrderInvoices(db, 'seller', caller.companyId, orderId)

/** Condition on order number, invoice number or buyer name; undefined without a keyword. */
function matchesKeyword(keyword: string) {
  if (keyword === '') return undefined
  const pattern = likePattern(keyword)
  return or(ilike(orders.orderNo, pattern), ilike(invoices.invoiceNo, pattern), ilike(otherCompany.name, pattern))
}

export const sellerInvoices: Handler<typeof invoicesCalls.sellerInvoices> = async (query, { caller, db }) => {
  const { keyword, status, current, pageSize } = query
  const where = and(eq(orders.sellerCompanyId, caller.companyId), matchesKeyword(keyword))
  const counted = await db
    .select({ status: invoices.status, count: count() })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(otherCompany, eq(otherCompany.id, orders.buyerCompanyId))
    .where(where)
    .groupBy(invoices.status)
  const rows = await selectInvoices(db, 'seller')
    .where(and(where, status === undefined ? undefined : eq(invoices.status, status)))
    .orderBy(waitingFirst, descending(invoices.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  return { ...countsOf(counted, status), data: await presentInvoices(db, rows) }
}
