import { z } from 'zod'
import type { DemandForm } from '../../contract/demands/demands.ts'
import { usualOfferDays } from '../../domain/demands/demand-rules.ts'
import { questionInputs, type DemandQuestion } from '../../domain/demands/questions.ts'
import { factsInForm } from '../../domain/demands/template-fields.ts'
import { templateOf } from '../../domain/demands/templates.ts'
import type { DemandTemplate } from '../../domain/demands/templates/template.ts'
import { typedYuan } from '../../domain/money-input.ts'
import { dateInput, daysAfter, timeInput } from '../../domain/time-input.ts'

const file = z.object({ fileId: z.string(), name: z.string(), size: z.number(), url: z.string() })
export type FormFile = z.output<typeof file>

const question = z.object({
  key: z.string(),
  label: z.string(),
  input: z.enum(questionInputs),
  /** One a line. */
  options: z.string(),
  unit: z.string(),
  required: z.boolean(),
})

/** What stands in the form, as typed. */
export const demandValues = z.object({
  demandTitle: z.string(),
  categoryId: z.number().nullable(),
  summary: z.string(),
  templateKey: z.string().nullable(),
  templateVersion: z.number().nullable(),
  /** What was typed into the template's fields, in their order. */
  fields: z.array(z.string()),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  questions: z.array(question),
  files: z.array(file),
  /** Whether there is a confidential part; turned off, what was typed there stays in this browser only. */
  secret: z.boolean(),
  confidentialText: z.string(),
  ownTerms: z.string(),
  annexes: z.array(file),
  sealedOnly: z.boolean(),
  /** 议价: no budget is told. */
  negotiable: z.boolean(),
  /** yuan */
  budget: z.string(),
  districtCode: z.string().nullable(),
  deliverBy: z.string(),
  deadlineDate: z.string(),
  deadlineTime: z.string(),
})
export type DemandValues = z.output<typeof demandValues>

const dayEnd = '18:00'

/** An empty form: two weeks of offering, until the end of a working day. */
export const emptyDemand = (now: string): DemandValues => ({
  ...{ demandTitle: '', categoryId: null, summary: '', templateKey: null, templateVersion: null },
  ...{ fields: [], facts: [{ label: '', value: '' }], questions: [], files: [] },
  ...{ secret: false, confidentialText: '', ownTerms: '', annexes: [], sealedOnly: false },
  ...{ negotiable: false, budget: '', districtCode: null, deliverBy: '' },
  ...{ deadlineDate: dateInput(daysAfter(now, usualOfferDays)), deadlineTime: dayEnd },
})

/** An empty form with what a template asks for. */
export const demandOfTemplate = (template: DemandTemplate, categoryId: number | null, now: string): DemandValues => ({
  ...emptyDemand(now),
  ...{ demandTitle: template.title, summary: template.summary, categoryId, facts: [] },
  ...{ templateKey: template.key, templateVersion: template.version },
  fields: template.fields.map(({ usual }) => usual),
  questions: template.questions.map(questionInForm),
})

/** A question as the form holds it: its options one a line. */
export const questionInForm = ({ options, ...rest }: DemandQuestion) => ({ ...rest, options: options.join('\n') })

/** A demand as the form shows it for changing. */
export const valuesOf = (demand: DemandForm): DemandValues => ({
  demandTitle: demand.demandTitle,
  categoryId: demand.categoryId,
  summary: demand.summary,
  templateKey: demand.templateKey,
  templateVersion: demand.templateVersion,
  ...factsInForm(templateOf(demand.templateKey, demand.templateVersion), demand.facts),
  questions: demand.questions.map(questionInForm),
  files: demand.files,
  secret: demand.confidential || demand.ownTerms !== '',
  confidentialText: demand.confidentialText,
  ownTerms: demand.ownTerms,
  annexes: demand.annexes,
  sealedOnly: demand.sealedOnly,
  negotiable: demand.demandBudget === null,
  budget: demand.demandBudget === null || demand.demandBudget === 0 ? '' : typedYuan(demand.demandBudget),
  districtCode: demand.districtCode,
  deliverBy: demand.deliverBy ?? '',
  deadlineDate: dateInput(demand.deadline),
  deadlineTime: timeInput(demand.deadline),
})

/** A new demand from an older one: its words, questions and files, with a time of its own. */
export function copyOf(demand: DemandForm, now: string): DemandValues {
  const { deadlineDate, deadlineTime } = emptyDemand(now)
  return { ...valuesOf(demand), deliverBy: '', deadlineDate, deadlineTime }
}

/** Deadlines to choose with one press: the end of the working day so many days on. */
export const deadlineIn = (now: string, days: number) => ({
  deadlineDate: dateInput(daysAfter(now, days)),
  deadlineTime: dayEnd,
})
