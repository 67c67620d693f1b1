/** Parsing of typed days and times of day; the canonical form is `2026-11-20` and `14:08`. */

/** A day of the calendar, `YYYY-MM-DD`. */
export type Day = string

const pad = (number: number, length = 2) => String(number).padStart(length, '0')

/** The day of year, month and day; undefined if invalid. Months count from 1. */
function dayOf(year: number, month: number, date: number): Day | undefined {
  if (year < 1900 || year > 2999) return undefined
  const at = new Date(Date.UTC(year, month - 1, date))
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === date
    ? `${pad(year, 4)}-${pad(month)}-${pad(date)}`
    : undefined
}

/**
 * Parses a typed day: `2026-11-20`, `2026/11/20`, `2026.11.20`, `20261120`, `2026年11月20日`, also in full-width
 * digits. Undefined for anything else, and for invalid days.
 */
export function parseDay(typed: string): Day | undefined {
  const text = typed.normalize('NFKC').replace(/\s+/g, ' ').trim()
  const [, year, month, date] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
    /^(\d{4})\s?[-/.年\u2010-\u2015\u2212 ]\s?(\d{1,2})\s?[-/.月\u2010-\u2015\u2212 ]\s?(\d{1,2})\s?日?$/.exec(text) ??
    []
  return year === undefined ? undefined : dayOf(Number(year), Number(month), Number(date))
}

/** Parses a typed time of day: `14:08`, `14：08`, `1408`, `14时08分`, `14点`. Undefined for anything else. */
export function parseTime(typed: string): string | undefined {
  const text = typed.normalize('NFKC').replace(/\s+/g, '')
  const [, hour, minute = '0'] =
    /^(\d{2})(\d{2})$/.exec(text) ?? /^(\d{1,2})[:.时点](?:(\d{1,2})分?)?$/.exec(text) ?? /^(\d{1,2})$/.exec(text) ?? []
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${pad(Number(hour))}:${pad(Number(minute))}`
}

const partsOf = (day: Day) => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { year, month, date }
}
const ofUtc = (at: Date): Day => at.toISOString().slice(0, 10)

/** Adds days to a day; a negative number subtracts. */
export const addDays = (day: Day, days: number): Day =>
  ofUtc(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))

/** Adds months to a day; limited to the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return ofUtc(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}

/** Days since Monday: 0 to 6. */
export const weekdayOf = (day: Day): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Calendar weeks of the month of a day, Monday first. */
export function getWeeks(day: Day): readonly (readonly Day[])[] {
  const first = `${day.slice(0, 7)}-01`
  const last = addDays(addMonths(first, 1), -1)
  const start = addDays(first, -weekdayOf(first))
  const weeks = Math.ceil((Number(last.slice(8)) + weekdayOf(first)) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_day, at) => addDays(start, week * 7 + at)),
  )
}

/** Clamps a day between two bounds. */
export const clampDay = (day: Day, min: string | undefined, max: string | undefined): Day =>
  min !== undefined && min !== '' && day < min ? min : max !== undefined && max !== '' && day > max ? max : day

/** `2026年11月`. */
export const formatMonth = (day: Day): string => `${partsOf(day).year} 年 ${partsOf(day).month} 月`
/** `2026 年 11 月 20 日 星期五`. */
export const formatDay = (day: Day): string =>
  `${formatMonth(day)} ${partsOf(day).date} 日 星期${'一二三四五六日'[weekdayOf(day)] ?? ''}`
