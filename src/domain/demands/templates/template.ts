import type { DemandQuestion, QuestionInput } from '../questions.ts'

/** Field the buyer fills in; stored as a fact of the demand under its label. */
export interface TemplateField {
  /** Label of the fact; unique within the template. */
  readonly label: string
  readonly input: QuestionInput
  /** Options of a selection; otherwise empty. */
  readonly options: readonly string[]
  /** Unit shown after a number, in the form and in the fact. */
  readonly unit: string
  readonly required: boolean
  /** Placeholder of the empty field. */
  readonly example: string
  /** Initial value; '' = empty. */
  readonly initial: string
  /** Hint below the field. */
  readonly hint: string
}

/**
 * Template for one kind of study: prefilled fields and questions to suppliers. A published version is never changed,
 * because demands refer to it; see src/docs/design/demands.md.
 */
export interface DemandTemplate {
  /** Used in URLs: `?template=pk`. */
  readonly key: string
  readonly version: number
  readonly name: string
  /** Purpose in one sentence. */
  readonly about: string
  /** Icon name. */
  readonly mark: TemplateMark
  readonly title: string
  /** Keywords to find the category; the first match is used. */
  readonly categoryKeywords: readonly string[]
  readonly summary: string
  readonly fields: readonly TemplateField[]
  /** Questions that every offer answers. */
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
