import type { ClassPhase } from './classes.ts'

/** Maximum length of a question and of its answer, in characters. */
export const maxQuestionLength = { question: 200, answer: 500 } as const
/** Maximum number of questions per person and class. */
export const maxClassQuestions = 20
/** Number of newest questions shown on a page. */
export const shownQuestionCount = 50

/** Questions are accepted from the announcement to the end of the class. */
export const acceptsQuestions = (phase: ClassPhase): boolean => phase === 'soon' || phase === 'live'

/** Push message: the questions of a class changed. */
export interface QuestionsChanged {
  readonly kind: 'classQuestions'
  readonly classId: number
}
/** Whether a push message is `QuestionsChanged`. */
export function isQuestionsChanged(message: unknown): message is QuestionsChanged {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  return fields.get('kind') === 'classQuestions' && Number.isInteger(fields.get('classId'))
}
