import { z } from 'zod'
import type { DemandForm } from '../../../contract/demands/demands.ts'
import { defaultOfferDays } from '../../../domain/demands/demand-rules.ts'
import { questionInputs, type DemandQuestion } from '../../../domain/demands/questions.ts'
import { factsInForm } from '../../../domain/demands/template-fields.ts'
import { findTemplate } from '../../../domain/demands/templates.ts'
import type { DemandTemplate } from '../../../domain/demands/templates/template.ts'
import { formatYuanInput } from '../../../domain/money-input.ts'
import { dateInput, daysAfter, timeInput } from '../../../domain/time-input.ts'

const file = z.object({ fileId: z.string(), name: z.string(), size: z.number(), url: z.string() })
export type FormFile = z.output<typeof file>

const question = z.object({
  key: z.string(),
  label: z.string(),
  input: z.enum(questionInputs),
  /** One per line. */
  options: z.string(),
  unit: z.string(),
  required: z.boolean(),
})

/** Form values as typed. */
export const demandValues = z.object({
  demandTitle: z.string(),
  categoryId: z.number().nullable(),
  summary: z.string(),
  templateKey: z.string().nullable(),
  templateVersion: z.number().nullable(),
  /** Texts of the template's fields, in their order. */
  fields: z.array(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Qualifications that a supplier has to hold; absent in drafts of earlier forms. */
  requiredTags: z.array(z.string()).optional(),
  questions: z.array(question),
  files: z.array(file),
  /** Whether there is a confidential part; when switched off, its text stays in the local draft only. */
  secret: z.boolean(),
  confidentialText: z.string(),
  ownTerms: z.string(),
  annexes: z.array(file),
  sealedOnly: z.boolean(),
  invitedOnly: z.boolean(),
  /** 面议: no budget is given. */
  negotiable: z.boolean(),
  /** yuan */
  budget: z.string(),
  districtCode: z.string().nullable(),
  deliverBy: z.string(),
  deadlineDate: z.string(),
  deadlineTime: z.string(),
  /** R&D programme that was chosen and not saved yet; null = none. Absent where it stays as it is. */
  programmeId: z.number().nullable().optional(),
})
export type DemandValues = z.output<typeof demandValues>

const dayEnd = '18:00'

/** Empty form: open for offers for two weeks, until the end of a working day. */
export const emptyDemand = (now: string): DemandValues => ({
  demandTitle: '',
  categoryId: null,
  summary: '',
  templateKey: null,
  templateVersion: null,
  fields: [],
  facts: [{ label: '', value: '' }],
  requiredTags: [],
  questions: [],
  files: [],
  secret: false,
  confidentialText: '',
  ownTerms: '',
  annexes: [],
  sealedOnly: false,
  invitedOnly: false,
  negotiable: false,
  budget: '',
  districtCode: null,
  deliverBy: '',
  deadlineDate: dateInput(daysAfter(now, defaultOfferDays)),
  deadlineTime: dayEnd,
})

/** Empty form with a template's fields and questions. */
export const demandOfTemplate = (template: DemandTemplate, categoryId: number | null, now: string): DemandValues => ({
  ...emptyDemand(now),
  demandTitle: template.title,
  summary: template.summary,
  categoryId,
  facts: [],
  templateKey: template.key,
  templateVersion: template.version,
  fields: template.fields.map(({ initial }) => initial),
  questions: template.questions.map(toQuestionValues),
})

/** Form values of a question: options one per line. */
export const toQuestionValues = ({ options, ...rest }: DemandQuestion) => ({ ...rest, options: options.join('\n') })

/** Form values of an existing demand. */
export const demandValuesOf = (demand: DemandForm): DemandValues => ({
  demandTitle: demand.demandTitle,
  categoryId: demand.categoryId,
  summary: demand.summary,
  templateKey: demand.templateKey,
  templateVersion: demand.templateVersion,
  ...factsInForm(findTemplate(demand.templateKey, demand.templateVersion), demand.facts),
  requiredTags: demand.requiredTags,
  questions: demand.questions.map(toQuestionValues),
  files: demand.files,
  secret: demand.confidential || demand.ownTerms !== '',
  confidentialText: demand.confidentialText,
  ownTerms: demand.ownTerms,
  annexes: demand.annexes,
  sealedOnly: demand.sealedOnly,
  invitedOnly: demand.invitedOnly,
  negotiable: demand.demandBudget === null,
  budget: demand.demandBudget === null || demand.demandBudget === 0 ? '' : formatYuanInput(demand.demandBudget),
  districtCode: demand.districtCode,
  deliverBy: demand.deliverBy ?? '',
  deadlineDate: dateInput(demand.deadline),
  deadlineTime: timeInput(demand.deadline),
})

/** Form values copied from an older demand: texts, questions and files, with a new deadline and without its programme. */
export function copyDemandValues(demand: DemandForm, now: string): DemandValues {
  const { deadlineDate, deadlineTime } = emptyDemand(now)
  return { ...demandValuesOf(demand), deliverBy: '', deadlineDate, deadlineTime }
}

/** Preset deadline: the end of the working day after a number of days. */
export const deadlineIn = (now: string, days: number) => ({
  deadlineDate: dateInput(daysAfter(now, days)),
  deadlineTime: dayEnd,
})
