import type { FieldError } from '../../../contract/failures.ts'
import { validateOffer } from '../../../domain/demands/validate-offer.ts'
import { unfilled, type OfferContent } from '../../../domain/demands/offer-terms.ts'
import type { DemandQuestion } from '../../../domain/demands/questions.ts'
import { parseFen } from '../../../domain/money-input.ts'
import { instantOf } from '../../../domain/time-input.ts'
import { parseWholeNumber } from '../../../domain/half-width.ts'
import type { OfferValues } from './offer-values.ts'
import type { FormCheck } from '../demand-form/demand-checks.ts'

/** Call input except the demand id and the submit flag. */
export interface OfferInput extends OfferContent {
  readonly items: OfferContent['items'][number][]
  readonly milestones: OfferContent['milestones'][number][]
  readonly answers: OfferContent['answers'][number][]
  readonly taxRate: number | null
  readonly sealed: boolean
  readonly fileIds: string[]
}

/** Call input with gaps where the typed value is unusable; drafts may be incomplete. */
export const offerInput = (values: OfferValues): OfferInput => ({
  items: values.items.map(({ name, unit, quantity, unitPrice }) => ({
    name: name.trim(),
    unit: unit.trim(),
    quantity: numberOrNull(parseWholeNumber(quantity), 9_999_999) ?? unfilled.number,
    unitPrice: numberOrNull(parseFen(unitPrice), 100_000_000_000_000) ?? unfilled.number,
  })),
  milestones: values.milestones.map(({ name, percent, dueDays, deliverables }) => ({
    name: name.trim(),
    percent: numberOrNull(parseWholeNumber(percent), 999) ?? unfilled.number,
    dueDays: numberOrNull(parseWholeNumber(dueDays), 9_999) ?? unfilled.dueDays,
    deliverables: deliverables.trim(),
  })),
  durationDays: numberOrNull(parseWholeNumber(values.durationDays), 999_999) ?? unfilled.number,
  validUntil: instantOf(values.validDate, '23:59') ?? unfilled.moment,
  note: values.note.trim(),
  taxRate: values.taxRate === '' ? null : Number(values.taxRate),
  answers: Object.entries(values.answers).flatMap(([key, value]) =>
    value.trim() === '' ? [] : [{ key, value: value.trim() }],
  ),
  sealed: values.sealed,
  fileIds: values.files.map(({ fileId }) => fileId),
})

const numberOrNull = (value: number | null, max: number) => (value !== null && value <= max ? value : null)

interface OfferRequirements {
  readonly questions: readonly DemandQuestion[]
  /** ISO 8601 */
  readonly deadline: string
}

/** Errors that prevent submission, by form field; same rules as the server. */
export function offerErrors(
  values: OfferValues,
  { questions, deadline }: OfferRequirements,
  now: Date,
): readonly FieldError[] {
  const input = offerInput(values)
  const typed = findMistyped(values)
  const rules = toOfferFormErrors(validateOffer(input, { questions, deadline: new Date(deadline), now }))
  const uneven = typed.some(({ field }) => field.startsWith('milestones.'))
  return [
    ...typed,
    ...rules.filter(
      ({ field }) => !typed.some((fault) => fault.field === field) && !(uneven && field === 'milestones'),
    ),
  ]
}

const fieldNames: Readonly<Record<string, string>> = { validUntil: 'validDate' }
/** Maps the call's errors to form fields. */
export const toOfferFormErrors = (fieldErrors: readonly FieldError[]): readonly FieldError[] =>
  fieldErrors.map(({ field, message }) => ({
    field: field.startsWith('fileIds') ? 'files' : (fieldNames[field] ?? field),
    message,
  }))

/** Errors of typed texts that are not numbers. Empty fields are reported by the submission rules. */
export function findMistyped(values: OfferValues): FieldError[] {
  const whole = (field: string, typed: string) =>
    typed.trim() !== '' && parseWholeNumber(typed) === null ? [{ field, message: '请填写整数' }] : []
  const sum = (field: string, typed: string) =>
    typed.trim() !== '' && parseFen(typed) === null ? [{ field, message: '请填写金额，最多两位小数' }] : []
  return [
    ...values.items.flatMap(({ quantity, unitPrice }, at) => [
      ...whole(`items.${at}.quantity`, quantity),
      ...sum(`items.${at}.unitPrice`, unitPrice),
    ]),
    ...values.milestones.flatMap(({ percent, dueDays }, at) => [
      ...whole(`milestones.${at}.percent`, percent),
      ...whole(`milestones.${at}.dueDays`, dueDays),
    ]),
    ...whole('durationDays', values.durationDays),
  ]
}

interface CheckRequirements {
  readonly questions: readonly DemandQuestion[]
  /** ISO 8601 */
  readonly deadline: string
}

/** Checklist of an offer before submission, by the submission rules. `now` is ISO 8601. */
export function offerChecks(values: OfferValues, requirements: CheckRequirements, now: string): readonly FormCheck[] {
  const fieldErrors = offerErrors(values, requirements, new Date(now)).map(({ field }) => field)
  const isRight = (...fields: readonly string[]) =>
    !fieldErrors.some((fault) => fields.some((field) => fault === field || fault.startsWith(`${field}.`)))
  const required = requirements.questions.filter((question) => question.required)
  const answered = required.filter(({ key }) => (values.answers[key] ?? '').trim() !== '' && isRight(`answers.${key}`))
  return [
    { label: '报价明细', done: values.items.length > 0 && isRight('items') },
    { label: '付款节点合计 100%', done: values.milestones.length > 0 && isRight('milestones') },
    { label: '总周期', done: isRight('durationDays') },
    { label: '报价有效期', done: isRight('validDate') },
    ...(required.length === 0
      ? []
      : [
          {
            label: `必答问题 ${answered.length}/${required.length}`,
            done: answered.length === required.length && isRight('answers'),
          },
        ]),
  ]
}
