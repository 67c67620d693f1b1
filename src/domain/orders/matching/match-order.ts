import { yuan } from '../../money.ts'
import { isInvoiceIssued, type InvoiceStatus } from '../invoice-states.ts'
import type { MilestoneStatus } from '../milestone-states.ts'
import type { OrderStatus } from '../order-states.ts'
import { isPaymentLive, type PaymentState, type PaymentStatus } from '../payment-states.ts'
import { taxRateText } from '../tax-rates.ts'
import { allocateInvoices, type Allocation } from './allocate-invoices.ts'
import { comparableText, type InvoiceFields } from './invoice-fields.ts'
import type { FoundException } from './exceptions.ts'

/** A payment of the schedule. Amounts in fen. */
export interface MatchLine {
  readonly lineId: number
  readonly seq: number
  readonly name: string
  readonly amount: number
  /** Received minus refunds. */
  readonly paid: number
  readonly refunded: number
  /** Refunds that were agreed to and not carried out yet. */
  readonly pendingRefund: number
  readonly status: PaymentStatus
  /** The stage it is paid for; null = a payment without a stage. */
  readonly milestone: {
    readonly name: string
    readonly status: MilestoneStatus
    /** ISO 8601 */
    readonly acceptedAt: string | null
  } | null
}

/** A payment attempt, with its parts for this order. */
export interface MatchPayment {
  readonly paymentId: number
  readonly paymentNo: string
  readonly status: PaymentState
  readonly isTransfer: boolean
  readonly hasVoucher: boolean
  readonly parts: readonly { readonly lineId: number; readonly amount: number; readonly received: number }[]
  /** Other submitted or confirmed payments with the same voucher: their numbers, as far as both sides may know them. */
  readonly twins: readonly string[]
}

export interface MatchInvoice {
  readonly invoiceId: number
  readonly status: InvoiceStatus
  readonly invoiceNo: string
  /** Requested amount. */
  readonly amount: number
  /** Buyer's tax number as requested. */
  readonly buyerTaxNo: string
  /** Confirmed by the supplier; null = not entered. */
  readonly fields: InvoiceFields | null
  /** Allocated by the supplier; empty = by the rule of `allocateInvoices`. */
  readonly fixed: readonly Allocation[]
  /** Other issued invoices with the same number or file: their numbers, as far as both sides may know them. */
  readonly twins: readonly string[]
}

/** Everything the match of an order depends on; neither the time nor the order of the lists counts. */
export interface MatchFacts {
  readonly status: OrderStatus
  /** The buyer chose an invoice with the order, or requested one. */
  readonly wantsInvoice: boolean
  /** '' = not known, not compared. */
  readonly sellerTaxNo: string
  /** Agreed rate, basis points; null = not stated, or several. */
  readonly taxRate: number | null
  readonly lines: readonly MatchLine[]
  readonly payments: readonly MatchPayment[]
  readonly invoices: readonly MatchInvoice[]
}

export const acceptanceStates = ['accepted', 'waiting', 'notRequired', 'skipped'] as const
export type AcceptanceState = (typeof acceptanceStates)[number]

/** The four sides of one payment. Amounts in fen. */
export interface LineMatch {
  readonly lineId: number
  readonly name: string
  readonly amount: number
  readonly acceptance: { readonly state: AcceptanceState; readonly name: string; readonly acceptedAt: string | null }
  readonly payment: {
    readonly status: PaymentStatus
    readonly paid: number
    readonly refunded: number
    readonly pendingRefund: number
  }
  /** Transfers with a voucher and gateway payments: submitted or confirmed amounts. */
  readonly voucher: { readonly submitted: number; readonly confirmed: number; readonly paymentNos: readonly string[] }
  readonly invoice: { readonly issued: number; readonly invoiceNos: readonly string[] }
  /**
   * Nothing is open: accepted as far as required, paid or settled by a refund, and invoiced where an invoice is wanted.
   * Vouchers do not count: a transfer may be confirmed without one.
   */
  readonly isMatched: boolean
}

export interface OrderMatch {
  readonly lines: readonly LineMatch[]
  readonly exceptions: readonly FoundException[]
  /** Sums of the lines; fen. */
  readonly sums: {
    readonly amount: number
    readonly accepted: number
    readonly paid: number
    readonly vouched: number
    readonly invoiced: number
  }
  /** Invoiced and not allocated to any payment; fen. */
  readonly unallocated: number
  readonly allocations: readonly (Allocation & { readonly invoiceId: number })[]
}

const isAscending = <T extends { readonly seq: number }>(a: T, b: T) => a.seq - b.seq
const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** What stays paid after the refunds that are on their way. */
const retainedOf = ({ paid, pendingRefund }: MatchLine): number => Math.max(0, paid - pendingRefund)

/** Nothing more is owed on the line: refunded in part or whole, or its stage is not carried out. */
const isSettledByRefund = ({ status }: MatchLine): boolean =>
  status === 'refunded' || status === 'part_refunded' || status === 'refund_pending' || status === 'skipped'

