import type { DemandValues } from './demand-values.ts'
import { parseDemandInput } from './demand-input.ts'

/** One item of the checklist beside a form. */
export interface FormCheck {
  readonly label: string
  /** Filled in without errors. */
  readonly done: boolean
}

const isFilled = (text: string) => text.trim() !== ''

/** Checklist of a demand before publishing, by the submission rules. `now` is ISO 8601. */
export function demandChecks(values: DemandValues, now: string): readonly FormCheck[] {
  const read = parseDemandInput(values, true, now)
  const fieldErrors = read.ok ? [] : read.fieldErrors.map(({ field }) => field)
  const isRight = (...fields: readonly string[]) =>
    !fieldErrors.some((fault) => fields.some((field) => fault === field || fault.startsWith(`${field}.`)))
  const facts = [...values.fields, ...values.facts.map(({ value }) => value)].filter(isFilled).length
  const { questions, secret } = values
  return [
    { label: '标题与分类', done: isRight('demandTitle', 'categoryId') },
    { label: '公开说明', done: isFilled(values.summary) && isRight('summary') },
    { label: `具体要求 ${facts} 项`, done: facts > 0 && isRight('fields', 'facts') },
    { label: `向供应商提问 ${questions.length} 个`, done: questions.length > 0 && isRight('questions') },
    { label: '预算', done: (values.negotiable || isFilled(values.budget)) && isRight('budget') },
    { label: '截止时间', done: isFilled(values.deadlineDate) && isRight('deadlineDate', 'deadlineTime') },
    ...(values.deliverBy === '' ? [] : [{ label: '期望交付日期', done: isRight('deliverBy') }]),
    ...(secret ? [{ label: '保密资料', done: isRight('confidentialText', 'annexes', 'ownTerms') }] : []),
  ]
}
