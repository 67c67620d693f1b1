import { deadlineError, deliverByError } from './demand-rules.ts'
import { questionErrors } from './validate-questions.ts'
import type { DemandQuestion } from './questions.ts'
import { templateFieldErrors } from './template-fields.ts'
import { findTemplate } from './templates.ts'

/** Demand form fields that are validated. */
export interface DemandFormContent {
  readonly demandTitle: string
  /** null = not chosen */
  readonly categoryId: number | null
  readonly summary: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly templateKey: string | null
  readonly templateVersion: number | null
  readonly questions: readonly DemandQuestion[]
  /** fen; null = 面议; 0 = not entered */
  readonly demandBudget: number | null
  readonly deliverBy: string | null
  /** null = not chosen */
  readonly deadline: string | null
}

interface FieldError {
  readonly field: string
  readonly message: string
}
const errorWhen = (when: boolean, field: string, message: string): FieldError[] => (when ? [{ field, message }] : [])
const errorsAt = (field: string, message: string | null): FieldError[] => (message === null ? [] : [{ field, message }])

/**
 * Validation errors that prevent submitting a demand (`fields.N` is the Nth field of the template). Used by browser
 * and server.
 */
export function validateDemand(demand: DemandFormContent, now: Date): FieldError[] {
  const { demandTitle, categoryId, demandBudget, deliverBy, deadline } = demand
  return [
    ...errorWhen(demandTitle === '', 'demandTitle', '请填写'),
    ...errorWhen(categoryId === null, 'categoryId', '请选择一个服务分类'),
    ...contentErrors(demand),
    ...errorWhen(demandBudget === 0, 'demandBudget', '请填写预算，或选择面议'),
    ...errorWhen(demandBudget !== null && demandBudget > 0 && demandBudget < 100, 'demandBudget', '预算至少 1 元'),
    ...errorsAt('deliverBy', deliverByError(deliverBy, now)),
    ...errorsAt('deadline', deadline === null ? '请选择截止日期和时间' : deadlineError(new Date(deadline), now)),
  ]
}

/** Errors of the public content and the questions; these rules also apply to edits of open demands. */
export function contentErrors(demand: Omit<DemandFormContent, 'deadline' | 'deliverBy'>): FieldError[] {
  const template = findTemplate(demand.templateKey, demand.templateVersion)
  return [
    ...errorWhen(demand.summary === '', 'summary', '请填写'),
    ...templateFieldErrors(template, demand.facts).map(({ field, message }) => ({ field, message })),
    ...demand.facts.flatMap(({ label, value }, at) => [
      ...errorWhen(label === '', `facts.${at}.label`, '请填写'),
      ...errorWhen(value === '', `facts.${at}.value`, '请填写'),
      ...errorWhen(
        label !== '' && demand.facts.findIndex((other) => other.label === label) < at,
        `facts.${at}.label`,
        '要求的名称不能重复',
      ),
    ]),
    ...questionErrors(demand.questions, template),
  ]
}
