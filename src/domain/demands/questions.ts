/** Input types of a question: yes/no, selection, number with unit, or text. */
export const questionInputs = ['yesNo', 'select', 'number', 'text'] as const
export type QuestionInput = (typeof questionInputs)[number]

/** Question that every offer answers, so that answers can be compared. */
export interface DemandQuestion {
  /** Template key, or `own1`, `own2` … for the buyer's own questions. */
  readonly key: string
  readonly label: string
  readonly input: QuestionInput
  /** Options of a selection; otherwise empty. */
  readonly options: readonly string[]
  readonly unit: string
  readonly required: boolean
}

/** Answer as text: 是 or 否, an option, a number, or free text. Unanswered questions have none. */
export interface Answer {
  readonly key: string
  readonly value: string
}
