import type { OrderStatus } from './order-states.ts'
import type { PaymentStatus } from './payment-states.ts'

/** Why a payment line cannot be paid now. */
export const barriers = ['ended', 'unconfirmed', 'submitted', 'refund', 'paid'] as const
export type Barrier = (typeof barriers)[number]

export const barrierWords: Readonly<Record<Barrier, string>> = {
  ended: '订单已结束',
  unconfirmed: '供应商确认后可付',
  submitted: '已付款，等待确认',
  refund: '退款处理中',
  paid: '已付清',
}

const payableStatuses = ['scheduled', 'due', 'overdue', 'rejected'] as const satisfies PaymentStatus[]
const isPayable = (status: PaymentStatus): boolean => payableStatuses.some((one) => one === status)

/** An order that came to nothing: what is paid for it goes back. */
export const comesToNothing = (status: OrderStatus): boolean => status === 'declined' || status === 'cancelled'

/**
 * What keeps a line from being paid; null = it can be. Goods and services are paid before their supplier confirms them,
 * an order of a demand only afterwards; what is not yet due may be paid ahead.
 */
export function barrierOf(
  order: { readonly status: OrderStatus; readonly source: 'cart' | 'service' | 'demand' },
  line: { readonly status: PaymentStatus; readonly amount: number; readonly paid: number },
): Barrier | null {
  if (line.status === 'submitted') return 'submitted'
  if (line.status === 'refund_pending' || line.status === 'refunded') return 'refund'
  if (line.status === 'confirmed' || line.paid >= line.amount || !isPayable(line.status)) return 'paid'
  if (comesToNothing(order.status)) return 'ended'
  return order.source === 'demand' && order.status === 'pending_confirm' ? 'unconfirmed' : null
}
