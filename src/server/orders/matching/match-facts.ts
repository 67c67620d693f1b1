import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { alias, union, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/open.ts'
import { preparedOn } from '../../../db/prepared.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { invoices } from '../../../db/tables/fulfilment.ts'
import { invoiceAllocations, invoiceFields } from '../../../db/tables/matching.ts'
import { files } from '../../../db/tables/operations.ts'
import { orderLines, orderMilestones, orders, paymentLines } from '../../../db/tables/orders.ts'
import { paymentParts, payments, refunds } from '../../../db/tables/payments.ts'
import { isInvoiceIssued, isInvoiceWanted } from '../../../domain/orders/invoice-states.ts'
import type { Allocation } from '../../../domain/orders/matching/allocate-invoices.ts'
import { isDigitalNumber } from '../../../domain/orders/matching/invoice-fields.ts'
import type { MatchFacts, MatchInvoice, MatchPayment } from '../../../domain/orders/matching/match-order.ts'
import { livePaymentStates, pendingRefundStatuses } from '../../../domain/orders/payment-states.ts'
import { commonTaxRate } from '../../../domain/orders/tax-rates.ts'
import type { Order } from '../lock-order.ts'

const twinPaper = alias(files, 'twin_paper')
const buyers = alias(companies, 'buyers')
const sellers = alias(companies, 'sellers')

/** Columns of an order that its match names; addresses and invoice details would be decrypted. */
export type MatchedOrder = Pick<
  Order,
  'id' | 'orderNo' | 'title' | 'status' | 'total' | 'buyerCompanyId' | 'sellerCompanyId'
>
type Parties = Pick<MatchedOrder, 'buyerCompanyId' | 'sellerCompanyId'>
type PaymentRow = Awaited<ReturnType<typeof loadPayments>>[number]
type InvoiceRow = Awaited<ReturnType<typeof loadInvoices>>[number]
type PaymentTwin = Awaited<ReturnType<typeof loadVoucherTwins>>[number]
type InvoiceTwin = Awaited<ReturnType<typeof loadInvoiceTwins>>[number]

/** An order with everything its match depends on. */
export interface LoadedMatch {
  readonly order: MatchedOrder
  readonly buyerName: string
  readonly sellerName: string
  readonly facts: MatchFacts
  readonly payments: readonly PaymentRow[]
  readonly invoices: readonly InvoiceRow[]
}

/** Facts of some orders by id, in ascending order: four queries and two for duplicates, whatever their number. */
export async function loadMatchFacts(db: Db, orderIds: readonly number[]): Promise<ReadonlyMap<number, LoadedMatch>> {
  if (orderIds.length === 0) return new Map()
  const ids = [...orderIds]
  const found = await loadOrders(db, ids)
  const lines = Map.groupBy(await loadLines(db, ids), ({ line }) => line.orderId)
  const paymentRows = await loadPayments(db, ids)
  const paid = Map.groupBy(paymentRows, ({ part }) => part.orderId)
  const voucherTwins = await loadVoucherTwins(db, paymentRows)
  const invoiceRows = await loadInvoices(db, ids)
  const invoiced = Map.groupBy(invoiceRows, ({ invoice }) => invoice.orderId)
  const invoiceTwins = await loadInvoiceTwins(db, invoiceRows)
  return new Map(
    found.map(({ order, choseInvoice, buyerName, sellerName, sellerTaxNo, taxRates }) => {
      const ownPayments = paid.get(order.id) ?? []
      const ownInvoices = invoiced.get(order.id) ?? []
      const facts: MatchFacts = {
        status: order.status,
        wantsInvoice: choseInvoice || ownInvoices.some(({ invoice }) => isInvoiceWanted(invoice.status)),
        sellerTaxNo: sellerTaxNo ?? '',
        taxRate: commonTaxRate(taxRates),
        lines: (lines.get(order.id) ?? []).map(({ line, pendingRefund, milestone }) => ({
          lineId: line.id,
          seq: line.seq,
          name: line.name,
          amount: line.amount,
          paid: line.paid,
          refunded: line.refunded,
          pendingRefund,
          status: line.status,
          milestone: milestone && {
            name: milestone.name,
            status: milestone.status,
            acceptedAt: milestone.acceptedAt?.toISOString() ?? null,
          },
        })),
        payments: matchPayments(order, ownPayments, voucherTwins),
        invoices: ownInvoices.map((row) => matchInvoice(order, row, invoiceTwins)),
      }
      return [order.id, { order, buyerName, sellerName, facts, payments: ownPayments, invoices: ownInvoices }]
    }),
  )
}

/** Condition of the statements below: they are built once, and planned once per connection. */
const isOneOf = (column: AnyPgColumn) => sql`${column} = any(${sql.placeholder('ids')}::int[])`

const preparedOrders = preparedOn((db) =>
  db
    .select({
      order: {
        id: orders.id,
        orderNo: orders.orderNo,
        title: orders.title,
        status: orders.status,
        total: orders.total,
        buyerCompanyId: orders.buyerCompanyId,
        sellerCompanyId: orders.sellerCompanyId,
      },
      choseInvoice: sql<boolean>`${orders.invoice} is not null`,
      buyerName: buyers.name,
      sellerName: sellers.name,
      sellerTaxNo: sellers.creditCode,
      taxRates: sql<(number | null)[]>`
        (select coalesce(json_agg(distinct ${orderLines.taxRate}), '[]') from ${orderLines}
          where ${orderLines.orderId} = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(buyers, eq(buyers.id, orders.buyerCompanyId))
    .innerJoin(sellers, eq(sellers.id, orders.sellerCompanyId))
    .where(isOneOf(orders.id))
    .orderBy(asc(orders.id))
    .prepare('match_orders'),
)
const loadOrders = (db: Db, ids: number[]) => preparedOrders(db).execute({ ids })

const preparedLines = preparedOn((db) =>
  db
    .select({
      line: {
        id: paymentLines.id,
        orderId: paymentLines.orderId,
        seq: paymentLines.seq,
        name: paymentLines.name,
        amount: paymentLines.amount,
        paid: paymentLines.paid,
        refunded: paymentLines.refunded,
        status: paymentLines.status,
      },
      /** Refunds on their way; fen. */
      pendingRefund: sql<number>`
        (select coalesce(sum(${refunds.amount}), 0)::float8 from ${refunds}
          join ${paymentParts} on ${eq(paymentParts.id, refunds.partId)}
          where ${eq(refunds.orderId, paymentLines.orderId)} and ${eq(paymentParts.lineId, paymentLines.id)}
            and ${inArray(refunds.status, [...pendingRefundStatuses])})`,
      milestone: {
        name: orderMilestones.name,
        status: orderMilestones.status,
        acceptedAt: orderMilestones.acceptedAt,
      },
    })
    .from(paymentLines)
    .leftJoin(orderMilestones, eq(orderMilestones.paymentLineId, paymentLines.id))
    .where(isOneOf(paymentLines.orderId))
    .orderBy(asc(paymentLines.orderId), asc(paymentLines.seq))
    .prepare('match_lines'),
)
const loadLines = (db: Db, ids: number[]) => preparedLines(db).execute({ ids })

/** Submitted and confirmed payments of some orders, a row for each part. */
const preparedPayments = preparedOn((db) =>
  db
    .select({
      payment: {
        id: payments.id,
        paymentNo: payments.paymentNo,
        status: payments.status,
        method: payments.method,
      },
      part: {
        orderId: paymentParts.orderId,
        lineId: paymentParts.lineId,
        amount: paymentParts.amount,
        received: paymentParts.received,
      },
      voucher: { id: files.id, name: files.name, sha256: files.sha256 },
    })
    .from(paymentParts)
    .innerJoin(payments, eq(payments.id, paymentParts.paymentId))
    .leftJoin(files, eq(files.id, payments.voucherId))
    .where(and(isOneOf(paymentParts.orderId), inArray(payments.status, [...livePaymentStates])))
    .orderBy(asc(payments.id), asc(paymentParts.id))
    .prepare('match_payments'),
)
const loadPayments = (db: Db, ids: number[]) => preparedPayments(db).execute({ ids })

/** Submitted and confirmed payments with the vouchers of some payments, those included: a row for each pair of parties. */
async function loadVoucherTwins(db: Db, rows: readonly PaymentRow[]) {
  const hashes = [...new Set(rows.flatMap(({ voucher }) => voucher?.sha256 ?? []))]
  if (hashes.length === 0) return []
  const { buyerCompanyId, sellerCompanyId } = orders
  return db
    .selectDistinct({
      id: payments.id,
      paymentNo: payments.paymentNo,
      sha256: files.sha256,
      buyerCompanyId,
      sellerCompanyId,
    })
    .from(files)
    .innerJoin(payments, eq(payments.voucherId, files.id))
    .innerJoin(paymentParts, eq(paymentParts.paymentId, payments.id))
    .innerJoin(orders, eq(orders.id, paymentParts.orderId))
    .where(and(inArray(files.sha256, hashes), inArray(payments.status, [...livePaymentStates])))
}

/**
 * What an order is told of its duplicates, each once: the numbers of those between the same two companies; of others
 * only that there is one.
 */
function nameTwins<T extends Parties & { readonly id: number }>(
  order: Parties,
  twins: readonly T[],
  nameOf: (twin: T) => string,
  other: string,
): string[] {
  const names = [...Map.groupBy(twins, ({ id }) => id).values()].map((rows) => {
    const own = rows.find(
      ({ buyerCompanyId, sellerCompanyId }) =>
        buyerCompanyId === order.buyerCompanyId && sellerCompanyId === order.sellerCompanyId,
    )
    return own === undefined ? other : nameOf(own)
  })
  return [...new Set(names)]
}

function matchPayments(order: Parties, rows: readonly PaymentRow[], twins: readonly PaymentTwin[]): MatchPayment[] {
  return [...Map.groupBy(rows, ({ payment }) => payment.id).values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const { payment, voucher } = first
    const same = twins.filter(({ id, sha256 }) => id !== payment.id && sha256 === voucher?.sha256)
    return [
      {
        paymentId: payment.id,
        paymentNo: payment.paymentNo,
        status: payment.status,
        isTransfer: payment.method === 'bank',
        hasVoucher: voucher !== null,
        parts: parts.map(({ part: { lineId, amount, received } }) => ({ lineId, amount, received })),
        twins: nameTwins(order, same, ({ paymentNo }) => paymentNo, '另一订单的付款'),
      },
    ]
  })
}

const preparedInvoices = preparedOn((db) =>
  db
    .select({
      invoice: {
        id: invoices.id,
        orderId: invoices.orderId,
        status: invoices.status,
        invoiceNo: invoices.invoiceNo,
        amount: invoices.amount,
      },
      buyerTaxNo: sql<string>`${invoices.details} ->> 'taxNo'`,
      fields: invoiceFields,
      paper: { id: files.id, name: files.name, sha256: files.sha256 },
      /** By the supplier. */
      fixed: sql<Allocation[]>`
        (select coalesce(json_agg(json_build_object(
            'lineId', ${invoiceAllocations.lineId}, 'amount', ${invoiceAllocations.amount}
          ) order by ${invoiceAllocations.lineId}), '[]') from ${invoiceAllocations}
          where ${eq(invoiceAllocations.invoiceId, invoices.id)})`,
    })
    .from(invoices)
    .leftJoin(invoiceFields, eq(invoiceFields.invoiceId, invoices.id))
    .leftJoin(files, eq(files.id, invoices.fileId))
    .where(isOneOf(invoices.orderId))
    .orderBy(asc(invoices.id))
    .prepare('match_invoices'),
)
const loadInvoices = (db: Db, ids: number[]) => preparedInvoices(db).execute({ ids })

/**
 * Issued invoices with the number or the file of some invoices, those included. Only fully digital numbers identify an
 * invoice in the country; older ones are unique together with a code that is not recorded.
 */
async function loadInvoiceTwins(db: Db, rows: readonly InvoiceRow[]) {
  const issued = rows.filter(({ invoice }) => isInvoiceIssued(invoice.status))
  const numbers = [...new Set(issued.map(({ invoice }) => invoice.invoiceNo))].filter(isDigitalNumber)
  const hashes = [...new Set(issued.flatMap(({ paper }) => paper?.sha256 ?? []))]
  if (numbers.length === 0 && hashes.length === 0) return []
  const withNumber = db.select({ id: invoices.id }).from(invoices).where(inArray(invoices.invoiceNo, numbers))
  const withFile = db
    .select({ id: invoices.id })
    .from(twinPaper)
    .innerJoin(invoices, eq(invoices.fileId, twinPaper.id))
    .where(inArray(twinPaper.sha256, hashes))
  const { buyerCompanyId, sellerCompanyId } = orders
  return db
    .select({
      id: invoices.id,
      invoiceNo: invoices.invoiceNo,
      orderNo: orders.orderNo,
      sha256: files.sha256,
      buyerCompanyId,
      sellerCompanyId,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(files, eq(files.id, invoices.fileId))
    .where(and(inArray(invoices.id, union(withNumber, withFile)), eq(invoices.status, 'issued')))
}

function matchInvoice(
  order: Parties,
  { invoice, buyerTaxNo, fields, paper, fixed }: InvoiceRow,
  twins: readonly InvoiceTwin[],
): MatchInvoice {
  const { id: invoiceId, status, invoiceNo, amount } = invoice
  const same = twins.filter(
    (twin) =>
      twin.id !== invoiceId &&
      ((isDigitalNumber(invoiceNo) && twin.invoiceNo === invoiceNo) ||
        (paper !== null && twin.sha256 === paper.sha256)),
  )
  return {
    invoiceId,
    status,
    invoiceNo,
    amount,
    buyerTaxNo,
    fields: fields && { ...fields, number: invoiceNo },
    fixed,
    twins: nameTwins(order, same, (twin) => `${twin.invoiceNo}（订单 ${twin.orderNo}）`, '另一订单的发票'),
  }
}
