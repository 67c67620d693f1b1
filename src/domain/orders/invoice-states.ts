import type { StateLabel, Transitions } from '../transition.ts'
import type { OrderStatus } from './order-states.ts'

export const invoiceStatuses = ['requested', 'issued', 'red_reversed', 'rejected', 'withdrawn'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]
export type InvoiceEvent = 'issue' | 'reject' | 'reverse' | 'withdraw'

/** Domain decisions, "Order": invoices. What was reversed or rejected may be asked for anew. */
export const invoiceTransitions: Transitions<InvoiceStatus, InvoiceEvent, 'buyer' | 'seller'> = [
  { from: ['requested'], event: 'issue', actor: ['seller'], to: 'issued' },
  { from: ['requested'], event: 'reject', actor: ['seller'], to: 'rejected' },
  { from: ['requested'], event: 'withdraw', actor: ['buyer'], to: 'withdrawn' },
  { from: ['issued'], event: 'reverse', actor: ['seller'], to: 'red_reversed' },
]
/** `act` is the supplier's turn; for the buyer the same invoice is on its way. */
export function invoiceLabel(status: InvoiceStatus, side: 'buyer' | 'seller'): StateLabel {
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

/** What happened to an invoice, in words. */
export const invoiceEventWords: Readonly<Record<InvoiceEvent | 'request', string>> = {
  request: '申请开票',
  issue: '开具发票',
  reject: '驳回申请',
  withdraw: '撤回申请',
  reverse: '红冲发票',
}

/** Invoices are for work that was taken on: not before the supplier's word, and not after a refusal. */
const invoicedFrom = (status: OrderStatus): boolean => status !== 'pending_confirm' && status !== 'declined'

/** Sums of an order in fen. `leaving` is what was agreed to go back and has not gone yet. */
export interface InvoicedSums {
  readonly total: number
  readonly paid: number
  readonly leaving: number
  readonly requested: number
  readonly issued: number
}

/** What may be invoiced at all: what was paid and stays, never more than the order. An overpayment goes back. */
const staying = ({ total, paid, leaving }: InvoicedSums): number => Math.max(0, Math.min(total, paid - leaving))

/** What may still be asked for: paid and neither issued nor asked for. */
export const openToInvoice = (sums: InvoicedSums, status: OrderStatus): number =>
  invoicedFrom(status) ? Math.max(0, staying(sums) - sums.requested - sums.issued) : 0

/** Whether an invoice of so much may be issued now: a refund may have come since it was asked for. */
export const mayIssue = (sums: InvoicedSums, amount: number, status: OrderStatus): boolean =>
  invoicedFrom(status) && sums.issued + amount <= staying(sums)

/** What was issued beyond what stays paid: to be reversed after a refund. */
export const issuedTooMuch = (sums: InvoicedSums): number => Math.max(0, sums.issued - staying(sums))
