import type { DemandQuestion } from './questions.ts'
import type { DemandTemplate } from './templates/template.ts'

interface Fault {
  readonly field: string
  readonly message: string
}

/** A demand asks so many questions at most. */
export const mostQuestions = 30
const isOwnKey = (key: string) => /^own[1-9]\d{0,3}$/.test(key)

/** The first key of the buyer's own that is free. */
export function nextOwnKey(questions: readonly Pick<DemandQuestion, 'key'>[]): string {
  const taken = new Set(questions.map(({ key }) => key))
  let number = 1
  while (taken.has(`own${number}`)) number += 1
  return `own${number}`
}

const sameWords = (a: DemandQuestion, b: DemandQuestion) =>
  a.label === b.label && a.input === b.input && a.unit === b.unit && a.options.join('\n') === b.options.join('\n')

/**
 * What is wrong with the questions of a demand. Those of the template keep its words, so that their answers compare
 * between demands as well; others have keys of their own.
 */
export const questionFaults = (questions: readonly DemandQuestion[], template: DemandTemplate | undefined): Fault[] =>
  questions.flatMap((question, at) => {
    const message = faultOf(question, at, questions, template)
    return message === null ? [] : [{ field: `questions.${at}.${message.field}`, message: message.text }]
  })

function faultOf(
  question: DemandQuestion,
  at: number,
  all: readonly DemandQuestion[],
  template: DemandTemplate | undefined,
): { field: 'key' | 'label' | 'options'; text: string } | null {
  const { key, label, input, options } = question
  if (all.findIndex((other) => other.key === key) < at) return { field: 'key', text: '问题编号重复' }
  const asked = template?.questions.find((other) => other.key === key)
  if (asked !== undefined)
    return sameWords(asked, question) ? null : { field: 'label', text: '模板中的问题不能改写，可移除后另加自己的问题' }
  if (!isOwnKey(key)) return { field: 'key', text: '问题不在所选模板中，请刷新页面后重试' }
  if (label === '') return { field: 'label', text: '请填写问题' }
  if (all.findIndex((other) => other.label === label) < at) return { field: 'label', text: '问题不能重复' }
  if (input !== 'select') return options.length > 0 ? { field: 'options', text: '只有选择题可以有选项' } : null
  if (options.length < 2 || options.includes('')) return { field: 'options', text: '请至少填写 2 个选项' }
  return new Set(options).size < options.length ? { field: 'options', text: '选项不能重复' } : null
}
