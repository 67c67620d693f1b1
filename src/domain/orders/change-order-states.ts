import type { Side } from '../sides.ts'
import { nextState, type StateLabel, type Transitions } from '../transition.ts'
import type { OrderSource, OrderStatus } from './order-states.ts'

/**
 * A change order is signed by its proposer when it is proposed. `applied`: the other side signed, and the order has the
 * new terms. `void`: the order ended before that.
 */
export const changeOrderStatuses = ['proposed', 'applied', 'declined', 'withdrawn', 'expired', 'void'] as const
export type ChangeOrderStatus = (typeof changeOrderStatuses)[number]
export type ChangeOrderEvent = 'sign' | 'decline' | 'withdraw' | 'expire' | 'void'
export type ChangeOrderActor = 'proposer' | 'other' | 'system'

export const changeOrderTransitions: Transitions<ChangeOrderStatus, ChangeOrderEvent, ChangeOrderActor> = [
  { from: ['proposed'], event: 'sign', actor: ['other'], to: 'applied' },
  { from: ['proposed'], event: 'decline', actor: ['other'], to: 'declined' },
  { from: ['proposed'], event: 'withdraw', actor: ['proposer'], to: 'withdrawn' },
  { from: ['proposed'], event: 'expire', actor: ['system'], to: 'expired' },
  { from: ['proposed'], event: 'void', actor: ['system'], to: 'void' },
]

/** Days in which the other side may sign. */
export const changeExpiryDays = { min: 3, max: 30, usual: 7 } as const

/** Maximum number of characters of what changes in the scope of work, and of the reason. */
export const maxScopeLength = 5_000
export const maxChangeReasonLength = 500

/** Changing orders: confirmed, not completed, not in a dispute. */
const runningStatuses: readonly OrderStatus[] = ['confirmed', 'in_progress', 'delivered', 'changes_requested']

/** Why an order takes no change order now; null = it does. The names are those of failures. */
export function changeBlocker(order: {
  readonly status: OrderStatus
  readonly source: OrderSource
}): 'changeGoods' | 'changeDisputed' | 'changeNotRunning' | null {
  if (order.source === 'cart') return 'changeGoods'
  if (order.status === 'disputed') return 'changeDisputed'
  return runningStatuses.includes(order.status) ? null : 'changeNotRunning'
}

/** Orders that may have a change order at all, now or later: the section is shown for them. */
export const hasChangeOrders = (order: { readonly status: OrderStatus; readonly source: OrderSource }): boolean =>
  order.source !== 'cart' && order.status !== 'pending_confirm'

/** Actions of a side on a change order. */
export const changeActions = ['sign', 'decline', 'withdraw'] as const
export type ChangeAction = (typeof changeActions)[number]

export const changeActorOf = (proposer: Side, side: Side): ChangeOrderActor =>
  proposer === side ? 'proposer' : 'other'

/** Actions a side may take now; signing waits while the order is in a dispute. Used for buttons and by the calls. */
export const allowedChangeActions = (
  order: { readonly status: OrderStatus; readonly source: OrderSource },
  change: { readonly status: ChangeOrderStatus; readonly side: Side },
  side: Side,
): ChangeAction[] =>
  changeActions.filter(
    (action) =>
      nextState(changeOrderTransitions, change.status, action, changeActorOf(change.side, side)) !== undefined &&
      (action !== 'sign' || changeBlocker(order) === null),
  )

export const isChangeProposed = (status: ChangeOrderStatus): boolean => status === 'proposed'
export const isChangeApplied = (status: ChangeOrderStatus): boolean => status === 'applied'

/** `act` for the side whose signature is missing. */
export function changeOrderLabel(status: ChangeOrderStatus, isProposer: boolean): StateLabel {
  switch (status) {
    case 'proposed':
      return isProposer ? { label: '待对方签署', tone: 'go' } : { label: '待您签署', tone: 'act' }
    case 'applied':
      return { label: '已签署生效', tone: 'good' }
    case 'declined':
      return { label: '已拒绝', tone: 'bad' }
    case 'withdrawn':
      return { label: '已撤回', tone: 'mute' }
    case 'expired':
      return { label: '已过期', tone: 'mute' }
    case 'void':
      return { label: '已失效', tone: 'mute' }
  }
}

/** Label for readers of neither side, and for papers. */
export const changeOrderStateText = (status: ChangeOrderStatus): string =>
  status === 'proposed' ? '待另一方签署' : changeOrderLabel(status, true).label

/** How a change order is named: 变更单 1; its paper is 补充协议 1. */
export const changeOrderName = (number: number): string => `变更单 ${number}`
export const supplementName = (number: number): string => `补充协议 ${number}`
