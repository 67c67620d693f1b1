import type { DemandTemplate, TemplateField } from './templates/template.ts'

interface Fact {
  readonly label: string
  readonly value: string
}

const isNumber = (typed: string) => /^\d{1,12}(\.\d{1,4})?$/.test(typed)

/** What a field keeps of what was typed: a number gets its unit. */
const valueOf = ({ input, unit }: TemplateField, typed: string): string => {
  const plain = typed.trim()
  return input === 'number' && isNumber(plain) ? `${plain} ${unit}` : plain
}

/** What stands in the field for the value of a fact: a number without its unit. */
const typedOf = ({ input, unit }: TemplateField, value: string): string =>
  input === 'number' && value.endsWith(` ${unit}`) ? value.slice(0, -unit.length - 1) : value

/** The facts of a demand as its form holds them: what was typed into the template's fields in their order, and the rest. */
export function factsInForm(template: DemandTemplate | undefined, facts: readonly Fact[]) {
  const fields = template?.fields ?? []
  const found = fields.map(({ label }) => facts.findIndex((fact) => fact.label === label))
  return {
    fields: fields.map((field, at) => typedOf(field, facts[found[at] ?? -1]?.value ?? '')),
    facts: facts.filter((_fact, at) => !found.includes(at)).map(({ label, value }) => ({ label, value })),
  }
}

/** The facts that were typed into the fields of a template; empty fields are none. */
export const factsOfFields = (template: DemandTemplate | undefined, typed: readonly string[]): Fact[] =>
  (template?.fields ?? []).flatMap((field, at) => {
    const value = valueOf(field, typed[at] ?? '')
    return value === '' ? [] : [{ label: field.label, value }]
  })

const yesOrNo = ['是', '否']

/** Why what a fact says does not fit its field, or null. */
function misfit(field: TemplateField, value: string): string | null {
  if (field.input === 'number' && !isNumber(typedOf(field, value))) return `请填写数字，单位为${field.unit}`
  if (field.input === 'select' && !field.options.includes(value)) return '请从选项中选择'
  return field.input === 'yesNo' && !yesOrNo.includes(value) ? '请选择是或否' : null
}

/** A template's field that is missing or does not fit: `at` is its place in the template. */
export const fieldFaults = (template: DemandTemplate | undefined, facts: readonly Fact[]) =>
  (template?.fields ?? []).flatMap((field, at) => {
    const value = facts.find(({ label }) => label === field.label)?.value ?? ''
    const message =
      value === '' ? (field.required ? (field.options.length > 0 ? '请选择' : '请填写') : null) : misfit(field, value)
    return message === null ? [] : [{ field: `fields.${at}`, message, label: field.label }]
  })
