import type { Answer, DemandQuestion } from './questions.ts'

/** The answers that a demand asks for, in the order of its questions; blank ones and those to no question are left out. */
export const answersFor = (questions: readonly DemandQuestion[], answers: readonly Answer[]): Answer[] =>
  questions.flatMap(({ key }) => {
    const value = answers.find((answer) => answer.key === key)?.value.trim() ?? ''
    return value === '' ? [] : [{ key, value }]
  })

/** Why an answer cannot be taken, or null. `value` is what was typed; blank is taken where the question may stay open. */
export function answerFault({ input, options, required }: DemandQuestion, value: string): string | null {
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
