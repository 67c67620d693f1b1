import type { Iso } from '../time.ts'

/** Service hours of the platform, and the automatic reply outside them. */
export interface ServiceHours {
  /** Days of the week, 1 = Monday to 7 = Sunday. */
  readonly days: readonly number[]
  /** HH:mm in Asia/Shanghai. */
  readonly answersFrom: string
  readonly answersUntil: string
  readonly awayReply: string
}

/** Specification section 9: weekdays 9:30-18:00. In force until an operator writes others. */
export const defaultServiceHours: ServiceHours = {
  days: [1, 2, 3, 4, 5],
  answersFrom: '09:30',
  answersUntil: '18:00',
  awayReply: '您好，现在不在客服的工作时间。您的留言已收到，客服上班后会尽快回复您。',
}

const dayNames = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
/** 周一 to 周日 with their numbers. */
export const weekdays = dayNames.map((name, index) => ({ day: index + 1, name }))

const dayMs = 86_400_000
/** Asia/Shanghai has been UTC+8 without summer time since 1991. */
const shanghaiMs = 8 * 3_600_000
const clockMs = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))) * 60_000

/** Midnight of an instant's day in Shanghai, on the clock of that place. */
const midnightOf = (there: number) => Math.floor(there / dayMs) * dayMs
/** 1 January 1970 was a Thursday. */
const weekdayOf = (midnight: number) => ((midnight / dayMs + 3) % 7) + 1

/**
 * The first instant from `now` on at which somebody answers: `now` itself within the hours; undefined without any
 * day.
 */
export function getNextAnswerTime({ days, answersFrom, answersUntil }: ServiceHours, now: Iso): Iso | undefined {
  const there = Date.parse(now) + shanghaiMs
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const midnight = midnightOf(there) + ahead * dayMs
    if (!days.includes(weekdayOf(midnight))) continue
    const [from, until] = [midnight + clockMs(answersFrom), midnight + clockMs(answersUntil)]
    if (there < until) return new Date(Math.max(there, from) - shanghaiMs).toISOString()
  }
  return undefined
}

/** Whether somebody answers at an instant: from the first minute on, no longer at the last. */
export const isStaffed = (hours: ServiceHours, now: Iso): boolean => {
  const next = getNextAnswerTime(hours, now)
  return next !== undefined && Date.parse(next) === Date.parse(now)
}

/**
 * Client id of the reply outside the hours: the same from closing to the next opening, so that it is stored once for
 * an absence, however many days that lasts.
 */
export const createAbsenceClientId = (conversationId: number, hours: ServiceHours, now: Iso): string =>
  `away:${conversationId}:${getNextAnswerTime(hours, now) ?? 'closed'}`

/** `周一至周五 09:30–18:00`, `周一、周三 09:30–18:00`. */
export function formatServiceHours({ days, answersFrom, answersUntil }: ServiceHours): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b)
  const names = sorted.map((day) => dayNames[day - 1] ?? '')
  const inRow = sorted.every((day, index) => index === 0 || day === (sorted[index - 1] ?? 0) + 1)
  const [first, last] = [names.at(0) ?? '', names.at(-1) ?? '']
  const which = sorted.length === 7 ? '每天' : inRow && sorted.length > 2 ? `${first}至${last}` : names.join('、')
  return `${which} ${answersFrom}–${answersUntil}`
}
