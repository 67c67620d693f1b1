import type { StateLabel, Transitions } from '../transition.ts'
import type { Side } from '../sides.ts'

export const orderStatuses = [
  'pending_confirm',
  'confirmed',
  'in_progress',
  'delivered',
  'changes_requested',
  'completed',
  'declined',
  'cancelled',
  'disputed',
] as const
export type OrderStatus = (typeof orderStatuses)[number]
export type OrderEvent =
  | 'confirm'
  | 'decline'
  | 'start'
  | 'deliver'
  | 'requestChanges'
  | 'accept'
  | 'complete'
  | 'cancel'
  | 'dispute'
  | 'resume'
export type OrderActor = Side | 'both' | 'system' | 'operator'

/** What an order was made from: goods, and services with them; a service alone; an offer. */
export const orderSources = ['cart', 'service', 'demand'] as const
export type OrderSource = (typeof orderSources)[number]

type OrderTransitions = Transitions<OrderStatus, OrderEvent, OrderActor>

/**
 * Domain decisions, "Order": fulfilment. `both` is a step requested by one side and agreed by the other. Orders without
 * a first payment are cancelled by the system, confirmed or not, so that stock is not reserved forever.
 */
export const orderTransitions: OrderTransitions = [
  { from: ['pending_confirm'], event: 'confirm', actor: ['seller'], to: 'confirmed' },
  { from: ['pending_confirm'], event: 'decline', actor: ['seller'], to: 'declined' },
  { from: ['pending_confirm'], event: 'cancel', actor: ['buyer', 'system'], to: 'cancelled' },
  { from: ['confirmed'], event: 'cancel', actor: ['system'], to: 'cancelled' },
  {
    from: ['confirmed', 'in_progress', 'delivered', 'changes_requested'],
    event: 'cancel',
    actor: ['both'],
    to: 'cancelled',
  },
  { from: ['confirmed'], event: 'start', actor: ['seller'], to: 'in_progress' },
  { from: ['in_progress', 'changes_requested'], event: 'deliver', actor: ['seller'], to: 'delivered' },
  { from: ['delivered'], event: 'requestChanges', actor: ['buyer'], to: 'changes_requested' },
  { from: ['delivered'], event: 'accept', actor: ['buyer'], to: 'completed' },
  { from: ['delivered'], event: 'complete', actor: ['system'], to: 'completed' },
  // Both sides agreed to skip the stages that were left: nothing remains to be accepted.
  {
    from: ['in_progress', 'delivered', 'changes_requested'],
    event: 'complete',
    actor: ['both'],
    to: 'completed',
  },
  {
    from: ['confirmed', 'in_progress', 'delivered', 'changes_requested'],
    event: 'dispute',
    actor: ['buyer', 'seller'],
    to: 'disputed',
  },
  // How the platform ends a dispute.
  { from: ['disputed'], event: 'resume', actor: ['operator'], to: 'in_progress' },
  { from: ['disputed'], event: 'complete', actor: ['operator'], to: 'completed' },
  { from: ['disputed'], event: 'cancel', actor: ['operator', 'both'], to: 'cancelled' },
]

/** Goods are sent after confirmation, without a `start` step. */
const goodsTransitions: OrderTransitions = [
  ...orderTransitions.filter(({ event }) => event !== 'start'),
  { from: ['confirmed'], event: 'deliver', actor: ['seller'], to: 'delivered' },
]

/** Transition table of an order source. */
export const orderTransitionsFor = (source: OrderSource): OrderTransitions =>
  source === 'cart' ? goodsTransitions : orderTransitions

/** Declined and cancelled orders: payments are refunded. Completed orders stay payable. */
export const endedStatuses = ['declined', 'cancelled'] as const satisfies readonly OrderStatus[]
export const isEnded = (status: OrderStatus): boolean => endedStatuses.some((ended) => ended === status)

/** `act` is for the side that has to act; the other side gets `mute` or `go`. */
export function orderLabel(status: OrderStatus, side: Side): StateLabel {
  const buyer = side === 'buyer'
  switch (status) {
    case 'pending_confirm':
      return { label: '待确认', tone: buyer ? 'mute' : 'act' }
    case 'confirmed':
      return { label: '已确认', tone: 'go' }
    case 'in_progress':
      return { label: '进行中', tone: 'go' }
    case 'delivered':
      return { label: '待验收', tone: buyer ? 'act' : 'mute' }
    case 'changes_requested':
      return { label: '待修改', tone: buyer ? 'mute' : 'act' }
    case 'completed':
      return { label: '已完成', tone: 'good' }
    case 'declined':
      return { label: '已拒单', tone: 'bad' }
    case 'cancelled':
      return { label: '已取消', tone: 'mute' }
    case 'disputed':
      return { label: '争议中', tone: 'bad' }
  }
}

export const isAwaitingConfirmation = (status: OrderStatus | null | undefined): status is 'pending_confirm' =>
  status === 'pending_confirm'
export const isOrderConfirmed = (status: OrderStatus | null | undefined): status is 'confirmed' =>
  status === 'confirmed'
export const isAwaitingAcceptance = (status: OrderStatus | null | undefined): status is 'delivered' =>
  status === 'delivered'
export const areChangesRequested = (status: OrderStatus | null | undefined): status is 'changes_requested' =>
  status === 'changes_requested'
export const isOrderCompleted = (status: OrderStatus | null | undefined): status is 'completed' =>
  status === 'completed'
export const isOrderDeclined = (status: OrderStatus | null | undefined): status is 'declined' => status === 'declined'
export const isOrderDisputed = (status: OrderStatus | null | undefined): status is 'disputed' => status === 'disputed'
/** Nothing more happens to the order itself: completed, declined or cancelled. */
export const isOrderClosed = (status: OrderStatus): boolean => status === 'completed' || isEnded(status)
/** States in which the supplier works on the order. */
export const workingStatuses = [
  'confirmed',
  'in_progress',
  'changes_requested',
] as const satisfies readonly OrderStatus[]
export const isInWork = (status: OrderStatus): boolean => workingStatuses.some((working) => working === status)
/** States in which the supplier still has to deliver; with stages, until each was delivered once. */
export const undeliveredStatuses = [...workingStatuses, 'delivered'] as const satisfies readonly OrderStatus[]
/** A recorded step that leaves a dispute: without a company, the platform took it. */
export const leavesDispute = (fromStatus: string): boolean => fromStatus === 'disputed'
