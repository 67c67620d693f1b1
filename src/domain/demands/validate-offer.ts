import { answerError, answersFor } from './answers.ts'
import { validUntilError } from './demand-rules.ts'
import {
  milestonesAddUp,
  offerTotal,
  maxDeliverablesLength,
  maxMilestones,
  maxOfferTotal,
  unfilled,
  type Milestone,
  type OfferContent,
  type OfferItem,
} from './offer-terms.ts'
import type { DemandQuestion } from './questions.ts'

/** Validation error of one field; `field` is its path, for answers `answers.<key>`. */
export interface OfferFieldError {
  readonly field: string
  readonly message: string
}

/** Constraints of the demand that an offer is validated against. */
export interface OfferConstraints {
  readonly questions: readonly DemandQuestion[]
  readonly deadline: Date
  readonly now: Date
}

const maxItems = 50

/** Errors that prevent submitting an offer, in form order. Used by browser and server. */
export function validateOffer(terms: OfferContent, { questions, deadline, now }: OfferConstraints): OfferFieldError[] {
  const uneven = milestoneSumError(terms.milestones)
  return [
    ...terms.items.flatMap(itemErrors),
    ...rowCountErrors('items', terms.items.length, maxItems, '报价明细'),
    ...errorsAt('items', offerTotal(terms.items) > maxOfferTotal ? '报价总额过大' : null),
    ...terms.milestones.flatMap(milestoneErrors),
    ...rowCountErrors('milestones', terms.milestones.length, maxMilestones, '付款节点'),
    ...(uneven === null ? [] : [uneven]),
    ...errorsAt('durationDays', integerError(terms.durationDays, 1, 3650)),
    ...errorsAt('validUntil', validityError(terms.validUntil, deadline, now)),
    ...errorsAt('note', terms.note.length > 2000 ? '最多 2000 个字' : null),
    ...answerErrors(terms, questions),
  ]
}

/** Error when the percentages do not add up to 100; null while any of them is not filled in. */
export function milestoneSumError(milestones: readonly Milestone[]): OfferFieldError | null {
  if (milestones.length === 0 || milestones.some(({ percent }) => percent === unfilled.number)) return null
  if (milestonesAddUp(milestones)) return null
  const percent = milestones.reduce((sum, milestone) => sum + milestone.percent, 0)
  return { field: 'milestones', message: `比例合计 ${percent}%，须为 100%` }
}

const errorsAt = (field: string, message: string | null): OfferFieldError[] =>
  message === null ? [] : [{ field, message }]

const textError = (text: string, max: number) =>
  text.trim() === '' ? '请填写' : text.length > max ? `最多 ${max} 个字` : null

function integerError(value: number, min: number, max: number): string | null {
  if (value < min) return '请填写'
  return value > max ? `不能大于 ${max}` : null
}

const rowCountErrors = (field: string, length: number, max: number, what: string) =>
  errorsAt(field, length === 0 ? `请至少填写一行${what}` : length > max ? `最多 ${max} 行` : null)

const itemErrors = (item: OfferItem, at: number): OfferFieldError[] => [
  ...errorsAt(`items.${at}.name`, textError(item.name, 60)),
  ...errorsAt(`items.${at}.unit`, textError(item.unit, 8)),
  ...errorsAt(`items.${at}.quantity`, integerError(item.quantity, 1, 1_000_000)),
  ...errorsAt(
    `items.${at}.unitPrice`,
    item.unitPrice > 100_000_000_000 ? '单价最多 10 亿元' : integerError(item.unitPrice, 1, Infinity),
  ),
]

const milestoneErrors = (milestone: Milestone, at: number): OfferFieldError[] => [
  ...errorsAt(`milestones.${at}.name`, textError(milestone.name, 30)),
  ...errorsAt(`milestones.${at}.percent`, integerError(milestone.percent, 1, 100)),
  ...errorsAt(`milestones.${at}.dueDays`, integerError(milestone.dueDays, 0, 3650)),
  ...errorsAt(
    `milestones.${at}.deliverables`,
    milestone.deliverables.length > maxDeliverablesLength ? `最多 ${maxDeliverablesLength} 个字` : null,
  ),
]

const validityError = (validUntil: string, deadline: Date, now: Date) =>
  validUntil === unfilled.moment ? '请选择日期' : validUntilError(new Date(validUntil), deadline, now)

function answerErrors({ answers }: OfferContent, questions: readonly DemandQuestion[]): OfferFieldError[] {
  const given = new Map(answersFor(questions, answers).map(({ key, value }) => [key, value]))
  return questions.flatMap((question) =>
    errorsAt(`answers.${question.key}`, answerError(question, given.get(question.key) ?? '')),
  )
}
