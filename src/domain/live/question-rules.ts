import type { ClassPhase } from './classes.ts'

/** Characters of a question and of its answer. */
export const questionLength = { question: 200, answer: 500 } as const
/** Questions of one person in one class. */
export const mostQuestions = 20
/** Questions that a page shows, the newest ones. */
export const questionsShown = 50

/** Questions are asked from the announcement to the end. */
export const takesQuestions = (phase: ClassPhase): boolean => phase === 'soon' || phase === 'live'

/** A hint over push that the questions of a class are others now. */
export interface QuestionsChanged {
  readonly kind: 'classQuestions'
  readonly classId: number
}
/** True for that hint; whatever else comes over push belongs to others. */
export function isQuestionsChanged(message: unknown): message is QuestionsChanged {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  return fields.get('kind') === 'classQuestions' && Number.isInteger(fields.get('classId'))
}
