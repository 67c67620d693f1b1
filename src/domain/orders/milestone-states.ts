import { nextState, type StateLabel, type Transitions } from '../transition.ts'
import type { OrderStatus } from './order-states.ts'
import type { Side } from '../sides.ts'

export const milestoneStatuses = [
  'planned',
  'in_work',
  'delivered',
  'changes_requested',
  'accepted',
  'skipped',
] as const
export type MilestoneStatus = (typeof milestoneStatuses)[number]
export type MilestoneEvent = 'start' | 'deliver' | 'requestChanges' | 'accept' | 'complete' | 'skip'
type MilestoneActor = Side | 'both' | 'system' | 'operator'

/**
 * Transitions of a milestone. `complete` is a ruling of the platform that the order counts as fulfilled. `skip` is
 * agreed by both sides with a change of the order.
 */
export const milestoneTransitions: Transitions<MilestoneStatus, MilestoneEvent, MilestoneActor> = [
  { from: ['planned'], event: 'start', actor: ['seller'], to: 'in_work' },
  { from: ['in_work', 'changes_requested'], event: 'deliver', actor: ['seller'], to: 'delivered' },
  { from: ['delivered'], event: 'requestChanges', actor: ['buyer'], to: 'changes_requested' },
  { from: ['delivered'], event: 'accept', actor: ['buyer', 'system'], to: 'accepted' },
  {
    from: ['planned', 'in_work', 'delivered', 'changes_requested'],
    event: 'complete',
    actor: ['operator'],
    to: 'accepted',
  },
  {
    from: ['planned', 'in_work', 'delivered', 'changes_requested'],
    event: 'skip',
    actor: ['both'],
    to: 'skipped',
  },
]

/** Actions of a side on a milestone. */
export const milestoneActions = ['start', 'deliver', 'accept', 'requestChanges'] as const
export type MilestoneAction = (typeof milestoneActions)[number]

/** States of an order in which its milestones move; not while it waits for the supplier, is disputed, or ended. */
const movingStatuses: readonly OrderStatus[] = ['confirmed', 'in_progress', 'delivered', 'changes_requested']

/** Actions a side may take on a milestone now; used for buttons and by the calls. */
export const allowedMilestoneActions = (
  order: OrderStatus,
  milestone: MilestoneStatus,
  side: Side,
): MilestoneAction[] =>
  movingStatuses.includes(order)
    ? milestoneActions.filter((action) => nextState(milestoneTransitions, milestone, action, side) !== undefined)
    : []

/** Milestone fields that decide the status of its order. */
interface MilestoneSituation {
  readonly status: MilestoneStatus
  /** Last delivery. */
  readonly deliveredAt: Date | null
}

/** Status of a started order with stages, and since when the oldest delivery waits for acceptance. */
interface StagedOrderState {
  readonly status: Extract<OrderStatus, 'in_progress' | 'delivered' | 'changes_requested' | 'completed'>
  readonly deliveredAt: Date | null
}

/**
 * The one place that derives the status of an order from its milestones: a milestone that waits for acceptance comes
 * first, then requested changes, then work; an order whose milestones are all accepted or skipped is completed.
 */
export function stagedOrderState(milestones: readonly MilestoneSituation[]): StagedOrderState {
  const waiting = milestones.flatMap(({ status, deliveredAt }) =>
    status === 'delivered' && deliveredAt !== null ? [deliveredAt.getTime()] : [],
  )
  if (waiting.length > 0) return { status: 'delivered', deliveredAt: new Date(Math.min(...waiting)) }
  if (milestones.some(({ status }) => status === 'changes_requested'))
    return { status: 'changes_requested', deliveredAt: null }
  const isDone = milestones.length > 0 && milestones.every(({ status }) => isMilestoneClosed(status))
  return { status: isDone ? 'completed' : 'in_progress', deliveredAt: null }
}

/** Whether every stage was delivered at least once: the promised day of the order is compared with that moment. */
export const areAllDelivered = (milestones: readonly Pick<MilestoneSituation, 'status'>[]): boolean =>
  milestones.every(({ status }) => status !== 'planned' && status !== 'in_work')

/** Nothing more happens to the milestone. */
export const isMilestoneClosed = (status: MilestoneStatus): boolean => status === 'accepted' || status === 'skipped'
export const isMilestoneAccepted = (status: MilestoneStatus): boolean => status === 'accepted'
export const isMilestoneSkipped = (status: MilestoneStatus): boolean => status === 'skipped'
export const isMilestoneDelivered = (status: MilestoneStatus): boolean => status === 'delivered'

/** `act` is for the side that has to act. */
export function milestoneLabel(status: MilestoneStatus, side: Side): StateLabel {
  const buyer = side === 'buyer'
  switch (status) {
    case 'planned':
      return { label: '待开工', tone: 'mute' }
    case 'in_work':
      return { label: '进行中', tone: 'go' }
    case 'delivered':
      return { label: '待验收', tone: buyer ? 'act' : 'mute' }
    case 'changes_requested':
      return { label: '待修改', tone: buyer ? 'mute' : 'act' }
    case 'accepted':
      return { label: '已验收', tone: 'good' }
    case 'skipped':
      return { label: '不再执行', tone: 'mute' }
  }
}

/** How a milestone is named in notices and histories: 里程碑 2“中期报告”. */
export const milestoneName = ({ seq, name }: { readonly seq: number; readonly name: string }): string =>
  `里程碑 ${seq}“${name}”`
