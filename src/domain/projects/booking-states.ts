import type { StateLabel, Transitions } from '../transition.ts'

export const bookingStatuses = ['waiting', 'confirmed', 'declined', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]
/** Those that still stand in somebody's calendar. */
export const openBookings = ['waiting', 'confirmed'] as const satisfies readonly BookingStatus[]
/** Steps of the platform. */
export const bookingEvents = ['confirm', 'decline'] as const
export type BookingEvent = (typeof bookingEvents)[number]

/** A visit to a park: asked for by a person, answered by the platform after a word with the park. */
export const bookingTransitions: Transitions<BookingStatus, BookingEvent | 'cancel', 'person' | 'operator'> = [
  { from: ['waiting'], event: 'confirm', actor: ['operator'], to: 'confirmed' },
  { from: ['waiting', 'confirmed'], event: 'decline', actor: ['operator'], to: 'declined' },
  { from: ['waiting', 'confirmed'], event: 'cancel', actor: ['person'], to: 'cancelled' },
]

export const bookingLabels: Record<BookingStatus, StateLabel> = {
  waiting: { label: '待确认', tone: 'go' },
  confirmed: { label: '已确认', tone: 'good' },
  declined: { label: '未能安排', tone: 'bad' },
  cancelled: { label: '已取消', tone: 'mute' },
}
/** The same for the platform, whose turn it is. */
export const bookingOpsLabels: Record<BookingStatus, StateLabel> = {
  ...bookingLabels,
  waiting: { label: '待处理', tone: 'act' },
}

export const visitParts = { am: '上午', pm: '下午' } as const
export type VisitPart = keyof typeof visitParts
export const visitPartKeys = ['am', 'pm'] as const satisfies readonly VisitPart[]

/** Under which a tab keeps what is typed of a visit. */
export const visitDraftKey = 'visitDraft'

/** Open visits of one person at most. */
export const mostOpenBookings = 10
/** People on one visit at most. */
export const mostVisitors = 30
/** How many days ahead a visit can be asked for. */
export const visitDaysAhead = 60

const dayMs = 86_400_000
/** The day in Shanghai some days after a moment: `2026-11-21`. */
export const shanghaiDay = (now: Date, plus = 0): string =>
  new Date(now.getTime() + 8 * 3_600_000 + plus * dayMs).toISOString().slice(0, 10)

/** What is wrong with the day of a visit; null when nothing is. Parks receive guests from Monday to Friday. */
export function visitDayFault(day: string, now: Date): string | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at)) return '请选择到访日期'
  if (day <= shanghaiDay(now)) return '请选择明天及以后的日期'
  if (day > shanghaiDay(now, visitDaysAhead)) return `最多提前 ${visitDaysAhead} 天预约`
  const weekday = new Date(at).getUTCDay()
  return weekday === 0 || weekday === 6 ? '园区周末不接待，请选择周一至周五' : null
}

/** Who declines says why, or names another time; null when nothing is missing. */
export const bookingNoteFault = (event: BookingEvent, note: string): string | null =>
  event === 'decline' && note.trim() === '' ? '请写明原因，或建议另外的时间' : null
