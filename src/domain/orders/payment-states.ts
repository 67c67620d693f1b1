import type { StateLabel } from '../transition.ts'

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

/** How far an order is paid, computed from its lines. Amounts in fen. */
export function paidShare(lines: readonly { status: PaymentStatus; amount: number }[]): {
  paid: number
  total: number
  state: 'unpaid' | 'part_paid' | 'paid' | 'refunded'
} {
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const paid = lines.filter((line) => line.status === 'confirmed').reduce((sum, line) => sum + line.amount, 0)
  const refunded = lines.length > 0 && lines.every((line) => line.status === 'refunded')
  const state = refunded ? 'refunded' : paid === 0 ? 'unpaid' : paid < total ? 'part_paid' : 'paid'
  return { paid, total, state }
}
