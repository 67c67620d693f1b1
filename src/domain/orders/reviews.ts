import type { OrderStatus } from './order-states.ts'
import type { Side } from '../sides.ts'

/** Scores each side gives the other, 1 to 5. */
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

/** Labels of one to five stars. */
export const starLabels = ['很不满意', '不满意', '一般', '满意', '非常满意'] as const

/** Days after completion to write a review, and after which a one-sided review becomes visible. */
export const reviewWindowDays = 90
export const reviewHiddenDays = 14
export const maxReviewLength = 1000
export const maxReplyLength = 500
const minReviewLength = 5
const day = 86_400_000

/** Mean of some scores in hundredths, rounded: 4, 5, 5 → 467. */
export function meanScore(scores: readonly number[]): number {
  return scores.length === 0 ? 0 : Math.round((scores.reduce((sum, score) => sum + score, 0) * 100) / scores.length)
}

/** `4.67` */
export const formatScore = (mean: number): string => (mean / 100).toFixed(2)

/** Last moment to write; null while the order is not completed. */
export const reviewUntil = (completedAt: Date | null): Date | null =>
  completedAt === null ? null : new Date(completedAt.getTime() + reviewWindowDays * day)

/** Whether an order may be reviewed now. */
export function canReview(
  { status, completedAt }: { readonly status: OrderStatus; readonly completedAt: Date | null },
  now: Date,
): boolean {
  const until = reviewUntil(completedAt)
  return status === 'completed' && until !== null && now <= until
}

/** When a review becomes visible: at once if the other side has written, else 14 days after completion. */
export function reviewVisibleFrom(completedAt: Date, now: Date, otherWrote: boolean): Date {
  const revealed = new Date(completedAt.getTime() + reviewHiddenDays * day)
  return otherWrote || revealed < now ? now : revealed
}

/** Normalises whitespace: no spaces at line ends, at most one empty line. */
export const normalizeReview = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()

/** Contact details, not allowed in reviews since they become public. */
const contactPattern =
  /1[3-9]\d(?:[ -]?\d{4}){2}|[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}|(?:https?:\/\/|www\.)\S+|(?:微信|vx|wechat|qq)\s{0,9}号?\s{0,9}[:：]\s{0,9}\w{5}/i

interface FieldError {
  readonly field: string
  readonly message: string
}

/** Validation errors of a public text. */
export function reviewTextErrors(field: string, text: string, required = false): FieldError[] {
  const length = [...normalizeReview(text)].length
  if (length === 0) return required ? [{ field, message: '请填写' }] : []
  if (length < minReviewLength) return [{ field, message: `请至少写 ${minReviewLength} 个字` }]
  if (contactPattern.test(text)) return [{ field, message: '评价会公开，请不要填写手机号、邮箱、网址等联系方式' }]
  return []
}

/** Highest score that requires a reason. */
const lowScore = 2

/** Validation errors of a review: exactly the scores of its side, 1 to 5; low scores need a reason. */
export function reviewErrors(
  side: Side,
  { scores, text }: { readonly scores: Readonly<Record<string, number>>; readonly text: string },
): FieldError[] {
  const keys: readonly string[] = reviewScores[side].map(({ key }) => key)
  const missing = keys.filter((key) => !(Number(scores[key]) >= 1 && Number(scores[key]) <= 5))
  const unknown = Object.keys(scores).filter((key) => !keys.includes(key))
  const low = keys.some((key) => Number(scores[key]) <= lowScore)
  const reasonMissing = missing.length === 0 && low && normalizeReview(text) === ''
  return [
    ...missing.map((key) => ({ field: `scores.${key}`, message: '请打分' })),
    ...unknown.map((key) => ({ field: `scores.${key}`, message: '没有这一项' })),
    ...(reasonMissing
      ? [{ field: 'text', message: '有不满意的项目，请写明原因，便于对方改进' }]
      : reviewTextErrors('text', text)),
  ]
}