function acceptanceOf({ milestone, status }: MatchLine, order: OrderStatus): LineMatch['acceptance'] {
  const of = (state: AcceptanceState) => ({
    state,
    name: milestone?.name ?? '',
    acceptedAt: milestone?.acceptedAt ?? null,
  })
  if (status === 'skipped' || milestone?.status === 'skipped') return of('skipped')
  if (milestone !== null) return of(milestone.status === 'accepted' ? 'accepted' : 'waiting')
  return of(order === 'completed' ? 'accepted' : 'notRequired')
}

const totalOf = ({ fields, amount }: MatchInvoice): number => fields?.total ?? amount

/**
 * Matches acceptance, payment, voucher and invoice of an order by payment line. Pure: equal facts give equal results, in
 * whatever order they happened or are listed.
 */
export function matchOrder(facts: MatchFacts): OrderMatch {
  const lines = facts.lines.toSorted(isAscending)
  const payments = facts.payments
    .filter(({ status }) => isPaymentLive(status))
    .toSorted((a, b) => a.paymentId - b.paymentId)
  const invoices = facts.invoices
    .filter(({ status }) => isInvoiceIssued(status))
    .toSorted((a, b) => a.invoiceId - b.invoiceId)
  const { allocations, unallocated } = allocateInvoices(
    lines.map((line) => ({ lineId: line.lineId, seq: line.seq, amount: line.amount, retained: retainedOf(line) })),
    invoices.map((invoice) => ({
      invoiceId: invoice.invoiceId,
      order: `${invoice.fields?.issuedOn ?? ''} ${invoice.invoiceNo}`,
      total: totalOf(invoice),
      fixed: invoice.fixed,
    })),
  )
  const numbers = new Map(invoices.map(({ invoiceId, invoiceNo }) => [invoiceId, invoiceNo]))
  const matched = lines.map((line): LineMatch => {
    const own = allocations.filter(({ lineId }) => lineId === line.lineId)
    const acceptance = acceptanceOf(line, facts.status)
    const voucher = voucherOf(line, payments)
    const issued = sumOf(own.map(({ amount }) => amount))
    const { status, paid, refunded, pendingRefund } = line
    const isPaid = isSettledByRefund(line) ? pendingRefund === 0 : paid === line.amount
    return {
      lineId: line.lineId,
      name: line.name,
      amount: line.amount,
      acceptance,
      payment: { status, paid, refunded, pendingRefund },
      voucher,
      invoice: { issued, invoiceNos: own.map(({ invoiceId }) => numbers.get(invoiceId) ?? '') },
      isMatched: isPaid && acceptance.state !== 'waiting' && (!facts.wantsInvoice || issued === retainedOf(line)),
    }
  })
  const exceptions = [
    ...lines.flatMap((line, at) => lineExceptions(line, matched[at], facts)),
    ...invoices.flatMap((invoice) => invoiceExceptions(invoice, facts)),
    ...beyondPaid(unallocated),
    ...payments.flatMap(paymentExceptions),
  ]
  return {
    lines: matched,
    exceptions: exceptions.toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    sums: {
      amount: sumOf(lines.map(({ amount }) => amount)),
      accepted: sumOf(matched.map(({ acceptance, amount }) => (acceptance.state === 'accepted' ? amount : 0))),
      paid: sumOf(lines.map(({ paid }) => paid)),
      vouched: sumOf(matched.map(({ voucher }) => voucher.confirmed)),
      invoiced: sumOf(invoices.map(totalOf)),
    },
    unallocated,
    allocations,
  }
}

function voucherOf({ lineId }: MatchLine, payments: readonly MatchPayment[]): LineMatch['voucher'] {
  const own = payments.flatMap((payment) =>
    payment.hasVoucher || !payment.isTransfer
      ? payment.parts.filter((part) => part.lineId === lineId).map((part) => ({ payment, part }))
      : [],
  )
  return {
    submitted: sumOf(own.map(({ payment, part }) => (payment.status === 'submitted' ? part.amount : 0))),
    confirmed: sumOf(own.map(({ payment, part }) => (payment.status === 'confirmed' ? part.received : 0))),
    paymentNos: own.map(({ payment }) => payment.paymentNo),
  }
}

