import { and, eq, inArray, ne, sql, count, ilike, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { invoicesCalls, OrderInvoices } from '../../../contract/orders/invoices.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { orders } from '../../../db/tables/orders.ts'
import { canIssueInvoice, invoiceableAmount, overIssuedAmount } from '../../../domain/orders/invoice-states.ts'
import type { Handler } from '../../handler.ts'
import { lockOrder, type Order } from '../lock-order.ts'
import { saveInvoiceFile } from './invoice-file.ts'
import { loadInvoicedSums } from './invoiced-sums.ts'
import { loadInvoiceRow, moveInvoice } from './move-invoice.ts'
import {
  loadInvoice,
  loadInvoiceOrderId,
  loadInvoices,
  selectInvoices,
  otherCompany,
  presentInvoices,
  waitingFirst,
} from './load-invoices.ts'
import { notifyInvoice } from './notify-invoice.ts'
import { actorOf } from '../../platform/history/record-steps.ts'
import { loadInvoiceDetails, toOrderInvoice } from '../checkout/invoice-details.ts'
import { createInvoice } from './create-invoice.ts'
import { sideCompanyId } from '../present-order.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { countsOf } from '../../platform/queries/counts-by-status.ts'
import { descending } from '../../platform/queries/descending.ts'
import type { Side } from '../../../domain/sides.ts'

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
    const set = { ...stepColumns(input, fileId) }
    await moveInvoice(tx, current, { event, side: 'seller', by: actorOf(caller), reason: input.reason, set })
    if (event === 'issue') await assertCovered(tx, order)
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
