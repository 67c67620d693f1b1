import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)

/** All times are displayed in Asia/Shanghai, which has been UTC+8 without daylight saving time since 1991. */
const inShanghai = (iso: string) => dayjs.utc(iso).utcOffset(8 * 60)

/** Parses an ISO 8601 instant; without a zone it is UTC. */
export type Iso = string

/** `2026-11-20 14:08:00`. Use `orDashes` (masks.ts) if it may be missing. */
export const dateTime = (iso: Iso) => inShanghai(iso).format('YYYY-MM-DD HH:mm:ss')

/** `2026-11-20`. */
export const date = (iso: Iso) => inShanghai(iso).format('YYYY-MM-DD')

/** `2026-11-20`: the current day. */
export const today = () => date(new Date().toISOString())

/** `2026`: the current year. */
export const yearNow = () => today().slice(0, 4)

/** `11-20`, for dense lists where the year is obvious. */
export const monthDay = (iso: Iso) => inShanghai(iso).format('MM-DD')

/** `11-20 14:08`, for timelines and table cells where the year is obvious. */
export const monthMinute = (iso: Iso) => inShanghai(iso).format('MM-DD HH:mm')

/** 刚刚, `N 分钟前`, `N 小时前` (no-break spaces), after a day the date. Future times are 刚刚: clocks differ. */
export const ago = (iso: Iso, now: Iso) => {
  const minutes = Math.floor((Date.parse(now) - Date.parse(iso)) / 60_000)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes}\u00a0分钟前`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}\u00a0小时前`
  return date(iso)
}

/** Remaining time until an instant. Under three hours it is urgent and shown in amber. */
export type Countdown =
  { at: 'over' } | { at: 'running'; days: number; hours: number; minutes: number; seconds: number; pressing: boolean }

/** Splits the time between `now` and `iso`; seconds are truncated, so the last second is 0 and then `over`. */
export const countdown = (iso: Iso, now: Iso): Countdown => {
  const left = Date.parse(iso) - Date.parse(now)
  if (!(left > 0)) return { at: 'over' }
  const total = Math.floor(left / 1000)
  return {
    at: 'running',
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    pressing: total < 3 * 3600,
  }
}

/** One short line for cards: `剩 2 天`, `剩 3 小时`, `剩 26 分钟`, `已截止`. */
export const timeLeft = (iso: Iso, now: Iso) => {
  const left = countdown(iso, now)
  if (left.at === 'over') return '已截止'
  if (left.days > 0) return `剩 ${left.days}\u00a0天`
  if (left.hours > 0) return `剩 ${left.hours}\u00a0小时`
  return `剩 ${Math.max(1, left.minutes)}\u00a0分钟`
}

/** `2026-01-01 至 2026-12-31`; either day may be left open, '' for neither. */
export function dayRange(from: string | null, until: string | null): string {
  if (from === null) return until === null ? '' : `至 ${until}`
  return until === null ? `自 ${from} 起` : `${from} 至 ${until}`
}
