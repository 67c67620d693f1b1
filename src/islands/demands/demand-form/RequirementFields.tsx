import type { DemandTemplate, TemplateField } from '../../../domain/demands/templates/template.ts'
import { typedDemand } from '../../../stores/demands/demand-form/demand-form.ts'
import { withItem, withoutRow, withRow } from '../../../stores/row-updates.ts'
import { Input } from '../../../ui/form/Input.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import type { DemandPart } from './use-demand-form.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/button/Button.tsx'
import { useFocusAddedRow } from '../../use-focus-added-row.ts'

type Props = DemandPart & { template: DemandTemplate }

const yesNo = [
  { value: '是', label: '是' },
  { value: '否', label: '否' },
]

/** Fields of a template. */
export const TemplateFields = ({ template, form, values }: Props) => (
  <div className="grid items-start gap-x-5 gap-y-5 md:grid-cols-2">
    {template.fields.map((field, at) => (
      <TemplateInput
        key={field.label}
        field={field}
        value={values.fields[at] ?? ''}
        error={form.exactError(`fields.${at}`)}
        onChange={(typed) => typedDemand.set('fields', withItem(values.fields, at, typed, ''), `fields.${at}`)}
      />
    ))}
  </div>
)

type TemplateInputProps = {
  field: TemplateField
  value: string
  error: string | undefined
  onChange: (typed: string) => void
}

const TemplateInput = ({ field, value, error, onChange }: TemplateInputProps) => {
  const { label, required, input, options, unit, example } = field
  const around = { label, required, error, hint: field.hint === '' ? undefined : field.hint }
  const typed = { value, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
  const placeholder = example === '' ? undefined : `如：${example}`
  if (input === 'text') return <Input {...around} placeholder={placeholder} maxLength={200} {...typed} />
  if (input === 'number')
    return <Input {...around} unit={unit} inputMode="decimal" placeholder={placeholder} maxLength={16} {...typed} />
  return (
    <div data-fault={error ? '' : undefined}>
      {input === 'yesNo' ? (
        <Radio {...around} options={yesNo} value={value || null} onChange={onChange} />
      ) : (
        <Select
          {...around}
          options={options.map((option) => ({ value: option, label: option }))}
          value={value || null}
          onChange={onChange}
        />
      )}
    </div>
  )
}

const maxFacts = 20

/** Requirements, row by row. Rows without a value are omitted. */
export const FactRows = ({ form, values: { facts } }: DemandPart) => {
  const { list, added } = useFocusAddedRow<HTMLUListElement>()
  const cell = (at: number, name: 'label' | 'value') => ({
    value: facts[at]?.[name] ?? '',
    error: form.exactError(`facts.${at}.${name}`),
    onChange: ({ target }: { target: { value: string } }) =>
      typedDemand.set('facts', withRow(facts, at, { [name]: target.value }), `facts.${at}.${name}`),
  })
  const add = () => {
    typedDemand.set('facts', [...facts, { label: '', value: '' }])
    added()
  }
  return (
    <div>
      <ul ref={list} className="space-y-4">
        {facts.map((_fact, index) => (
          <li key={index} className="grid grid-cols-[1fr_auto] items-start gap-3 md:grid-cols-[200px_1fr_auto]">
            <Input label={`要求 ${index + 1}`} placeholder="如：物种与分组" maxLength={20} {...cell(index, 'label')} />
            <Input
              label="内容"
              className="max-md:col-span-1 max-md:row-start-2"
              placeholder="如：比格犬，对照加 3 个剂量组"
              maxLength={200}
              {...cell(index, 'value')}
            />
            <Button
              square
              className="mt-7 text-ink-3 max-md:row-span-2 max-md:size-11!"
              aria-label={`删除要求 ${index + 1}`}
              onClick={() => typedDemand.set('facts', withoutRow(facts, index))}
            >
              <Trash2 className="size-4" />
            </Button>
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button size="sm" disabled={facts.length >= maxFacts} onClick={add}>
          <Plus className="size-4" />
          添加要求
        </Button>
        <span className="text-sm text-ink-3">最多 {maxFacts} 项，内容为空的行不会发布。</span>
      </div>
    </div>
  )
}
