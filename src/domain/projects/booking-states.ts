import type { StateLabel, Transitions } from '../transition.ts'

export const bookingStatuses = ['waiting', 'confirmed', 'declined', 'cancelled'] as const
export type BookingStatus = (typeof bookingStatuses)[number]
/** Statuses of active bookings. */
export const openBookingStatuses = ['waiting', 'confirmed'] as const satisfies readonly BookingStatus[]
/** Steps taken by operators. */
export const bookingEvents = ['confirm', 'decline'] as const
export type BookingEvent = (typeof bookingEvents)[number]

/** State transitions of a park visit: requested by a person, answered by an operator after contacting the park. */
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
/** Labels for operators. */
export const bookingOpsLabels: Record<BookingStatus, StateLabel> = {
  ...bookingLabels,
  waiting: { label: '待处理', tone: 'act' },
}

export const visitParts = { am: '上午', pm: '下午' } as const
export type VisitPart = keyof typeof visitParts
export const visitPartKeys = ['am', 'pm'] as const satisfies readonly VisitPart[]

/** Session storage key of the visit form's draft. */
export const visitDraftKey = 'visitDraft'

/** Maximum number of open visits per person. */
export const maxOpenBookings = 10
/** Maximum number of visitors per visit. */
export const maxVisitors = 30
/** Maximum number of days a visit can be booked ahead. */
export const maxVisitDaysAhead = 60

const dayMs = 86_400_000
/** Shanghai date `plus` days after `now`: `2026-11-21`. */
export const shanghaiDay = (now: Date, plus = 0): string =>
  new Date(now.getTime() + 8 * 3_600_000 + plus * dayMs).toISOString().slice(0, 10)

/** Validation error of a visit's date, or null. Parks receive visitors Monday to Friday. */
export function visitDayError(day: string, now: Date): string | null {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(at)) return '请选择到访日期'
  if (day <= shanghaiDay(now)) return '请选择明天及以后的日期'
  if (day > shanghaiDay(now, maxVisitDaysAhead)) return `最多提前 ${maxVisitDaysAhead} 天预约`
  const weekday = new Date(at).getUTCDay()
  return weekday === 0 || weekday === 6 ? '园区周末不接待，请选择周一至周五' : null
}

/** Declining a visit requires a note; null when valid. */
export const bookingNoteError = (event: BookingEvent, note: string): string | null =>
  event === 'decline' && note.trim() === '' ? '请写明原因，或建议另外的时间' : null
