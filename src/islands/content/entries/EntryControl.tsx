import type { EntryField } from '../../../domain/content/entries/entry-field.ts'
import { form } from '../../../stores/content/entries/entry-form.ts'
import { chosenOf, rowsOf, textOf, type EntryValues } from '../../../stores/content/entries/entry-values.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { DateInput, TimeInput } from '../../../ui/DateInput.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Input } from '../../../ui/Input.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Textarea } from '../../../ui/Textarea.tsx'
import { DistrictPicker } from '../../DistrictPicker.tsx'
import { GalleryField } from './GalleryField.tsx'
import { MarkdownField } from './MarkdownField.tsx'
import { PoliciesField } from './PoliciesField.tsx'
import { RowsField } from './RowsField.tsx'

type Props = { field: EntryField; values: EntryValues; fault: (name: string) => string | undefined }

const Choices = ({
  field,
  chosen,
  error,
}: {
  field: Extract<EntryField, { as: 'choice' | 'choices' }>
  chosen: readonly string[]
  error: string | undefined
}) => (
  <Field label={field.label} required={field.required} group error={error} className="md:col-span-2">
    {(_ids, labelId) => (
      <div role="group" aria-labelledby={labelId} className="flex flex-wrap gap-2">
        {field.options.map(({ value, label }) => (
          <Chip
            key={value}
            label={label}
            chosen={chosen.includes(value)}
            onChange={(on) =>
              form.set(
                field.name,
                // In the order in which they are declared, however they were chosen.
                field.options.flatMap((one) =>
                  (one.value === value ? on : chosen.includes(one.value)) ? [one.value] : [],
                ),
              )
            }
          />
        ))}
      </div>
    )}
  </Field>
)

/** Day and time of a moment; it is kept as `2026-11-20 14:08`. */
const Moment = ({ field, value, error }: { field: EntryField; value: string; error: string | undefined }) => {
  // What is typed and no day may hold spaces itself.
  const at = value.lastIndexOf(' ')
  const [day, time] = at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
  const { name, label, required, hint } = field
  return (
    <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-3">
      <DateInput
        label={label}
        required={required}
        hint={hint}
        error={error}
        name={name}
        value={day}
        onChange={(next) => form.set(name, `${next} ${time}`)}
      />
      <TimeInput
        label={`${label.replace(/时间$/, '')}时刻`}
        required={required}
        value={time}
        onChange={(next) => form.set(name, `${day} ${next}`)}
      />
    </div>
  )
}

/** A field of the form, by what it is. */
export const EntryControl = ({ field, values, fault }: Props) => {
  const { name, label, required, hint } = field
  const value = values[name]
  const text = textOf(value)
  const error = fault(name)
  const shared = { label, required, hint, error, name }
  switch (field.as) {
    case 'text':
      return (
        <Input
          {...shared}
          className={field.wide ? 'md:col-span-2' : undefined}
          maxLength={field.max}
          value={text}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )
    case 'area':
    case 'lines':
      return (
        <Textarea
          {...shared}
          className="md:col-span-2"
          rows={field.as === 'lines' ? 4 : 3}
          {...(field.as === 'area' ? { maxLength: field.max, typed: text.length } : {})}
          value={text}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )
    case 'markdown':
      return (
        <div className="md:col-span-2">
          <MarkdownField
            {...{ label, name, max: field.max, value: text, error }}
            onChange={(next) => form.set(name, next)}
          />
        </div>
      )
    case 'choice':
      return (
        <Select
          {...{ label, required, hint, error }}
          options={field.options}
          value={text === '' ? null : text}
          onChange={(next) => form.set(name, next)}
        />
      )
    case 'choices':
      return <Choices field={field} chosen={chosenOf(value)} error={error} />
    case 'money':
    case 'whole':
      return (
        <Input
          {...shared}
          unit={field.unit}
          inputMode={field.as === 'money' ? 'decimal' : 'numeric'}
          maxLength={16}
          value={text}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )
    case 'day':
      return <DateInput {...shared} value={text} onChange={(next) => form.set(name, next)} />
    case 'moment':
      return <Moment field={field} value={text} error={error} />
    case 'district':
      return (
        <DistrictPicker
          {...{ label, required, error }}
          levels={required ? 3 : 2}
          anywhere={!required}
          value={text}
          onChange={(code) => form.set(name, code ?? '')}
        />
      )
    case 'check':
      return (
        <Checkbox
          className="self-end md:col-span-2"
          checked={value === true}
          onChange={(event) => form.set(name, event.target.checked)}
        >
          {label}
        </Checkbox>
      )
    case 'rows':
      return <RowsField field={field} rows={rowsOf(value)} fault={fault} />
    case 'gallery':
      return <GalleryField rows={rowsOf(value)} fault={fault} />
    case 'policies':
      return <PoliciesField {...{ name, label, error }} chosen={chosenOf(value)} />
  }
}
