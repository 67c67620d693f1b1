import { deadlineFault, deliverByFault } from './demand-rules.ts'
import { questionFaults } from './question-faults.ts'
import type { DemandQuestion } from './questions.ts'
import { fieldFaults } from './template-fields.ts'
import { templateOf } from './templates.ts'

/** What of a demand its rules look at. */
export interface DemandWords {
  readonly demandTitle: string
  /** null = not chosen */
  readonly categoryId: number | null
  readonly summary: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly templateKey: string | null
  readonly templateVersion: number | null
  readonly questions: readonly DemandQuestion[]
  /** fen; null = 议价; 0 = not typed */
  readonly demandBudget: number | null
  readonly deliverBy: string | null
  /** null = not chosen */
  readonly deadline: string | null
}

interface Fault {
  readonly field: string
  readonly message: string
}
const fault = (when: boolean, field: string, message: string): Fault[] => (when ? [{ field, message }] : [])
const said = (field: string, message: string | null): Fault[] => (message === null ? [] : [{ field, message }])

/**
 * What keeps a demand from being submitted, each at its field (`fields.N` is the Nth field of the template); nothing
 * when it may. Browser and server ask the same.
 */
export function demandFaults(demand: DemandWords, now: Date): Fault[] {
  const { demandTitle, categoryId, demandBudget, deliverBy, deadline } = demand
  return [
    ...fault(demandTitle === '', 'demandTitle', '请填写'),
    ...fault(categoryId === null, 'categoryId', '请选择一个服务类别'),
    ...wordFaults(demand),
    ...fault(demandBudget === 0, 'demandBudget', '请填写预算，或选择议价'),
    ...fault(demandBudget !== null && demandBudget > 0 && demandBudget < 100, 'demandBudget', '预算至少 1 元'),
    ...said('deliverBy', deliverByFault(deliverBy, now)),
    ...said('deadline', deadline === null ? '请选择截止日期和时间' : deadlineFault(new Date(deadline), now)),
  ]
}

/** The part of the rules that holds for an open demand too: its public words and what it asks. */
export function wordFaults(demand: Omit<DemandWords, 'deadline' | 'deliverBy'>): Fault[] {
  const template = templateOf(demand.templateKey, demand.templateVersion)
  return [
    ...fault(demand.summary === '', 'summary', '请填写'),
    ...fieldFaults(template, demand.facts).map(({ field, message }) => ({ field, message })),
    ...demand.facts.flatMap(({ label, value }, at) => [
      ...fault(label === '', `facts.${at}.label`, '请填写'),
      ...fault(value === '', `facts.${at}.value`, '请填写'),
      ...fault(
        label !== '' && demand.facts.findIndex((other) => other.label === label) < at,
        `facts.${at}.label`,
        '要求的名称不能重复',
      ),
    ]),
    ...questionFaults(demand.questions, template),
  ]
}
