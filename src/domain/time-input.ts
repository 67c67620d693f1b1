/** Dates and times as inputs hold them, always in Asia/Shanghai, whatever the clock of the machine is set to. */

const offset = 8 * 3_600_000
const shifted = (iso: string) => new Date(Date.parse(iso) + offset).toISOString()

/** Value of a date input: `2026-11-20`. */
export const dateInput = (iso: string): string => shifted(iso).slice(0, 10)
/** Value of a time input: `14:08`. */
export const timeInput = (iso: string): string => shifted(iso).slice(11, 16)

/** The instant of a date and a time input; null while one of them is empty or no date. */
export function instantOf(date: string, time: string): string | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || !/^\d\d:\d\d/.test(time)) return null
  const at = Date.parse(`${date}T${time.slice(0, 5)}:00+08:00`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** An instant some days later. */
export const daysAfter = (iso: string, days: number): string =>
  new Date(Date.parse(iso) + days * 86_400_000).toISOString()
