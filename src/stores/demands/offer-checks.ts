import type { DemandQuestion } from '../../domain/demands/questions.ts'
import type { FormCheck } from './demand-checks.ts'
import { faultsInValues } from './offer-input.ts'
import type { OfferValues } from './offer-values.ts'

interface Asked {
  readonly questions: readonly DemandQuestion[]
  /** ISO 8601 */
  readonly deadline: string
}

/** What an offer still lacks before it is submitted, by the rules of its submission. `now` is ISO 8601. */
export function offerChecks(values: OfferValues, asked: Asked, now: string): readonly FormCheck[] {
  const faults = faultsInValues(values, asked, new Date(now)).map(({ field }) => field)
  const isRight = (...fields: readonly string[]) =>
    !faults.some((fault) => fields.some((field) => fault === field || fault.startsWith(`${field}.`)))
  const required = asked.questions.filter((question) => question.required)
  const answered = required.filter(({ key }) => (values.answers[key] ?? '').trim() !== '' && isRight(`answers.${key}`))
  return [
    { word: '报价明细', done: values.items.length > 0 && isRight('items') },
    { word: '付款节点合计 100%', done: values.milestones.length > 0 && isRight('milestones') },
    { word: '总周期', done: isRight('durationDays') },
    { word: '报价有效期', done: isRight('validDate') },
    ...(required.length === 0
      ? []
      : [
          {
            word: `必答问题 ${answered.length}/${required.length}`,
            done: answered.length === required.length && isRight('answers'),
          },
        ]),
  ]
}
