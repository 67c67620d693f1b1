import { demandsCalls } from '../../../contract/demands/demands.ts'
import { fieldMessage } from '../../../contract/field-messages.ts'
import type { FieldError } from '../../../contract/failures.ts'
import { validateDemand } from '../../../domain/demands/validate-demand.ts'
import { factsOfFields } from '../../../domain/demands/template-fields.ts'
import { findTemplate } from '../../../domain/demands/templates.ts'
import { parseFen } from '../../../domain/money-input.ts'
import { instantOf } from '../../../domain/time-input.ts'
import type { DemandValues } from './demand-values.ts'

const demandInput = demandsCalls.demandSave.input

/** Form fields whose names differ from the call's fields. */
const fieldNames: Readonly<Record<string, string>> = {
  demandBudget: 'budget',
  deadline: 'deadlineDate',
  fileIds: 'files',
  annexIds: 'annexes',
}

/**
 * Facts with their origins in the form: template fields first, then rows. Submitting omits rows without a value; drafts
 * keep incomplete rows.
 */
function factsWithPlaces(values: DemandValues, submit: boolean) {
  const template = findTemplate(values.templateKey, values.templateVersion)
  const fields = (template?.fields ?? []).flatMap((_field, at) =>
    factsOfFields(
      template,
      values.fields.map((typed, other) => (other === at ? typed : '')),
    ).map((fact) => ({
      fact,
      place: `fields.${at}`,
    })),
  )
  const rows = values.facts.flatMap((fact, at) => {
    const empty = fact.value.trim() === '' && (submit || fact.label.trim() === '')
    return empty ? [] : [{ fact, place: `facts.${at}` }]
  })
  return [...fields, ...rows]
}

/** Maps the call's errors to form fields and rows. */
export const toFormErrors = (
  values: DemandValues,
  fieldErrors: readonly FieldError[],
  submit: boolean,
): readonly FieldError[] =>
  fieldErrors.map(({ field, message }) => {
    const [first = '', at = '', last = ''] = field.split('.')
    if (first === 'facts' && at !== '') {
      const place = factsWithPlaces(values, submit)[Number(at)]?.place ?? 'facts.0'
      return { field: place.startsWith('fields') ? place : `${place}.${last === '' ? 'value' : last}`, message }
    }
    if (first === 'questions')
      return { field: last === 'key' ? `questions.${at}.label` : field.split('.').slice(0, 3).join('.'), message }
    const name = fieldNames[first] ?? first
    return { field: first === 'fields' ? field : name, message }
  })

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Call input before validation. */
const rawInput = (values: DemandValues, submit: boolean) => ({
  demandTitle: values.demandTitle,
  categoryId: values.categoryId,
  summary: values.summary,
  templateKey: values.templateKey,
  templateVersion: values.templateVersion,
  facts: factsWithPlaces(values, submit).map(({ fact }) => fact),
  requiredTags: values.requiredTags,
  questions: values.questions.map((question) => ({
    ...question,
    options: question.input === 'select' ? linesOf(question.options) : [],
    unit: question.input === 'number' ? question.unit : '',
  })),
  fileIds: values.files.map(({ fileId }) => fileId),
  ...(values.secret
    ? {
        annexIds: values.annexes.map(({ fileId }) => fileId),
        confidentialText: values.confidentialText,
        ownTerms: values.ownTerms,
      }
    : { annexIds: [], confidentialText: '', ownTerms: '' }),
  sealedOnly: values.sealedOnly,
  invitedOnly: values.invitedOnly,
  demandBudget: values.negotiable ? null : (parseFen(values.budget) ?? 0),
  districtCode: values.districtCode,
  deliverBy: values.deliverBy === '' ? null : values.deliverBy,
  deadline: instantOf(values.deadlineDate, values.deadlineTime),
  programmeId: values.programmeId,
  submit,
})

/** Errors only the form can detect: invalid sums, an enabled switch without content. */
const formOnlyErrors = (values: DemandValues, submit: boolean): FieldError[] => [
  ...(!values.negotiable && values.budget.trim() !== '' && parseFen(values.budget) === null
    ? [{ field: 'budget', message: '请填写金额，最多两位小数' }]
    : []),
  ...(submit && values.secret && values.confidentialText.trim() === '' && values.annexes.length === 0
    ? [{ field: 'confidentialText', message: '请填写保密说明或上传保密附件，没有保密资料请关闭此项' }]
    : []),
]

type Input = ReturnType<typeof demandInput.parse>
type DemandInputResult =
  { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly fieldErrors: readonly FieldError[] }

/** Call input, or the form's errors by the same rules as the server. */
export function parseDemandInput(values: DemandValues, submit: boolean, now: string): DemandInputResult {
  const own = formOnlyErrors(values, submit)
  const read = demandInput.safeParse(rawInput(values, submit), { error: fieldMessage })
  const said: readonly FieldError[] = read.success
    ? submit
      ? validateDemand(read.data, new Date(now))
      : []
    : read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const named = toFormErrors(values, said, submit)
  const fieldErrors = [...own, ...named.filter(({ field }) => !own.some((fault) => fault.field === field))]
  return read.success && fieldErrors.length === 0 ? { ok: true, input: read.data } : { ok: false, fieldErrors }
}
