import type { FieldFault } from '../../contract/failures.ts'
import { offerFaults } from '../../domain/demands/offer-faults.ts'
import { unfilled, type Offered } from '../../domain/demands/offer-terms.ts'
import type { DemandQuestion } from '../../domain/demands/questions.ts'
import { fenOf } from '../../domain/money-input.ts'
import { instantOf } from '../../domain/time-input.ts'
import { wholeOf } from '../../domain/half-width.ts'
import type { OfferValues } from './offer-values.ts'

/** The form as the call takes it, but for the demand and whether it is to be submitted. */
export interface OfferInput extends Offered {
  readonly items: Offered['items'][number][]
  readonly milestones: Offered['milestones'][number][]
  readonly answers: Offered['answers'][number][]
  readonly sealed: boolean
  readonly fileIds: string[]
}

/** What stands in the form, with gaps where nothing usable was typed yet: a draft is kept as far as it goes. */
export const offerInput = (values: OfferValues): OfferInput => ({
  items: values.items.map(({ name, unit, quantity, unitPrice }) => ({
    ...{ name: name.trim(), unit: unit.trim() },
    quantity: within(wholeOf(quantity), 9_999_999) ?? unfilled.number,
    unitPrice: within(fenOf(unitPrice), 100_000_000_000_000) ?? unfilled.number,
  })),
  milestones: values.milestones.map(({ name, percent, dueDays }) => ({
    name: name.trim(),
    percent: within(wholeOf(percent), 999) ?? unfilled.number,
    dueDays: within(wholeOf(dueDays), 9_999) ?? unfilled.dueDays,
  })),
  durationDays: within(wholeOf(values.durationDays), 999_999) ?? unfilled.number,
  validUntil: instantOf(values.validDate, '23:59') ?? unfilled.moment,
  note: values.note.trim(),
  answers: Object.entries(values.answers).flatMap(([key, value]) =>
    value.trim() === '' ? [] : [{ key, value: value.trim() }],
  ),
  sealed: values.sealed,
  fileIds: values.files.map(({ fileId }) => fileId),
})

const within = (value: number | null, most: number) => (value !== null && value <= most ? value : null)

interface Asked {
  readonly questions: readonly DemandQuestion[]
  /** ISO 8601 */
  readonly deadline: string
}

/** What keeps the form from being submitted, by the names of its fields: by the same rules as the server's. */
export function faultsInValues(values: OfferValues, { questions, deadline }: Asked, now: Date): readonly FieldFault[] {
  const input = offerInput(values)
  const typed = mistyped(values)
  const rules = faultsInOffer(offerFaults(input, { questions, deadline: new Date(deadline), now }))
  const uneven = typed.some(({ field }) => field.startsWith('milestones.'))
  return [
    ...typed,
    ...rules.filter(
      ({ field }) => !typed.some((fault) => fault.field === field) && !(uneven && field === 'milestones'),
    ),
  ]
}

const fieldNames: Readonly<Record<string, string>> = { validUntil: 'validDate' }
/** Faults of the call by the names of the form. */
export const faultsInOffer = (faults: readonly FieldFault[]): readonly FieldFault[] =>
  faults.map(({ field, message }) => ({
    field: field.startsWith('fileIds') ? 'files' : (fieldNames[field] ?? field),
    message,
  }))

/** What was typed where a number belongs, and is none. What was left open is a gap, which the rules tell. */
export function mistyped(values: OfferValues): FieldFault[] {
  const whole = (field: string, typed: string) =>
    typed.trim() !== '' && wholeOf(typed) === null ? [{ field, message: '请填写整数' }] : []
  const sum = (field: string, typed: string) =>
    typed.trim() !== '' && fenOf(typed) === null ? [{ field, message: '请填写金额，最多两位小数' }] : []
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
