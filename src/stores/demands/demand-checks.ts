import type { DemandValues } from './demand-values.ts'
import { demandInputOf } from './demand-input.ts'

/** One line of a list of checks beside a form. */
export interface FormCheck {
  readonly word: string
  /** Filled in, and nothing in it keeps the form from being submitted. */
  readonly done: boolean
}

const filled = (text: string) => text.trim() !== ''

/** What a demand still lacks before it is published, by the rules of its submission. `now` is ISO 8601. */
export function demandChecks(values: DemandValues, now: string): readonly FormCheck[] {
  const read = demandInputOf(values, true, now)
  const faults = read.ok ? [] : read.faults.map(({ field }) => field)
  const isRight = (...fields: readonly string[]) =>
    !faults.some((fault) => fields.some((field) => fault === field || fault.startsWith(`${field}.`)))
  const facts = [...values.fields, ...values.facts.map(({ value }) => value)].filter(filled).length
  const { questions, secret } = values
  return [
    { word: '标题与类别', done: isRight('demandTitle', 'categoryId') },
    { word: '公开说明', done: filled(values.summary) && isRight('summary') },
    { word: `具体要求 ${facts} 项`, done: facts > 0 && isRight('fields', 'facts') },
    { word: `向供应商提问 ${questions.length} 个`, done: questions.length > 0 && isRight('questions') },
    { word: '预算', done: (values.negotiable || filled(values.budget)) && isRight('budget') },
    { word: '截止时间', done: filled(values.deadlineDate) && isRight('deadlineDate', 'deadlineTime') },
    ...(values.deliverBy === '' ? [] : [{ word: '期望交付日期', done: isRight('deliverBy') }]),
    ...(secret ? [{ word: '保密资料', done: isRight('confidentialText', 'annexes', 'ownTerms') }] : []),
  ]
}
