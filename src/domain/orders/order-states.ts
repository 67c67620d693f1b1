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
  'confirm' | 'decline' | 'start' | 'deliver' | 'requestChanges' | 'accept' | 'complete' | 'cancel' | 'dispute'
export type OrderActor = 'buyer' | 'seller' | 'both' | 'system' | 'operator'

/** Domain decisions, "Order": fulfilment. */
export const orderTransitions: Transitions<OrderStatus, OrderEvent, OrderActor> = [
  { from: ['pending_confirm'], event: 'confirm', actor: ['seller'], to: 'confirmed' },
  { from: ['pending_confirm'], event: 'decline', actor: ['seller'], to: 'declined' },
  { from: ['pending_confirm'], event: 'cancel', actor: ['buyer', 'system'], to: 'cancelled' },
  { from: ['confirmed', 'in_progress'], event: 'cancel', actor: ['both'], to: 'cancelled' },
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
]

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
