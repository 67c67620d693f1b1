/** Values of date and time inputs, always in Asia/Shanghai, independent of the machine's time zone. */

const offset = 8 * 3_600_000

/** First and last accepted day; days outside are typing errors. */
export const firstDay = '1900-01-01'
export const lastDay = '2199-12-31'

/** Whether a text is a valid day within these bounds: `2026-11-20`, not `2026-02-30` or `0001-01-01`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstDay || text > lastDay) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

const [firstMoment, lastMoment] = [
  Date.parse(`${firstDay}T00:00:00+08:00`),
  Date.parse(`${lastDay}T23:59:59.999+08:00`),
]
/** Whether an ISO 8601 moment lies on one of those days, in Asia/Shanghai. */
export function isMoment(iso: string): boolean {
  const at = Date.parse(iso)
  return at >= firstMoment && at <= lastMoment
}
const shifted = (iso: string) => new Date(Date.parse(iso) + offset).toISOString()

/** Value of a date input: `2026-11-20`. */
export const dateInput = (iso: string): string => shifted(iso).slice(0, 10)
/** Value of a time input: `14:08`. */
export const timeInput = (iso: string): string => shifted(iso).slice(11, 16)

/** The instant of a date and a time input; null if one of them is empty or invalid (`isDay`). */
export function instantOf(date: string, time: string): string | null {
  if (!isDay(date) || !/^\d\d:\d\d/.test(time)) return null
  const at = Date.parse(`${date}T${time.slice(0, 5)}:00+08:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** An instant some days later. */
export const daysAfter = (iso: string, days: number): string =>
  new Date(Date.parse(iso) + days * 86_400_000).toISOString()
