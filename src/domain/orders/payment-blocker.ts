import { isEnded, type OrderStatus } from './order-states.ts'
import { isLineRefunded, isLineRefundPending, isLineSkipped, type PaymentStatus } from './payment-states.ts'

/** Why a payment line cannot be paid now. */
export const paymentBlockers = ['ended', 'unconfirmed', 'submitted', 'refund', 'skipped', 'paid'] as const
export type PaymentBlocker = (typeof paymentBlockers)[number]

export const paymentBlockerLabels: Readonly<Record<PaymentBlocker, string>> = {
  ended: '订单已结束',
  unconfirmed: '供应商确认后可付',
  submitted: '已付款，等待确认',
  refund: '退款处理中',
  skipped: '无需付款',
  paid: '已付清',
}

const payableStatuses = ['scheduled', 'due', 'overdue', 'rejected'] as const satisfies PaymentStatus[]
const isPayable = (status: PaymentStatus): boolean => payableStatuses.some((one) => one === status)

/**
 * Reason why a line cannot be paid; null = payable. Orders from demands are payable after confirmation only; scheduled
 * lines may be paid early.
 */
export function paymentBlocker(
  order: { readonly status: OrderStatus; readonly source: 'cart' | 'service' | 'demand' },
  line: { readonly status: PaymentStatus; readonly amount: number; readonly paid: number },
): PaymentBlocker | null {
  if (line.status === 'submitted') return 'submitted'
  if (isLineRefundPending(line.status) || isLineRefunded(line.status)) return 'refund'
  if (isLineSkipped(line.status)) return 'skipped'
  if (line.status === 'confirmed' || line.paid >= line.amount || !isPayable(line.status)) return 'paid'
  if (isEnded(order.status)) return 'ended'
  return order.source === 'demand' && order.status === 'pending_confirm' ? 'unconfirmed' : null
}

/** Lines to pay next: all due ones, else the first payable one of each order. */
export function selectDueLines<
  L extends { readonly orderId: number; readonly status: PaymentStatus; readonly blocker: PaymentBlocker | null },
>(lines: readonly L[]): L[] {
  const payable = lines.filter(({ blocker }) => blocker === null)
  const due = payable.filter(({ status }) => status !== 'scheduled')
  return due.length > 0
    ? due
    : payable.filter((line, at) => payable.findIndex(({ orderId }) => orderId === line.orderId) === at)
}
