import { Controller, type Control, type FieldErrors, type UseFormRegister } from 'react-hook-form'
import type { DemandTemplate, TemplateField } from '../../domain/demands/templates/template.ts'
import type { DemandValues } from '../../stores/demands/demand-values.ts'
import { Input } from '../../ui/Input.tsx'
import { Radio } from '../../ui/Radio.tsx'
import { Select } from '../../ui/Select.tsx'

type Props = {
  template: DemandTemplate
  control: Control<DemandValues>
  register: UseFormRegister<DemandValues>
  errors: FieldErrors<DemandValues>['fields']
}

const yesNo = [
  { value: '是', label: '是' },
  { value: '否', label: '否' },
]

/** What a template asks of the buyer, each as the input that fits it. */
export const TemplateFields = ({ template, control, register, errors }: Props) => (
  <div className="grid items-start gap-x-5 gap-y-5 md:grid-cols-2">
    {template.fields.map((field, at) => (
      <One
        key={field.label}
        field={field}
        at={at}
        control={control}
        register={register}
        error={errors?.[at]?.message}
      />
    ))}
  </div>
)

type OneProps = Pick<Props, 'control' | 'register'> & { field: TemplateField; at: number; error: string | undefined }

const One = ({ field, at, control, register, error }: OneProps) => {
  const { label, required, input, options, unit, example } = field
  const around = { label, required, error, hint: field.hint === '' ? undefined : field.hint }
  const placeholder = example === '' ? undefined : `如：${example}`
  if (input === 'text')
    return <Input {...around} placeholder={placeholder} maxLength={200} {...register(`fields.${at}`)} />
  if (input === 'number')
    return (
      <Input
        {...around}
        unit={unit}
        inputMode="decimal"
        placeholder={placeholder}
        maxLength={16}
        {...register(`fields.${at}`)}
      />
    )
  return (
    <Controller
      control={control}
      name={`fields.${at}`}
      render={({ field: typed }) => (
        <div data-fault={error ? '' : undefined}>
          {input === 'yesNo' ? (
            <Radio {...around} options={yesNo} value={typed.value || null} onChange={typed.onChange} />
          ) : (
            <Select
              {...around}
              options={options.map((value) => ({ value, label: value }))}
              value={typed.value || null}
              onChange={typed.onChange}
            />
          )}
        </div>
      )}
    />
  )
}
