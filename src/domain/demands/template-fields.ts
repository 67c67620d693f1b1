import type { DemandTemplate, TemplateField } from './templates/template.ts'

interface Fact {
  readonly label: string
  readonly value: string
}

const isNumber = (typed: string) => /^\d{1,12}(\.\d{1,4})?$/.test(typed)

/** Stored value of an input: numbers get their unit. */
const fieldValue = ({ input, unit }: TemplateField, typed: string): string => {
  const plain = typed.trim()
  return input === 'number' && isNumber(plain) ? `${plain} ${unit}` : plain
}

/** Input value of a stored fact: numbers without their unit. */
const typedValue = ({ input, unit }: TemplateField, value: string): string =>
  input === 'number' && value.endsWith(` ${unit}`) ? value.slice(0, -unit.length - 1) : value

/** Splits facts into the values of the template's fields, in template order, and the remaining facts. */
export function factsInForm(template: DemandTemplate | undefined, facts: readonly Fact[]) {
  const fields = template?.fields ?? []
  const found = fields.map(({ label }) => facts.findIndex((fact) => fact.label === label))
  return {
    fields: fields.map((field, at) => typedValue(field, facts[found[at] ?? -1]?.value ?? '')),
    facts: facts.filter((_fact, at) => !found.includes(at)).map(({ label, value }) => ({ label, value })),
  }
}

/** Facts from the inputs of the template's fields; empty inputs are skipped. */
export const factsOfFields = (template: DemandTemplate | undefined, typed: readonly string[]): Fact[] =>
  (template?.fields ?? []).flatMap((field, at) => {
    const value = fieldValue(field, typed[at] ?? '')
    return value === '' ? [] : [{ label: field.label, value }]
  })

const yesOrNo = ['是', '否']

/** Validation error of a fact's value, or null. */
function fieldValueError(field: TemplateField, value: string): string | null {
  if (field.input === 'number' && !isNumber(typedValue(field, value))) return `请填写数字，单位为${field.unit}`
  if (field.input === 'select' && !field.options.includes(value)) return '请从选项中选择'
  return field.input === 'yesNo' && !yesOrNo.includes(value) ? '请选择是或否' : null
}

/** Errors of template fields that are missing or invalid. */
export const templateFieldErrors = (template: DemandTemplate | undefined, facts: readonly Fact[]) =>
  (template?.fields ?? []).flatMap((field, at) => {
    const value = facts.find(({ label }) => label === field.label)?.value ?? ''
    const message =
      value === ''
        ? field.required
          ? field.options.length > 0
            ? '请选择'
            : '请填写'
          : null
        : fieldValueError(field, value)
    return message === null ? [] : [{ field: `fields.${at}`, message, label: field.label }]
  })
