import type { StateLabel } from '../../transition.ts'

/** Groups of payments that are still to be made. `undated` ones fall due with an acceptance. */
export const dueGroups = ['overdue', 'week', 'month', 'later', 'undated', 'submitted'] as const
export type DueGroup = (typeof dueGroups)[number]

export const dueGroupLabels: Readonly<Record<DueGroup, StateLabel>> = {
  overdue: { label: '已逾期', tone: 'bad' },
  week: { label: '7 天内', tone: 'act' },
  month: { label: '30 天内', tone: 'go' },
  later: { label: '30 天后', tone: 'mute' },
  undated: { label: '随验收到期', tone: 'mute' },
  submitted: { label: '待核实', tone: 'go' },
}

/** Days ahead of the first two groups. */
export const dueDays = { week: 7, month: 30 } as const
/** Months ahead that the calendar of payments shows. */
export const dueMonths = 12