function lineExceptions(line: MatchLine, match: LineMatch | undefined, facts: MatchFacts): FoundException[] {
  if (match === undefined) return []
  const { lineId } = line
  const found = (kind: FoundException['kind'], severity: FoundException['severity'], amount: number, detail = '') =>
    amount > 0 ? [{ key: `${kind}:line:${lineId}`, kind, severity, lineId, amount, detail }] : []
  const isOver = facts.status === 'cancelled' || facts.status === 'declined'
  const isAccepted = match.acceptance.state === 'accepted'
  const retained = retainedOf(line)
  const owed = isAccepted && !isOver && !isSettledByRefund(line) ? line.amount - line.paid : 0
  const isLate = line.status === 'overdue' || line.status === 'rejected'
  const early = match.acceptance.state === 'waiting' ? retained : 0
  const uninvoiced = retained - match.invoice.issued
  // No other day is agreed for invoices: until then one may still be asked for and issued.
  const isInvoiceDue = facts.wantsInvoice && (facts.status === 'completed' || isAccepted)
  const surplus = line.status === 'skipped' ? 0 : line.paid - line.amount
  return [
    ...found('acceptedUnpaid', isLate ? 'high' : 'low', owed),
    ...found('paidNotAccepted', isOver ? 'high' : 'low', early),
    ...found('paidNotInvoiced', 'high', isInvoiceDue ? uninvoiced : 0),
    ...found('invoicedBeyondPaid', 'high', -uninvoiced),
    ...found('amountsDiffer', 'high', surplus, `应付 ¥${yuan(line.amount)}，实付 ¥${yuan(line.paid)}`),
  ]
}

/** What was invoiced beyond all payments. */
const beyondPaid = (unallocated: number): FoundException[] =>
  unallocated > 0
    ? [
        {
          key: 'invoicedBeyondPaid:order',
          kind: 'invoicedBeyondPaid',
          severity: 'high',
          lineId: null,
          amount: unallocated,
          detail: '',
        },
      ]
    : []

const isOtherTaxNo = (one: string, other: string): boolean =>
  one !== '' && other !== '' && comparableText(one) !== comparableText(other)

function invoiceExceptions(invoice: MatchInvoice, { sellerTaxNo, taxRate }: MatchFacts): FoundException[] {
  const { invoiceId, invoiceNo, fields, twins } = invoice
  const found = (kind: FoundException['kind'], part: string, amount: number, detail: string): FoundException => ({
    key: `${kind}:${part}:${invoiceId}`,
    kind,
    severity: 'high',
    lineId: null,
    amount,
    detail: `发票 ${invoiceNo}：${detail}`,
  })
  const twice =
    twins.length === 0
      ? []
      : [found('invoiceTwice', 'invoice', totalOf(invoice), `号码或文件同时用于 ${twins.toSorted().join('、')}`)]
  if (fields === null) return twice
  const { buyerTaxNo, amount, tax, total } = fields
  return [
    ...twice,
    ...(isOtherTaxNo(buyerTaxNo, invoice.buyerTaxNo)
      ? [found('wrongTaxNo', 'buyer', 0, `购买方税号 ${buyerTaxNo}，应为 ${invoice.buyerTaxNo}`)]
      : []),
    ...(isOtherTaxNo(fields.sellerTaxNo, sellerTaxNo)
      ? [found('wrongTaxNo', 'seller', 0, `销售方税号 ${fields.sellerTaxNo}，应为 ${sellerTaxNo}`)]
      : []),
    ...(fields.taxRate !== null && taxRate !== null && fields.taxRate !== taxRate
      ? [found('taxRateDiffers', 'invoice', 0, `税率 ${taxRateText(fields.taxRate)}，约定 ${taxRateText(taxRate)}`)]
      : []),
    ...(total === invoice.amount
      ? []
      : [
          found(
            'amountsDiffer',
            'request',
            Math.abs(total - invoice.amount),
            `价税合计 ¥${yuan(total)}，申请 ¥${yuan(invoice.amount)}`,
          ),
        ]),
    ...(amount + tax === total
      ? []
      : [
          found(
            'amountsDiffer',
            'sum',
            Math.abs(amount + tax - total),
            `金额与税额合计 ¥${yuan(amount + tax)}，价税合计 ¥${yuan(total)}`,
          ),
        ]),
  ]
}

function paymentExceptions({ paymentId, paymentNo, status, parts, twins, isTransfer }: MatchPayment): FoundException[] {
  const [asked, received] = [sumOf(parts.map(({ amount }) => amount)), sumOf(parts.map((part) => part.received))]
  const twice: FoundException[] =
    twins.length === 0
      ? []
      : [
          {
            key: `voucherTwice:payment:${paymentId}`,
            kind: 'voucherTwice',
            severity: 'high',
            lineId: null,
            amount: asked,
            detail: `付款 ${paymentNo} 的凭证同时用于 ${twins.toSorted().join('、')}`,
          },
        ]
  const differs: FoundException[] =
    status === 'confirmed' && isTransfer && received !== asked
      ? [
          {
            key: `amountsDiffer:payment:${paymentId}`,
            kind: 'amountsDiffer',
            severity: received < asked ? 'high' : 'low',
            lineId: null,
            amount: Math.abs(received - asked),
            detail: `付款 ${paymentNo}：凭证 ¥${yuan(asked)}，到账 ¥${yuan(received)}`,
          },
        ]
      : []
  return [...twice, ...differs]
}
