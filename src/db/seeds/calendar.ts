const day = 86_400_000
const shanghai = 8 * 3_600_000

/** Days relative to midnight today in Asia/Shanghai. Past events are at -1 or before, deadlines at 1 or after. */
export interface Calendar {
  /** A moment: days from today and the time of day, `at(-3, '14:08')`. */
  readonly at: (days: number, time?: string) => Date
  /** `20261121`, for numbers. */
  readonly stamp: (days: number) => string
  /** `2026-11-21`. */
  readonly date: (days: number) => string
  /** The current year plus some. */
  readonly year: (plus?: number) => number
}

export function calendar(now: Date): Calendar {
  const today = Math.floor((now.getTime() + shanghai) / day) * day - shanghai
  const at = (days: number, time = '00:00') => {
    const [hours = '0', minutes = '0'] = time.split(':')
    return new Date(today + days * day + Number(hours) * 3_600_000 + Number(minutes) * 60_000)
  }
  const date = (days: number) => new Date(today + days * day + shanghai).toISOString().slice(0, 10)
  return {
    at,
    date,
    stamp: (days) => date(days).replaceAll('-', ''),
    year: (plus = 0) => Number(date(0).slice(0, 4)) + plus,
  }
}
