import type { StateLabel, Transitions } from '../transition.ts'
import type { Side } from '../sides.ts'

export const paymentStatuses = [
  'scheduled',
  'due',
  'submitted',
  'confirmed',
  'rejected',
  'overdue',
  'refund_pending',
  'refunded',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
export const paymentLabels: Record<PaymentStatus, StateLabel> = {
  scheduled: { label: '未到期', tone: 'mute' },
  due: { label: '待付款', tone: 'act' },
  submitted: { label: '待核实', tone: 'go' },
  confirmed: { label: '已确认', tone: 'good' },
  rejected: { label: '已驳回', tone: 'bad' },
  overdue: { label: '已逾期', tone: 'bad' },
  refund_pending: { label: '退款中', tone: 'go' },
  refunded: { label: '已退款', tone: 'mute' },
}

export const orderPaymentStates = ['unpaid', 'part_paid', 'paid', 'overpaid', 'part_refunded', 'refunded'] as const
export type OrderPaymentState = (typeof orderPaymentStates)[number]

/** Paid amount and payment state of an order from its lines; fen, refunds deducted. */
export function paidShare(
  lines: readonly { readonly status: PaymentStatus; readonly amount: number; readonly paid: number }[],
): { paid: number; total: number; state: OrderPaymentState } {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const paid = lines.reduce((sum, line) => sum + line.paid, 0)
  const hasRefunds = lines.some(({ status }) => status === 'refunded' || status === 'refund_pending')
  return { paid, total, state: paymentStateOf(paid, total, hasRefunds) }
}

function paymentStateOf(paid: number, total: number, hasRefunds: boolean): OrderPaymentState {
  if (hasRefunds) return paid === 0 ? 'refunded' : 'part_refunded'
  if (paid === 0) return 'unpaid'
  if (paid > total) return 'overpaid'
  return paid < total ? 'part_paid' : 'paid'
}

export type PaymentEvent =
  'due' | 'submit' | 'confirm' | 'undo' | 'reject' | 'overdue' | 'refund' | 'refunded' | 'keep' | 'drop' | 'wait'

/**
 * Transitions of a schedule line. Rejected lines may be paid again. `confirm`: fully paid; `keep`: still fully paid
 * after a refund. After a failed payment or a refund of a partial one: `drop` back to due, `wait` back to scheduled.
 */
export const paymentTransitions: Transitions<PaymentStatus, PaymentEvent, Side | 'system'> = [
  { from: ['scheduled'], event: 'due', actor: ['system', 'seller'], to: 'due' },
  { from: ['scheduled', 'due', 'overdue', 'rejected'], event: 'submit', actor: ['buyer'], to: 'submitted' },
  {
    from: ['scheduled', 'due', 'submitted', 'overdue', 'rejected', 'refunded'],
    event: 'confirm',
    actor: ['seller', 'system'],
    to: 'confirmed',
  },
  // Reversed receipt: the transfer waits for verification again.
  { from: ['scheduled', 'due', 'overdue', 'confirmed'], event: 'undo', actor: ['seller'], to: 'submitted' },
  { from: ['submitted'], event: 'reject', actor: ['seller'], to: 'rejected' },
  { from: ['submitted', 'refund_pending'], event: 'drop', actor: ['buyer', 'seller', 'system'], to: 'due' },
  { from: ['submitted', 'refund_pending'], event: 'wait', actor: ['buyer', 'seller', 'system'], to: 'scheduled' },
  { from: ['due', 'rejected'], event: 'overdue', actor: ['system'], to: 'overdue' },
  {
    from: ['confirmed', 'scheduled', 'due', 'overdue', 'rejected', 'refunded'],
    event: 'refund',
    actor: ['seller', 'system'],
    to: 'refund_pending',
  },
  { from: ['refund_pending'], event: 'refunded', actor: ['seller', 'system'], to: 'refunded' },
  { from: ['refund_pending'], event: 'keep', actor: ['seller', 'system'], to: 'confirmed' },
]

/** States of a payment attempt. `closed` by payer, timeout or another attempt; late receipts are still booked. */
export const paymentStates = ['open', 'submitted', 'confirmed', 'rejected', 'closed', 'undone'] as const
export type PaymentState = (typeof paymentStates)[number]
export const paymentAttemptTransitions: Transitions<
  PaymentState,
  'submit' | 'confirm' | 'undo' | 'reject' | 'close',
  Side | 'system'
> = [
  { from: ['open'], event: 'submit', actor: ['buyer'], to: 'submitted' },
  // A transfer may have been sent before its order ended: the payee may confirm it afterwards.
  { from: ['submitted', 'closed'], event: 'confirm', actor: ['seller'], to: 'confirmed' },
  { from: ['submitted'], event: 'reject', actor: ['seller'], to: 'rejected' },
  { from: ['open', 'closed'], event: 'confirm', actor: ['system'], to: 'confirmed' },
  { from: ['open', 'submitted'], event: 'close', actor: ['buyer', 'system'], to: 'closed' },
  // Another attempt with the same voucher takes its place.
  { from: ['confirmed'], event: 'undo', actor: ['seller'], to: 'undone' },
]
/** Deadline for reversing a confirmed receipt. */
export const reversalDeadline = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + 24 * 3_600_000)
export const paymentStateLabels: Record<PaymentState, StateLabel> = {
  open: { label: '待付款', tone: 'act' },
  submitted: { label: '待核实', tone: 'go' },
  confirmed: { label: '已到账', tone: 'good' },
  rejected: { label: '未到账', tone: 'bad' },
  closed: { label: '已关闭', tone: 'mute' },
  undone: { label: '已撤销', tone: 'mute' },
}

