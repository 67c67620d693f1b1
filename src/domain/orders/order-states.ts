import type { StateLabel, Transitions } from '../transition.ts'

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
export type OrderActor = 'buyer' | 'seller' | 'both' | 'system' | 'operator'

/** What an order was made from: goods, and services with them; a service alone; an offer. */
export const orderSources = ['cart', 'service', 'demand'] as const
export type OrderSource = (typeof orderSources)[number]

type OrderTransitions = Transitions<OrderStatus, OrderEvent, OrderActor>

/**
 * Domain decisions, "Order": fulfilment. `both` is a step that one side asks for and the other agrees to. Without its
 * first payment an order ends by itself, confirmed or not: the stock it holds is not held for nothing.
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

/** Goods lie in the warehouse: they are sent as soon as the order is confirmed, there is nothing to begin. */
const goodsTransitions: OrderTransitions = [
  ...orderTransitions.filter(({ event }) => event !== 'start'),
  { from: ['confirmed'], event: 'deliver', actor: ['seller'], to: 'delivered' },
]

/** The table that an order of a source moves by. */
export const transitionsOf = (source: OrderSource): OrderTransitions =>
  source === 'cart' ? goodsTransitions : orderTransitions

/** Orders that came to nothing. A completed one stays payable until it is paid. */
export const endedStatuses = ['declined', 'cancelled'] as const satisfies readonly OrderStatus[]
export const isEnded = (status: OrderStatus): boolean => endedStatuses.some((ended) => ended === status)

/** `act` is for the person looking: the same order is `act` for one side and `mute` or `go` for the other. */
export function orderLabel(status: OrderStatus, side: 'buyer' | 'seller'): StateLabel {
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
