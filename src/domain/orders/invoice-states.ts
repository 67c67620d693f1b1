import type { StateLabel, Transitions } from '../transition.ts'
import type { OrderStatus } from './order-states.ts'
import type { Side } from '../sides.ts'

export const invoiceStatuses = ['requested', 'issued', 'red_reversed', 'rejected', 'withdrawn'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export type InvoiceEvent = 'issue' | 'reject' | 'reverse' | 'withdraw'

/** Domain decisions, "Order": invoices. Reversed or rejected amounts may be requested again. */
export const invoiceTransitions: Transitions<InvoiceStatus, InvoiceEvent, Side> = [
  { from: ['requested'], event: 'issue', actor: ['seller'], to: 'issued' },
  { from: ['requested'], event: 'reject', actor: ['seller'], to: 'rejected' },
  { from: ['requested'], event: 'withdraw', actor: ['buyer'], to: 'withdrawn' },
  { from: ['issued'], event: 'reverse', actor: ['seller'], to: 'red_reversed' },
]
/** `act` is the supplier's turn; for the buyer the same invoice is on its way. */
export function invoiceLabel(status: InvoiceStatus, side: Side): StateLabel {
  switch (status) {
    case 'requested':
      return { label: '待开票', tone: side === 'seller' ? 'act' : 'go' }
    case 'issued':
      return { label: '已开票', tone: 'good' }
    case 'red_reversed':
      return { label: '已红冲', tone: 'mute' }
    case 'rejected':
      return { label: '已驳回', tone: 'bad' }
    case 'withdrawn':
      return { label: '已撤回', tone: 'mute' }
  }
}
export const invoiceKindLabels = { normal: '增值税普通发票', special: '增值税专用发票' } as const

/** Labels of invoice events. */
export const invoiceEventLabels: Readonly<Record<InvoiceEvent | 'request', string>> = {
  request: '申请开票',
  issue: '开具发票',
  reject: '驳回申请',
  withdraw: '撤回申请',
  reverse: '红冲发票',
}

/** Invoices require an order confirmed by the supplier. */
const isInvoiceable = (status: OrderStatus): boolean => status !== 'pending_confirm' && status !== 'declined'

/** Sums of an order in fen. `pendingRefund` is agreed and not yet refunded. */
export interface InvoicedSums {
  readonly total: number
  readonly paid: number
  readonly pendingRefund: number
  readonly requested: number
  readonly issued: number
}

/** Amount that may be invoiced: paid and not refunded, at most the order total. */
const retainedAmount = ({ total, paid, pendingRefund }: InvoicedSums): number =>
  Math.max(0, Math.min(total, paid - pendingRefund))

/** Amount that may still be requested: paid, not issued and not requested. */
export const invoiceableAmount = (sums: InvoicedSums, status: OrderStatus): number =>
  isInvoiceable(status) ? Math.max(0, retainedAmount(sums) - sums.requested - sums.issued) : 0

/** Whether an invoice of an amount may be issued now: a refund may have followed the request. */
export const canIssueInvoice = (sums: InvoicedSums, amount: number, status: OrderStatus): boolean =>
  isInvoiceable(status) && sums.issued + amount <= retainedAmount(sums)

/** Amount issued beyond the paid amount: to be reversed after a refund. */
export const overIssuedAmount = (sums: InvoicedSums): number => Math.max(0, sums.issued - retainedAmount(sums))

export const isInvoiceRequested = (status: InvoiceStatus | null | undefined): status is 'requested' =>
  status === 'requested'
export const isInvoiceIssued = (status: InvoiceStatus | null | undefined): status is 'issued' => status === 'issued'
export const isInvoiceRejected = (status: InvoiceStatus | null | undefined): status is 'rejected' =>
  status === 'rejected'
export const isInvoiceReversed = (status: InvoiceStatus | null | undefined): status is 'red_reversed' =>
  status === 'red_reversed'
/** The buyer wants or wanted the invoice. */
export const isInvoiceWanted = (status: InvoiceStatus): boolean => status !== 'withdrawn' && status !== 'rejected'
/** The supplier can act on it: issue or reject, later reverse. */
export const isInvoiceActive = (status: InvoiceStatus): boolean => status === 'requested' || status === 'issued'
