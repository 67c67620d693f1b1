import { date, type Iso } from '../time.ts'

/** Hours in which a shop answers: HH:mm, Asia/Shanghai, Monday to Friday; both empty = always. */
export interface AnswerHours {
  readonly answersFrom: string
  readonly answersUntil: string
}

/** Whether somebody answers at an instant. From the first minute on, no longer at the last; holidays are not known. */
export function answersAt({ answersFrom, answersUntil }: AnswerHours, now: Iso): boolean {
  if (answersFrom === '' || answersUntil === '') return true
  const there = new Date(Date.parse(now) + 8 * 3_600_000)
  const clock = there.toISOString().slice(11, 16)
  const weekday = there.getUTCDay()
  return weekday >= 1 && weekday <= 5 && clock >= answersFrom && clock < answersUntil
}

/** `周一至周五 09:00–18:00`; undefined when somebody always answers. */
export const hoursWords = ({ answersFrom, answersUntil }: AnswerHours): string | undefined =>
  answersFrom === '' || answersUntil === '' ? undefined : `周一至周五 ${answersFrom}–${answersUntil}`

/**
 * What does not fit together in hours and away reply, by field: one end without the other, an end before its beginning,
 * a reply that would never be sent because somebody always answers.
 */
export function hoursFaults({ answersFrom, answersUntil, awayReply }: AnswerHours & { readonly awayReply: string }): {
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

const mark = 'away:'
/** What the service desk says by itself: that it hands over, that it asks for a rating. */
const deskMark = 'desk:'

/** How client ids of automatic messages begin; those of clients are uuids. */
export const automaticPrefixes = [mark, deskMark] as const

/** Client id of a line of the desk; of no client, for theirs are uuids. */
export const deskClientId = (what: string): string => `${deskMark}${what}`

/**
 * Client id of the reply that a shop sends by itself: the same for a conversation and a day in Shanghai, so that it is
 * stored once. No client can send one, for theirs are uuids.
 */
export const awayClientId = (conversationId: number, now: Iso): string => `${mark}${conversationId}:${date(now)}`

/** Whether a message was sent by itself: it is no answer, and says nothing of what was read. */
export const isAutomatic = ({ clientId }: { readonly clientId: string }): boolean =>
  automaticPrefixes.some((prefix) => clientId.startsWith(prefix))
