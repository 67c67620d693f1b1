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
  'part_refunded',
  'refunded',
  'skipped',
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
  part_refunded: { label: '部分退款', tone: 'mute' },
  refunded: { label: '已退款', tone: 'mute' },
  skipped: { label: '无需付款', tone: 'mute' },
}

export const orderPaymentStates = ['unpaid', 'part_paid', 'paid', 'overpaid', 'part_refunded', 'refunded'] as const
export type OrderPaymentState = (typeof orderPaymentStates)[number]

/** Paid amount and payment state of an order from its lines; fen, refunds deducted. */
export function paidShare(
  lines: readonly { readonly status: PaymentStatus; readonly amount: number; readonly paid: number }[],
): { paid: number; total: number; state: OrderPaymentState } {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const paid = lines.reduce((sum, line) => sum + line.paid, 0)
  const hasRefunds = lines.some(({ status }) => isLineRefunded(status) || isLineRefundPending(status))
  return { paid, total, state: paymentStateOf(paid, total, hasRefunds) }
}

/** What is still to be paid; a line that was refunded is not owed again; fen. */
export const openAmount = (
  lines: readonly { readonly status: PaymentStatus; readonly amount: number; readonly paid: number }[],
): number =>
  lines.reduce((sum, { status, amount, paid }) => sum + (isLineRefunded(status) ? 0 : Math.max(0, amount - paid)), 0)

function paymentStateOf(paid: number, total: number, hasRefunds: boolean): OrderPaymentState {
  if (hasRefunds) return paid === 0 ? 'refunded' : 'part_refunded'
  if (paid === 0) return 'unpaid'
  if (paid > total) return 'overpaid'
  return paid < total ? 'part_paid' : 'paid'
}

export type PaymentEvent =
  | 'due'
  | 'submit'
  | 'confirm'
  | 'undo'
  | 'reject'
  | 'overdue'
  | 'extend'
  | 'refund'
  | 'partRefunded'
  | 'refunded'
  | 'skip'
  | 'keep'
  | 'drop'
  | 'wait'

/**
 * Transitions of a schedule line. Rejected lines may be paid again. `confirm`: fully paid; `keep`: still fully paid
 * after a refund; `partRefunded`: a part stays paid, and the rest is not owed again; `skip`: its stage is not carried out,
 * and nothing stays paid. After a failed payment or a refund of a partial one: `drop` back to due, `wait` back to
 * scheduled.
 */
export const paymentTransitions: Transitions<PaymentStatus, PaymentEvent, Side | 'system'> = [
  { from: ['scheduled'], event: 'due', actor: ['system', 'seller'], to: 'due' },
  { from: ['scheduled', 'due', 'overdue', 'rejected'], event: 'submit', actor: ['buyer'], to: 'submitted' },
  {
    from: ['scheduled', 'due', 'submitted', 'overdue', 'rejected', 'part_refunded', 'refunded'],
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
  // A later due date that both sides agreed on.
  { from: ['overdue'], event: 'extend', actor: ['system'], to: 'due' },
  {
    from: ['confirmed', 'scheduled', 'due', 'overdue', 'rejected', 'part_refunded', 'refunded'],
    event: 'refund',
    actor: ['seller', 'system'],
    to: 'refund_pending',
  },
  { from: ['refund_pending'], event: 'partRefunded', actor: ['seller', 'system'], to: 'part_refunded' },
  { from: ['refund_pending'], event: 'refunded', actor: ['seller', 'system'], to: 'refunded' },
  {
    from: ['scheduled', 'due', 'overdue', 'rejected', 'refund_pending', 'part_refunded', 'refunded'],
    event: 'skip',
    actor: ['system'],
    to: 'skipped',
  },
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
/** Payment attempts that count: waiting for the payee, or received. */
export const livePaymentStates = ['submitted', 'confirmed'] as const satisfies readonly PaymentState[]
export const isPaymentLive = (state: PaymentState): boolean => livePaymentStates.some((each) => each === state)
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

export const refundStatuses = ['pending', 'sent', 'done'] as const
export type RefundStatus = (typeof refundStatuses)[number]
export type RefundEvent = 'send' | 'deny' | 'receive' | 'done'
/**
 * Gateway refunds are completed by the gateway. A transfer back is sent by the supplier with a voucher and completed
 * when the buyer confirms it, or by time; `deny`: the buyer did not receive it.
 */
export const refundTransitions: Transitions<RefundStatus, RefundEvent, Side | 'system'> = [
  { from: ['pending'], event: 'send', actor: ['seller'], to: 'sent' },
  { from: ['sent'], event: 'deny', actor: ['buyer'], to: 'pending' },
  { from: ['sent'], event: 'receive', actor: ['buyer', 'system'], to: 'done' },
  { from: ['pending'], event: 'done', actor: ['system'], to: 'done' },
]
export const refundLabels: Record<RefundStatus, StateLabel> = {
  pending: { label: '退款中', tone: 'go' },
  sent: { label: '待买家确认收款', tone: 'act' },
  done: { label: '已退款', tone: 'good' },
}
/** Refunds on their way: agreed and not yet booked. */
export const pendingRefundStatuses = ['pending', 'sent'] as const satisfies readonly RefundStatus[]

export const isPaymentOpen = (status: PaymentState | null | undefined): status is 'open' => status === 'open'
export const isPaymentSubmitted = (status: PaymentState | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isPaymentConfirmed = (status: PaymentState | null | undefined): status is 'confirmed' =>
  status === 'confirmed'
export const isPaymentRejected = (status: PaymentState | null | undefined): status is 'rejected' =>
  status === 'rejected'
export const isPaymentClosed = (status: PaymentState | null | undefined): status is 'closed' => status === 'closed'
export const isPaymentUndone = (status: PaymentState | null | undefined): status is 'undone' => status === 'undone'

export const isRefundPending = (status: RefundStatus | null | undefined): status is 'pending' => status === 'pending'
export const isRefundSent = (status: RefundStatus | null | undefined): status is 'sent' => status === 'sent'
export const isRefundDone = (status: RefundStatus | null | undefined): status is 'done' => status === 'done'

export const isLineScheduled = (status: PaymentStatus | null | undefined): status is 'scheduled' =>
  status === 'scheduled'
export const isLineSubmitted = (status: PaymentStatus | null | undefined): status is 'submitted' =>
  status === 'submitted'
export const isLineConfirmed = (status: PaymentStatus | null | undefined): status is 'confirmed' =>
  status === 'confirmed'
export const isLineRejected = (status: PaymentStatus | null | undefined): status is 'rejected' => status === 'rejected'
/** Refunded, whole or in part: the rest is not owed again. */
export const isLineRefunded = (status: PaymentStatus | null | undefined): status is 'refunded' | 'part_refunded' =>
  status === 'refunded' || status === 'part_refunded'
export const isLineSkipped = (status: PaymentStatus | null | undefined): status is 'skipped' => status === 'skipped'
export const isLineRefundPending = (status: PaymentStatus | null | undefined): status is 'refund_pending' =>
  status === 'refund_pending'
