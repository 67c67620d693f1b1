/** How a question is answered: yes or no, one of some, a number with a unit, or words. */
export const questionInputs = ['yesNo', 'select', 'number', 'text'] as const
export type QuestionInput = (typeof questionInputs)[number]

/** What a demand asks of every offer, so that the answers stand side by side. */
export interface DemandQuestion {
  /** Key of the answer: of the template, or `own1`, `own2` … for the buyer's own. */
  readonly key: string
  readonly label: string
  readonly input: QuestionInput
  /** Values to choose from; none where they are typed. */
  readonly options: readonly string[]
  readonly unit: string
  readonly required: boolean
}

/** An answer as text: 是 or 否, one of the options, a plain number, or words. Questions left open have none. */
export interface Answer {
  readonly key: string
  readonly value: string
}
