import { endOfDay } from '../../domain/orders/deadlines.ts'
import {
  areAllDelivered,
  milestoneName,
  milestoneTransitions,
  stagedOrderState,
  type MilestoneStatus,
} from '../../domain/orders/milestone-states.ts'
import { date } from '../../domain/time.ts'
import { nextState } from '../../domain/transition.ts'
import type { Side } from '../../domain/sides.ts'
import type { Award } from './build-demands.ts'
import type { Calendar } from './calendar.ts'
import type { StagedPayment } from './data/demands.ts'

interface SideStep {
  readonly event: string
  readonly to: string
  readonly at: Date
  readonly side: Side
  readonly reason: string
}

/** A delivery of a milestone; `milestone` is its index within the order. */
export interface StageDelivery {
  readonly milestone: number
  readonly orderId: number
  readonly milestoneId: number
  readonly seq: number
  readonly note: string
  readonly createdAt: Date
  readonly verdict: 'accepted' | 'changes' | null
  readonly reason: string
  readonly answeredAt: Date | null
}

interface StageState {
  /** Index of its payment. */
  readonly line: number
  readonly name: string
  readonly deliverables: string
  readonly plannedAt: Date
  readonly steps: SideStep[]
  status: MilestoneStatus
  startedAt: Date | null
  deliveredAt: Date | null
  acceptedAt: Date | null
}

/** Columns of an order that follow from its deliveries. */
interface Delivered {
  firstDeliveredAt: Date | null
  deliveredAt: Date | null
  completedAt: Date | null
}

/** What an order with stages went through, by the tables of the domain. */
export interface StageCourse {
  /** Columns of the order. */
  readonly columns: Readonly<Delivered> & { readonly confirmedAt: Date; readonly promisedAt: Date }
  readonly orderSteps: readonly SideStep[]
  readonly milestones: readonly StageState[]
  readonly deliveries: readonly Omit<StageDelivery, 'orderId' | 'milestoneId'>[]
}

const day = 86_400_000
const eventsOfOrder = {
  start: 'startMilestone',
  deliver: 'deliverMilestone',
  requestChanges: 'requestMilestoneChanges',
  accept: 'acceptMilestone',
} as const
/** Steps of one day follow each other: an acceptance comes before the start of the next stage. */
const clocks = { start: '16:05', deliver: '15:20', requestChanges: '11:40', accept: '10:15' } as const

interface StagedDraft {
  readonly stages?: readonly StagedPayment[] | undefined
  readonly award?: Award
}

/** Course of an order with stages from its confirmation until today; null for other orders. */
export function stageCourse(
  { stages, award }: StagedDraft,
  confirmedAt: Date | undefined,
  days: Calendar,
): StageCourse | null {
  if (stages === undefined || award === undefined || confirmedAt === undefined) return null
  const planned = award.version.milestones
  const milestones = stages.flatMap(({ name, deliverables }, line): StageState[] => {
    if (deliverables === '') return []
    const plannedAt = endOfDay(
      date(new Date(confirmedAt.getTime() + (planned[line]?.dueDays ?? 0) * day).toISOString()),
    )
    const moments = { startedAt: null, deliveredAt: null, acceptedAt: null }
    return [{ line, name, deliverables, plannedAt, steps: [], status: 'planned', ...moments }]
  })
  const steps = stages
    .filter(({ deliverables }) => deliverables !== '')
    .flatMap((stage, index) =>
      stage.steps.map(([event, on, note = '']) => ({ index, event, note, at: days.at(on, clocks[event]) })),
    )
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const orderSteps: SideStep[] = [{ event: 'confirm', to: 'confirmed', at: confirmedAt, side: 'seller', reason: '' }]
  const deliveries: StageCourse['deliveries'][number][] = []
  const columns: Delivered = { firstDeliveredAt: null, deliveredAt: null, completedAt: null }
  for (const { index, event, note, at } of steps) {
    const milestone = milestones[index]
    if (milestone === undefined) continue
    const side = event === 'start' || event === 'deliver' ? 'seller' : 'buyer'
    const to = nextState(milestoneTransitions, milestone.status, event, side)
    if (to === undefined) throw new Error(`${milestone.name} cannot ${event}`)
    milestone.status = to
    if (event === 'start') milestone.startedAt = at
    if (event === 'deliver') milestone.deliveredAt = at
    if (event === 'accept') milestone.acceptedAt = at
    const reason = event === 'requestChanges' ? note : ''
    milestone.steps.push({ event, to, at, side, reason })
    answer(deliveries, index, event, at, reason)
    if (event === 'deliver') {
      const seq = deliveries.length + 1
      const open = { verdict: null, reason: '', answeredAt: null }
      deliveries.push({ milestone: index, seq, note, createdAt: at, ...open })
      if (areAllDelivered(milestones)) columns.firstDeliveredAt ??= at
    }
    const state = stagedOrderState(milestones)
    const completes = state.status === 'completed'
    if (completes) columns.completedAt = at
    else columns.deliveredAt = state.deliveredAt
    if (completes) columns.deliveredAt = milestone.deliveredAt
    const name = milestoneName({ seq: index + 1, name: milestone.name })
    orderSteps.push({
      event: orderSteps.length === 1 ? 'start' : completes ? 'accept' : eventsOfOrder[event],
      to: state.status,
      at,
      side,
      reason: reason === '' ? name : `${name}：${reason}`,
    })
  }
  const promisedAt = milestones.at(-1)?.plannedAt ?? confirmedAt
  return { columns: { confirmedAt, promisedAt, ...columns }, orderSteps, milestones, deliveries }
}

/** The buyer's answer to the newest delivery of a milestone. */
function answer(
  deliveries: StageCourse['deliveries'][number][],
  milestone: number,
  event: string,
  at: Date,
  reason: string,
): void {
  const verdict = event === 'accept' ? 'accepted' : event === 'requestChanges' ? 'changes' : null
  const index = deliveries.findLastIndex((delivery) => delivery.milestone === milestone)
  const open = deliveries[index]
  if (verdict === null || open === undefined) return
  deliveries[index] = { ...open, verdict, reason, answeredAt: at }
}
