import type { DemandQuestion, QuestionInput } from '../questions.ts'

/** What the buyer fills in: kept in the demand as a fact under its label. */
export interface TemplateField {
  /** Name of the fact; one of its kind within the template. */
  readonly label: string
  readonly input: QuestionInput
  /** Values to choose from; none where they are typed. */
  readonly options: readonly string[]
  /** Stands after a number, in the form and in the fact. */
  readonly unit: string
  readonly required: boolean
  /** What somebody may have written there, shown in the empty field. */
  readonly example: string
  /** Value it starts with, meant to be changed; '' = empty. */
  readonly usual: string
  /** One sentence below the field. */
  readonly hint: string
}

/**
 * One kind of study as a starting point: what suppliers ask first, and what they are asked. A version is never changed
 * once it is out, since demands were made from it; see decision 030.
 */
export interface DemandTemplate {
  /** Stands in addresses: `?template=pk`. */
  readonly key: string
  readonly version: number
  readonly name: string
  /** What it is for, in one sentence. */
  readonly about: string
  /** Name of the drawn mark. */
  readonly mark: TemplateMark
  readonly title: string
  /** Words by which the category is found, the first that fits. */
  readonly categoryWords: readonly string[]
  readonly summary: string
  readonly fields: readonly TemplateField[]
  /** What every offer answers, in the same words from every supplier. */
  readonly questions: readonly DemandQuestion[]
}

export type TemplateMark =
  | 'molecule'
  | 'efficacy'
  | 'pk'
  | 'safety'
  | 'flask'
  | 'capsule'
  | 'cell'
  | 'gene'
  | 'analysis'
  | 'vial'
  | 'material'
  | 'clinical'
  | 'plate'
  | 'registration'
  | 'device'
