import type { StateLabel, Transitions } from '../transition.ts'

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

/** How far an order is paid, computed from its lines. `paid` is what stands with the supplier now; all in fen. */
export function paidShare(
  lines: readonly { readonly status: PaymentStatus; readonly amount: number; readonly paid: number }[],
): { paid: number; total: number; state: OrderPaymentState } {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const paid = lines.reduce((sum, line) => sum + line.paid, 0)
  const given = lines.some(({ status }) => status === 'refunded' || status === 'refund_pending')
  return { paid, total, state: paymentStateOf(paid, total, given) }
}

function paymentStateOf(paid: number, total: number, givenBack: boolean): OrderPaymentState {
  if (givenBack) return paid === 0 ? 'refunded' : 'part_refunded'
  if (paid === 0) return 'unpaid'
  if (paid > total) return 'overpaid'
  return paid < total ? 'part_paid' : 'paid'
}

export type PaymentEvent =
  'due' | 'submit' | 'confirm' | 'undo' | 'reject' | 'overdue' | 'refund' | 'refunded' | 'keep' | 'drop' | 'wait'

/**
 * How a line of the schedule moves. A rejected one may be paid again. `confirm` when it is paid whole, `keep` when a
 * refund leaves it paid whole. What came to nothing, or was given back before it was paid whole, is owed as before:
 * `drop` when it was due, `wait` when it was not yet.
 */
export const paymentTransitions: Transitions<PaymentStatus, PaymentEvent, 'buyer' | 'seller' | 'system'> = [
  { from: ['scheduled'], event: 'due', actor: ['system', 'seller'], to: 'due' },
  { from: ['scheduled', 'due', 'overdue', 'rejected'], event: 'submit', actor: ['buyer'], to: 'submitted' },
  {
    from: ['scheduled', 'due', 'submitted', 'overdue', 'rejected', 'refunded'],
    event: 'confirm',
    actor: ['seller', 'system'],
    to: 'confirmed',
  },
  // A receipt that was a mistake: its transfer waits for the right word.
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

/** One attempt to pay. `closed` by its payer, by its time, or by another attempt; money that comes late is booked all the same. */
export const paymentStates = ['open', 'submitted', 'confirmed', 'rejected', 'closed', 'undone'] as const
export type PaymentState = (typeof paymentStates)[number]
export const paymentAttempts: Transitions<
  PaymentState,
  'submit' | 'confirm' | 'undo' | 'reject' | 'close',
  'buyer' | 'seller' | 'system'
> = [
  { from: ['open'], event: 'submit', actor: ['buyer'], to: 'submitted' },
  // A transfer may have left the bank before its order ended: its payee may say so afterwards.
  { from: ['submitted', 'closed'], event: 'confirm', actor: ['seller'], to: 'confirmed' },
  { from: ['submitted'], event: 'reject', actor: ['seller'], to: 'rejected' },
  { from: ['open', 'closed'], event: 'confirm', actor: ['system'], to: 'confirmed' },
  { from: ['open', 'submitted'], event: 'close', actor: ['buyer', 'system'], to: 'closed' },
  // Another attempt with the same voucher takes its place.
  { from: ['confirmed'], event: 'undo', actor: ['seller'], to: 'undone' },
]
/** Until when a payee may take back that a transfer came in. */
export const undoneBefore = (confirmedAt: Date): Date => new Date(confirmedAt.getTime() + 24 * 3_600_000)
export const paymentStateLabels: Record<PaymentState, StateLabel> = {
  open: { label: '待支付', tone: 'act' },
  submitted: { label: '待核实', tone: 'go' },
  confirmed: { label: '已到账', tone: 'good' },
  rejected: { label: '未到账', tone: 'bad' },
  closed: { label: '已关闭', tone: 'mute' },
  undone: { label: '已撤销', tone: 'mute' },
}

export const refundStatuses = ['requested', 'pending', 'done', 'refused', 'withdrawn'] as const
export type RefundStatus = (typeof refundStatuses)[number]
export type RefundEvent = 'agree' | 'refuse' | 'withdraw' | 'done'
/** A transfer back is done on the supplier's word with its receipt; a gateway's on the gateway's. */
export const refundTransitions: Transitions<RefundStatus, RefundEvent, 'buyer' | 'seller' | 'system'> = [
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
