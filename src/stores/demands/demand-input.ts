import { demandsCalls } from '../../contract/demands/demands.ts'
import { fieldMessage } from '../../contract/field-messages.ts'
import type { FieldFault } from '../../contract/failures.ts'
import { demandFaults } from '../../domain/demands/demand-faults.ts'
import { factsOfFields } from '../../domain/demands/template-fields.ts'
import { templateOf } from '../../domain/demands/templates.ts'
import { fenOf } from '../../domain/money-input.ts'
import { instantOf } from '../../domain/time-input.ts'
import type { DemandValues } from './demand-values.ts'

const call = demandsCalls.demandSave.input

/** Names of the form for fields of the call that it calls otherwise. */
const fieldNames: Readonly<Record<string, string>> = {
  ...{ demandBudget: 'budget', deadline: 'deadlineDate', fileIds: 'files', annexIds: 'annexes' },
}

/**
 * The facts of a form with the places they come from: the template's fields first, then the rows. What is submitted
 * leaves out rows without a value; a draft keeps what is half typed.
 */
function factsOf(values: DemandValues, submit: boolean) {
  const template = templateOf(values.templateKey, values.templateVersion)
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

/** Faults of the call by the names of the form, at the rows they are about. */
export const faultsInForm = (
  values: DemandValues,
  faults: readonly FieldFault[],
  submit: boolean,
): readonly FieldFault[] =>
  faults.map(({ field, message }) => {
    const [first = '', at = '', last = ''] = field.split('.')
    if (first === 'facts' && at !== '') {
      const place = factsOf(values, submit)[Number(at)]?.place ?? 'facts.0'
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

/** The call's input before it is checked. */
const rawInput = (values: DemandValues, submit: boolean) => ({
  demandTitle: values.demandTitle,
  categoryId: values.categoryId,
  summary: values.summary,
  templateKey: values.templateKey,
  templateVersion: values.templateVersion,
  facts: factsOf(values, submit).map(({ fact }) => fact),
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
  demandBudget: values.negotiable ? null : (fenOf(values.budget) ?? 0),
  districtCode: values.districtCode,
  deliverBy: values.deliverBy === '' ? null : values.deliverBy,
  deadline: instantOf(values.deadlineDate, values.deadlineTime),
  submit,
})

/** What only the form can know: sums that are no sums, a switch with nothing behind it. */
const ownFaults = (values: DemandValues, submit: boolean): FieldFault[] => [
  ...(!values.negotiable && values.budget.trim() !== '' && fenOf(values.budget) === null
    ? [{ field: 'budget', message: '请填写金额，最多两位小数' }]
    : []),
  ...(submit && values.secret && values.confidentialText.trim() === '' && values.annexes.length === 0
    ? [{ field: 'confidentialText', message: '请填写保密说明或上传保密附件，没有保密资料请关闭此项' }]
    : []),
]

type Input = ReturnType<typeof call.parse>
type Read =
  { readonly ok: true; readonly input: Input } | { readonly ok: false; readonly faults: readonly FieldFault[] }

/** The call's input, or what is wrong by the same rules as the server's, named as the form names them. */
export function demandInputOf(values: DemandValues, submit: boolean, now: string): Read {
  const own = ownFaults(values, submit)
  const read = call.safeParse(rawInput(values, submit), { error: fieldMessage })
  const said: readonly FieldFault[] = read.success
    ? submit
      ? demandFaults(read.data, new Date(now))
      : []
    : read.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  const named = faultsInForm(values, said, submit)
  const faults = [...own, ...named.filter(({ field }) => !own.some((fault) => fault.field === field))]
  return read.success && faults.length === 0 ? { ok: true, input: read.data } : { ok: false, faults }
}
