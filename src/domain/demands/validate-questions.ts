import type { DemandQuestion } from './questions.ts'
import type { DemandTemplate } from './templates/template.ts'

interface FieldError {
  readonly field: string
  readonly message: string
}

/** Maximum number of questions per demand. */
export const maxQuestions = 30
const isOwnKey = (key: string) => /^own[1-9]\d{0,3}$/.test(key)

/** First unused key for a question of the buyer's own. */
export function nextOwnKey(questions: readonly Pick<DemandQuestion, 'key'>[]): string {
  const taken = new Set(questions.map(({ key }) => key))
  let number = 1
  while (taken.has(`own${number}`)) number += 1
  return `own${number}`
}

const isSameQuestion = (a: DemandQuestion, b: DemandQuestion) =>
  a.label === b.label && a.input === b.input && a.unit === b.unit && a.options.join('\n') === b.options.join('\n')

/**
 * Validation errors of a demand's questions. Template questions must not be reworded, so that answers stay comparable
 * between demands; the buyer's own questions use `own<N>` keys.
 */
export const questionErrors = (
  questions: readonly DemandQuestion[],
  template: DemandTemplate | undefined,
): FieldError[] =>
  questions.flatMap((question, at) => {
    const message = questionError(question, at, questions, template)
    return message === null ? [] : [{ field: `questions.${at}.${message.field}`, message: message.text }]
  })

function questionError(
  question: DemandQuestion,
  at: number,
  all: readonly DemandQuestion[],
  template: DemandTemplate | undefined,
): { field: 'key' | 'label' | 'options'; text: string } | null {
  const { key, label, input, options } = question
  if (all.findIndex((other) => other.key === key) < at) return { field: 'key', text: '问题编号重复' }
  const templateQuestion = template?.questions.find((other) => other.key === key)
  if (templateQuestion !== undefined)
    return isSameQuestion(templateQuestion, question)
      ? null
      : { field: 'label', text: '模板中的问题不能改写，可移除后另加自己的问题' }
  if (!isOwnKey(key)) return { field: 'key', text: '问题不在所选模板中，请刷新页面后重试' }
  if (label === '') return { field: 'label', text: '请填写问题' }
  if (all.findIndex((other) => other.label === label) < at) return { field: 'label', text: '问题不能重复' }
  if (input !== 'select') return options.length > 0 ? { field: 'options', text: '只有选择题可以有选项' } : null
  if (options.length < 2 || options.includes('')) return { field: 'options', text: '请至少填写 2 个选项' }
  return new Set(options).size < options.length ? { field: 'options', text: '选项不能重复' } : null
}
