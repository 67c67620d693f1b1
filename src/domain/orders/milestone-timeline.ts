import { date } from '../time.ts'
import { shanghaiDaysBetween } from './deadlines.ts'
import { isMilestoneClosed, isMilestoneSkipped, type MilestoneStatus } from './milestone-states.ts'

/** Dates of a milestone, ISO 8601. */
export interface PlannedMilestone {
  readonly seq: number
  readonly name: string
  readonly status: MilestoneStatus
  readonly plannedAt: string
  readonly startedAt: string | null
  readonly deliveredAt: string | null
  readonly acceptedAt: string | null
}

/** Part of the time axis, in percent of its length. */
export interface TimelineBar {
  readonly left: number
  readonly width: number
}

export interface TimelineRow {
  readonly seq: number
  readonly name: string
  readonly status: MilestoneStatus
  readonly plan: TimelineBar
  /** From the start to the acceptance, or to now; null = not started. */
  readonly fact: TimelineBar | null
  /** Days behind the planned day, 0 = in time. */
  readonly lateDays: number
}

export interface MilestoneTimeline {
  readonly rows: readonly TimelineRow[]
  /** First days of months, at most eight. */
  readonly months: readonly { readonly label: string; readonly left: number }[]
  /** Place of now; null = outside of the axis. */
  readonly today: number | null
}

const maxMonths = 8

/**
 * Days by which a milestone is behind its planned day: by its last delivery, or by now while nothing waits for
 * acceptance; one that a ruling completed without a delivery stays where it was then.
 */
export function milestoneDelay({ status, plannedAt, deliveredAt, acceptedAt }: PlannedMilestone, now: string): number {
  if (isMilestoneSkipped(status)) return 0
  const isDelivered = deliveredAt !== null && status !== 'changes_requested'
  return Math.max(
    0,
    shanghaiDaysBetween(new Date(plannedAt), new Date(isDelivered ? deliveredAt : (acceptedAt ?? now))),
  )
}

/** Plan and fact of milestones on one time axis, which begins with the order's confirmation (or its making). */
export function milestoneTimeline(
  milestones: readonly PlannedMilestone[],
  begin: string,
  now: string,
): MilestoneTimeline {
  const facts = milestones.flatMap((milestone) => {
    const end = factEnd(milestone, now)
    return milestone.startedAt === null || end === null ? [] : [milestone.startedAt, end]
  })
  const moments = [begin, ...milestones.map(({ plannedAt }) => plannedAt), ...facts].map((at) => Date.parse(at))
  const [from, to] = [Math.min(...moments), Math.max(...moments)]
  const length = Math.max(1, to - from)
  const place = (at: string) => ((Date.parse(at) - from) / length) * 100
  const bar = (start: string, end: string): TimelineBar => {
    const left = Math.min(99, Math.max(0, place(start)))
    return { left, width: Math.min(100 - left, Math.max(1, place(end) - left)) }
  }
  const rows = milestones.map((milestone, index): TimelineRow => {
    const { seq, name, status, plannedAt, startedAt } = milestone
    const before = milestones[index - 1]?.plannedAt ?? begin
    const end = factEnd(milestone, now)
    return {
      seq,
      name,
      status,
      plan: bar(Date.parse(before) < Date.parse(plannedAt) ? before : begin, plannedAt),
      fact: startedAt === null || end === null ? null : bar(startedAt, end),
      lateDays: milestoneDelay(milestone, now),
    }
  })
  const today = place(now)
  return { rows, months: monthsBetween(from, to), today: today < 0 || today > 100 ? null : today }
}

/** End of the work as far as it is known; null = skipped. */
const factEnd = ({ status, acceptedAt }: PlannedMilestone, now: string): string | null =>
  acceptedAt ?? (isMilestoneClosed(status) ? null : now)

function monthsBetween(from: number, to: number): MilestoneTimeline['months'] {
  const firsts: string[] = []
  const [year = 0, month = 0] = date(new Date(from).toISOString()).split('-').map(Number)
  for (let at = 1; ; at += 1) {
    const first = new Date(Date.UTC(year, month - 1 + at, 1)).toISOString().slice(0, 10)
    if (Date.parse(`${first}T00:00:00+08:00`) > to) break
    firsts.push(first)
  }
  const step = Math.max(1, Math.ceil(firsts.length / maxMonths))
  return firsts
    .filter((_first, index) => index % step === 0)
    .map((first) => ({
      label: first.endsWith('-01-01') ? first.slice(0, 7) : `${Number(first.slice(5, 7))} 月`,
      left: ((Date.parse(`${first}T00:00:00+08:00`) - from) / Math.max(1, to - from)) * 100,
    }))
}
