import type { Answer, DemandQuestion } from './questions.ts'

/** Answers in the order of the demand's questions; blank answers and answers to unknown questions are dropped. */
export const answersFor = (questions: readonly DemandQuestion[], answers: readonly Answer[]): Answer[] =>
  questions.flatMap(({ key }) => {
    const value = answers.find((answer) => answer.key === key)?.value.trim() ?? ''
    return value === '' ? [] : [{ key, value }]
  })

/** Validation error of an answer, or null. A blank value is valid for optional questions. */
export function answerError({ input, options, required }: DemandQuestion, value: string): string | null {
  if (value === '') return required ? '请填写' : null
  switch (input) {
    case 'yesNo':
      return value === '是' || value === '否' ? null : '请选择是或否'
    case 'select':
      return options.includes(value) ? null : '请从给出的选项中选择'
    case 'number':
      return /^-?\d{1,12}(\.\d{1,6})?$/.test(value) ? null : '请填写数字'
    case 'text':
      return value.length > 500 ? '最多 500 个字' : null
  }
}
