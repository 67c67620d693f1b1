import { monthNow, shiftMonth } from '../../operations/report-months.ts'

/** Months that statistics can cover at once, and how far they reach back. */
export const maxStatisticsMonths = 36
/** Months shown at first: a year with the current one. */
const usualMonths = 12

/** Whole months in Shanghai, both inclusive: `2026-01`. */
export interface MonthRange {
  readonly from: string
  readonly until: string
}

/** The last months up to the current one. */
export const lastMonths = (count: number): MonthRange => ({
  from: shiftMonth(monthNow(), 1 - count),
  until: monthNow(),
})
export const usualRange = (): MonthRange => lastMonths(usualMonths)
/** The current year up to now. */
export const thisYear = (): MonthRange => ({ from: `${monthNow().slice(0, 4)}-01`, until: monthNow() })

/** Periods offered as one click. */
export const rangePresets = [
  { label: '近 6 个月', range: () => lastMonths(6) },
  { label: '近 12 个月', range: () => lastMonths(12) },
  { label: '近 24 个月', range: () => lastMonths(24) },
  { label: '本年', range: thisYear },
] as const

/** Months of a range, the oldest first. */
export function monthsOf({ from, until }: MonthRange): string[] {
  const months: string[] = []
  for (let month = from; month <= until && months.length < maxStatisticsMonths; month = shiftMonth(month, 1))
    months.push(month)
  return months
}

/** Months that may be chosen, the newest first. */
export const selectableMonths = (): string[] =>
  Array.from({ length: maxStatisticsMonths }, (_, back) => shiftMonth(monthNow(), -back))

/** Whether a range is one that statistics can be asked for. */
export const isMonthRange = ({ from, until }: MonthRange): boolean =>
  from <= until && until < shiftMonth(from, maxStatisticsMonths)
