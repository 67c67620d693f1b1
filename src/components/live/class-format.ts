import { countdown, date, monthDay, monthMinute } from '../../domain/time.ts'
import type { ClassRow } from '../../contract/live/classes.ts'

const minute = 60_000
const clockText = (iso: string) => monthMinute(iso).slice(-5)

/** `11-23 19:30–20:45`; over days both ends whole. */
export function formatClassTimes({ startsAt, endsAt }: Pick<ClassRow, 'startsAt' | 'endsAt'>): string {
  return date(startsAt) === date(endsAt)
    ? `${monthMinute(startsAt)}–${clockText(endsAt)}`
    : `${monthMinute(startsAt)} 至 ${monthMinute(endsAt)}`
}

const weekdays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六']
/** `11 月 23 日 周一`, in Shanghai. */
export function formatClassDay(iso: string): string {
  const [month, day] = monthDay(iso).split('-').map(Number)
  const there = new Date(Date.parse(iso) + 8 * 60 * minute)
  return `${month} 月 ${day} 日 ${weekdays[there.getUTCDay()] ?? ''}`
}
export const formatClassClock = clockText

/** `75 分钟`, `2 小时`, `4 天`. */
export function formatClassLength({ startsAt, endsAt }: Pick<ClassRow, 'startsAt' | 'endsAt'>): string {
  const minutes = Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / minute)
  if (minutes >= 2 * 24 * 60) return `${Math.round(minutes / 24 / 60)} 天`
  return minutes >= 120 && minutes % 60 === 0 ? `${minutes / 60} 小时` : `${minutes} 分钟`
}

/** `还有 2 天开课`, `还有 40 分钟开课`. */
export function formatTimeUntilStart(startsAt: string, now: string): string {
  const left = countdown(startsAt, now)
  if (left.at === 'over') return '即将开课'
  if (left.days > 0) return `还有 ${left.days} 天开课`
  return left.hours > 0 ? `还有 ${left.hours} 小时开课` : `还有 ${Math.max(1, left.minutes)} 分钟开课`
}

/** Number of attendees, worded by phase. */
export function formatAttendees({ phase, bookedCount, watchedCount, capacity, ...times }: ClassRow): string {
  if (phase !== 'soon' && watchedCount > 0) return `${watchedCount.toLocaleString('en-US')} 人看过`
  if (phase === 'replay' || phase === 'over') return formatClassLength(times)
  const seats = capacity > 0 ? ` / ${capacity.toLocaleString('en-US')}` : ''
  return `${bookedCount.toLocaleString('en-US')}${seats} 人预约`
}
