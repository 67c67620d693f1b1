import { today } from '../time.ts'

/** A month as reports name it: `2026-11`. */
export const reportMonthPattern = /^20\d\d-(0[1-9]|1[0-2])$/
/** Months that a report can be downloaded for: three years. */
export const maxReportMonths = 36
/** Suppliers that a report lists one by one. */
export const reportSuppliers = 50

/** The current month, Shanghai. */
export const monthNow = (): string => today().slice(0, 7)

/** A month by its distance: `-1` is the one before. */
export function shiftMonth(month: string, by: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by
  return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
}

/** First moment of a month in Shanghai. */
export const startOfMonth = (month: string): Date => new Date(`${month}-01T00:00:00+08:00`)

/** Days of a month, up to today. */
export function daysOfMonth(month: string): string[] {
  const [year, index] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  const last = new Date(Date.UTC(year, index, 0)).getUTCDate()
  const now = today()
  return Array.from({ length: last }, (_, at) => `${month}-${String(at + 1).padStart(2, '0')}`).filter(
    (day) => day <= now,
  )
}

/** Months from the first one to the current one, the newest first. */
export function reportMonths(first: string): string[] {
  const months: string[] = []
  for (let month = monthNow(); month >= first && months.length < maxReportMonths; month = shiftMonth(month, -1))
    months.push(month)
  return months
}

/** `2026 年 11 月`. */
export const monthLabel = (month: string): string => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`
