import type { OrderStatus } from './order-states.ts'

/** What each side judges of the other, 1 to 5 each. */
export const reviewScores = {
  buyer: [
    { key: 'quality', label: '质量与数据可靠性' },
    { key: 'speed', label: '按期交付' },
    { key: 'service', label: '沟通与配合' },
  ],
  seller: [
    { key: 'clarity', label: '需求清晰' },
    { key: 'payment', label: '付款及时' },
    { key: 'service', label: '沟通与配合' },
  ],
} as const
export type ReviewSide = keyof typeof reviewScores

/** What a number of stars says, from one. */
export const starWords = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const

/** Days after the completion within which one may write, and after which what was written is shown. */
export const reviewDays = 90
export const reviewHiddenDays = 14
export const mostReviewLetters = 1000
export const mostReplyLetters = 500
const fewestLetters = 5
const day = 86_400_000

/** Mean of some scores in hundredths, rounded: 4, 5, 5 → 467. */
export function meanScore(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : Math.round((scores.reduce((sum, score) => sum + score, 0) * 100) / scores.length)
}

/** `4.67` */
export const scoreWords = (mean: number): string => (mean / 100).toFixed(2)

/** Last moment to write; null while the order is not completed. */
export const reviewUntil = (completedAt: Date | null): Date | null =>
  completedAt === null ? null : new Date(completedAt.getTime() + reviewDays * day)

/** Whether one may write of an order now, as far as the order is concerned. */
export function mayReview(
  { status, completedAt }: { readonly status: OrderStatus; readonly completedAt: Date | null },
  now: Date,
): boolean {
  const until = reviewUntil(completedAt)
  return status === 'completed' && until !== null && now <= until
}

/** When a review is shown: at once when the other side has written, else 14 days after the completion. */
export function visibleFrom(completedAt: Date, now: Date, otherWrote: boolean): Date {
  const revealed = new Date(completedAt.getTime() + reviewHiddenDays * day)
  return otherWrote || revealed < now ? now : revealed
}

/** A text as it is kept: spaces at line ends and more than one empty line are nobody's words. */
export const tidyReview = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Ways to reach somebody: a review may become public, and people are reached through the platform. */
const contact =
  /1[3-9]\d(?:[ -]?\d{4}){2}|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}|(?:https?:\/\/|www\.)\S+|(?:微信|vx|wechat|qq)\s{0,9}号?\s{0,9}[:：]\s{0,9}\w{5}/i

interface Fault {
  readonly field: string
  readonly message: string
}

/** What is wrong with a text that others will read. */
export function textFaults(field: string, text: string, required = false): Fault[] {
  const letters = [...tidyReview(text)].length
  if (letters === 0) return required ? [{ field, message: '请填写' }] : []
  if (letters < fewestLetters) return [{ field, message: `请至少写 ${fewestLetters} 个字` }]
  if (contact.test(text)) return [{ field, message: '评价会公开，请不要填写手机号、邮箱、网址等联系方式' }]
  return []
}

/** Stars at which one says why. */
const lowScore = 2

/** What is wrong with a review of a side: each of its scores, no other, from 1 to 5; a low one needs its reason. */
export function reviewFaults(
  side: ReviewSide,
  { scores, text }: { readonly scores: Readonly<Record<string, number>>; readonly text: string },
): Fault[] {
  const keys: readonly string[] = reviewScores[side].map(({ key }) => key)
  const missing = keys.filter((key) => !(Number(scores[key]) >= 1 && Number(scores[key]) <= 5))
  const strange = Object.keys(scores).filter((key) => !keys.includes(key))
  const low = keys.some((key) => Number(scores[key]) <= lowScore)
  const silent = missing.length === 0 && low && tidyReview(text) === ''
  return [
    ...missing.map((key) => ({ field: `scores.${key}`, message: '请打分' })),
    ...strange.map((key) => ({ field: `scores.${key}`, message: '没有这一项' })),
    ...(silent ? [{ field: 'text', message: '有不满意的项目，请写明原因，便于对方改进' }] : textFaults('text', text)),
  ]
}