export const refundStatuses = ['requested', 'pending', 'done', 'refused', 'withdrawn'] as const
export type RefundStatus = (typeof refundStatuses)[number]
export type RefundEvent = 'agree' | 'refuse' | 'withdraw' | 'done'
/** Transfer refunds are completed by the supplier with a voucher, gateway refunds by the gateway. */
export const refundTransitions: Transitions<RefundStatus, RefundEvent, Side | 'system'> = [
  { from: ['requested'], event: 'agree', actor: ['seller'], to: 'pending' },
  { from: ['requested'], event: 'refuse', actor: ['seller'], to: 'refused' },
  { from: ['requested'], event: 'withdraw', actor: ['buyer', 'system'], to: 'withdrawn' },
  { from: ['pending'], event: 'done', actor: ['seller', 'system'], to: 'done' },
]
export const refundLabels: Record<RefundStatus, StateLabel> = {
  requested: { label: '待供应商同意', tone: 'act' },
  pending: { label: '退款中', tone: 'go' },
  done: { label: '已退款', tone: 'good' },
  refused: { label: '已拒绝', tone: 'bad' },
  withdrawn: { label: '已撤回', tone: 'mute' },
}

export const isPaymentOpen = (status: PaymentState | null | undefined): status is 'open' => status === 'open'
export const isPaymentSubmitted = (status: PaymentState | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isPaymentConfirmed = (status: PaymentState | null | undefined): status is 'confirmed' =>
  status === 'confirmed'
export const isPaymentRejected = (status: PaymentState | null | undefined): status is 'rejected' =>
  status === 'rejected'
export const isPaymentClosed = (status: PaymentState | null | undefined): status is 'closed' => status === 'closed'
export const isPaymentUndone = (status: PaymentState | null | undefined): status is 'undone' => status === 'undone'

export const isRefundRequested = (status: RefundStatus | null | undefined): status is 'requested' =>
  status === 'requested'
export const isRefundPending = (status: RefundStatus | null | undefined): status is 'pending' => status === 'pending'
export const isRefundRefused = (status: RefundStatus | null | undefined): status is 'refused' => status === 'refused'

export const isLineScheduled = (status: PaymentStatus | null | undefined): status is 'scheduled' =>
  status === 'scheduled'
export const isLineSubmitted = (status: PaymentStatus | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isLineConfirmed = (status: PaymentStatus | null | undefined): status is 'confirmed' =>
  status === 'confirmed'
export const isLineRejected = (status: PaymentStatus | null | undefined): status is 'rejected' => status === 'rejected'
export const isLineRefundPending = (status: PaymentStatus | null | undefined): status is 'refund_pending' =>
  status === 'refund_pending'
