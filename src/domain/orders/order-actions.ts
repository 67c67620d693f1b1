import { next, steps } from '../transition.ts'
import { isEnded, transitionsOf, type OrderSource, type OrderStatus } from './order-states.ts'
import type { PaymentStatus } from './payment-states.ts'

/** What a side of an order can do. `cancel` ends an order that waits, and asks the other side afterwards. */
export const orderActions = [
  'confirm',
  'decline',
  'start',
  'deliver',
  'accept',
  'requestChanges',
  'agreeCancel',
  'refuseCancel',
  'dropCancel',
  'cancel',
  'dispute',
] as const
export type OrderAction = (typeof orderActions)[number]
type Side = 'buyer' | 'seller'

/** What decides about it. */
interface OrderPlace {
  readonly status: OrderStatus
  readonly source: OrderSource
  /** Who asked to cancel and waits for the other's word. */
  readonly cancelWantedBy: Side | null
}

/** Whether an order ends only with the word of both. */
export const endsByBoth = ({ status, source }: OrderPlace): boolean =>
  next(transitionsOf(source), status, 'cancel', 'both') !== undefined

/** What one side may do now: the buttons of its page and what its calls let through. */
export function actionsOf(order: OrderPlace, side: Side): OrderAction[] {
  const own: readonly string[] = steps(transitionsOf(order.source), order.status, side)
  const wishes = wishActions(order, side)
  return orderActions.filter((action) => own.includes(action) || wishes.includes(action))
}

function wishActions(order: OrderPlace, side: Side): readonly OrderAction[] {
  if (!endsByBoth(order)) return []
  if (order.cancelWantedBy === null) return ['cancel']
  return order.cancelWantedBy === side ? ['dropCancel'] : ['agreeCancel', 'refuseCancel']
}

/** Lines that are owed now. */
export const owedStatuses = ['due', 'rejected', 'overdue'] as const satisfies readonly PaymentStatus[]

/** Whether something of an order is to be paid now. */
export const canPay = (
  status: OrderStatus,
  lines: readonly { readonly status: PaymentStatus; readonly amount: number; readonly paid: number }[],
): boolean =>
  !isEnded(status) && lines.some((line) => owedStatuses.some((owed) => owed === line.status) && line.paid < line.amount)
