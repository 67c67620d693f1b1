import { nextState, allowedEvents } from '../transition.ts'
import { milestoneActions } from './milestone-states.ts'
import { isEnded, isOrderDisputed, orderTransitionsFor, type OrderSource, type OrderStatus } from './order-states.ts'
import type { PaymentStatus } from './payment-states.ts'
import type { Side } from '../sides.ts'

/** Actions of a side. `cancel` ends an unconfirmed order; afterwards it requests cancellation. */
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
/** Order fields that decide which actions are allowed. */
interface OrderSituation {
  readonly status: OrderStatus
  readonly source: OrderSource
  /** Side with an open cancellation request. */
  readonly cancellationRequestedBy: Side | null
}

/** Whether cancelling requires the agreement of both sides. */
export const needsMutualCancellation = ({ status, source }: OrderSituation): boolean =>
  nextState(orderTransitionsFor(source), status, 'cancel', 'both') !== undefined

/** Actions a side may take now; used for buttons and by the calls. */
export function allowedOrderActions(order: OrderSituation, side: Side): OrderAction[] {
  const own: readonly string[] = allowedEvents(orderTransitionsFor(order.source), order.status, side)
  const cancellation = cancellationActions(order, side)
  return orderActions.filter((action) => own.includes(action) || cancellation.includes(action))
}

/** Actions that an order with stages takes milestone by milestone. */
const actionsOfMilestones: readonly OrderAction[] = milestoneActions
/** Actions of an order with stages itself; the others are those of its milestones. */
export const stepsBesideMilestones = (actions: readonly OrderAction[]): OrderAction[] =>
  actions.filter((action) => !actionsOfMilestones.includes(action))

function cancellationActions(order: OrderSituation, side: Side): readonly OrderAction[] {
  if (!needsMutualCancellation(order)) return []
  if (order.cancellationRequestedBy === null) return ['cancel']
  return order.cancellationRequestedBy === side ? ['dropCancel'] : ['agreeCancel', 'refuseCancel']
}

/** Statuses of lines that are due. */
export const owedStatuses = ['due', 'rejected', 'overdue'] as const satisfies readonly PaymentStatus[]

/** Whether an order has a due payment. */
export const canPay = (
  status: OrderStatus,
  lines: readonly { readonly status: PaymentStatus; readonly amount: number; readonly paid: number }[],
): boolean =>
  !isEnded(status) && lines.some((line) => owedStatuses.some((owed) => owed === line.status) && line.paid < line.amount)

/** Whether the buyer is asked to pay a due payment: not while the order is in dispute. */
export const isPaymentAsked = (order: { readonly canPay: boolean; readonly status: OrderStatus }): boolean =>
  order.canPay && !isOrderDisputed(order.status)
