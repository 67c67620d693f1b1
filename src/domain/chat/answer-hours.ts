import { date, type Iso } from '../time.ts'

/** Hours in which a shop answers: HH:mm, Asia/Shanghai, Monday to Friday; both empty = always. */
export interface AnswerHours {
  readonly answersFrom: string
  readonly answersUntil: string
}

/** Whether somebody answers at an instant. From the first minute on, no longer at the last; holidays are not known. */
export function isAnswering({ answersFrom, answersUntil }: AnswerHours, now: Iso): boolean {
  if (answersFrom === '' || answersUntil === '') return true
  const there = new Date(Date.parse(now) + 8 * 3_600_000)
  const clock = there.toISOString().slice(11, 16)
  const weekday = there.getUTCDay()
  return weekday >= 1 && weekday <= 5 && clock >= answersFrom && clock < answersUntil
}

/** `周一至周五 09:00–18:00`; undefined when somebody always answers. */
export const formatAnswerHours = ({ answersFrom, answersUntil }: AnswerHours): string | undefined =>
  answersFrom === '' || answersUntil === '' ? undefined : `周一至周五 ${answersFrom}–${answersUntil}`

/**
 * Field errors of hours and automatic reply: one end missing, end before start, or a reply without hours, which would
 * never be sent.
 */
export function validateAnswerHours({
  answersFrom,
  answersUntil,
  awayReply,
}: AnswerHours & { readonly awayReply: string }): {
  readonly field: 'answersFrom' | 'answersUntil'
  readonly message: string
}[] {
  if (answersFrom === '' && answersUntil === '') {
    return awayReply === '' ? [] : [{ field: 'answersFrom', message: '请填写工作时间，自动回复在此之外发送' }]
  }
  if (answersFrom === '') return [{ field: 'answersFrom', message: '请填写开始时间' }]
  if (answersUntil === '') return [{ field: 'answersUntil', message: '请填写结束时间' }]
  return answersFrom < answersUntil ? [] : [{ field: 'answersUntil', message: '结束时间须晚于开始时间' }]
}

const awayPrefix = 'away:'
/** Prefix of system messages of the support console: hand-over, request for a rating. */
const supportPrefix = 'desk:'

/** How client ids of automatic messages begin; those of clients are uuids. */
export const automaticPrefixes = [awayPrefix, supportPrefix] as const

/** Client id of a system message of the support console. Client ids of clients are UUIDs. */
export const createSupportClientId = (key: string): string => `${supportPrefix}${key}`

/**
 * Client id of a shop's automatic reply: equal for a conversation and day (Asia/Shanghai), so that it is stored once.
 * Client ids of clients are UUIDs.
 */
export const createAwayClientId = (conversationId: number, now: Iso): string =>
  `${awayPrefix}${conversationId}:${date(now)}`

/** Whether a message is automatic: it counts neither as an answer nor as a sign of reading. */
export const isAutomatic = ({ clientId }: { readonly clientId: string }): boolean =>
  automaticPrefixes.some((prefix) => clientId.startsWith(prefix))
