import { z } from 'zod'
import { demandsCalls, type DemandDetail, type DemandInput } from '../../contract/demands/demands.ts'
import { fieldMessage } from '../../contract/field-messages.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { fenOf, typedYuan } from '../../domain/money-input.ts'
import { dateInput, daysAfter, instantOf, timeInput } from '../../domain/time-input.ts'

/** What stands in the form, as typed. */
export const demandValues = z.object({
  demandTitle: z.string(),
  categoryId: z.number().nullable(),
  summary: z.string(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
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

/** Days a demand is open for offers unless one says otherwise. */
const usualDays = 14

/** An empty form: two weeks of offering, until the end of a working day. */
export const emptyDemand = (now: string): DemandValues => ({
  demandTitle: '',
  categoryId: null,
  summary: '',
  facts: [{ label: '', value: '' }],
  negotiable: false,
  budget: '',
  districtCode: null,
  deliverBy: '',
  deadlineDate: dateInput(daysAfter(now, usualDays)),
  deadlineTime: '18:00',
})

/** A demand as the form shows it for changing. */
export const valuesOf = (demand: DemandDetail): DemandValues => ({
  demandTitle: demand.demandTitle,
  categoryId: demand.categoryId,
  summary: demand.summary,
  facts:
    demand.facts.length > 0 ? demand.facts.map(({ label, value }) => ({ label, value })) : [{ label: '', value: '' }],
  negotiable: demand.demandBudget === null,
  budget: demand.demandBudget === null ? '' : typedYuan(demand.demandBudget),
  districtCode: demand.districtCode,
  deliverBy: demand.deliverBy ?? '',
  deadlineDate: dateInput(demand.deadline),
  deadlineTime: timeInput(demand.deadline),
})

/** Name of the form's field for a field of the call. */
const fieldNames: Readonly<Record<string, string>> = { demandBudget: 'budget', deadline: 'deadlineDate' }

/** Rows without a value are not published; their places are kept so that faults find their row. */
const filledRows = (values: DemandValues) =>
  values.facts.flatMap((fact, at) => (fact.value.trim() === '' ? [] : [{ fact, at }]))

/** Faults of the call by the names of the form, at the rows they are about. */
export const faultsInForm = (values: DemandValues, faults: readonly FieldFault[]): readonly FieldFault[] =>
  faults.map(({ field, message }) => {
    const row = /^facts\.(\d+)\.(.+)$/.exec(field)
    if (row === null) return { field: fieldNames[field] ?? field, message }
    return { field: `facts.${filledRows(values)[Number(row[1])]?.at ?? 0}.${row[2] ?? 'value'}`, message }
  })

/** The call's input, or what is wrong by the same rules as the server's, named as the form names them. */
export function demandInputOf(
  values: DemandValues,
  submit: boolean,
): { readonly ok: true; readonly input: DemandInput } | { readonly ok: false; readonly faults: readonly FieldFault[] } {
  const budget = values.negotiable ? null : fenOf(values.budget)
  const deadline = instantOf(values.deadlineDate, values.deadlineTime)
  const own: FieldFault[] = []
  if (!values.negotiable && budget === null)
    own.push({
      field: 'budget',
      message: values.budget.trim() === '' ? '请填写预算，或选择议价' : '请填写金额，最多两位小数',
    })
  if (deadline === null) own.push({ field: 'deadlineDate', message: '请选择截止日期和时间' })
  const input = {
    demandTitle: values.demandTitle,
    categoryId: values.categoryId,
    summary: values.summary,
    facts: filledRows(values).map(({ fact }) => fact),
    demandBudget: budget,
    districtCode: values.districtCode,
    deliverBy: values.deliverBy === '' ? null : values.deliverBy,
    deadline: deadline ?? '',
    submit,
  }
  const read = demandsCalls.demandSave.input.safeParse(input, { error: fieldMessage })
  const named = read.success
    ? []
    : faultsInForm(
        values,
        read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      )
  const faults = [...own, ...named.filter(({ field }) => !own.some((fault) => fault.field === field))]
  return read.success && faults.length === 0 ? { ok: true, input: read.data } : { ok: false, faults }
}
