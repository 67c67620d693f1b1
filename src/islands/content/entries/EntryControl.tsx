import type { EntryField } from '../../../domain/content/entries/entry-field.ts'
import { entryEditorForm } from '../../../stores/content/entries/entry-form.ts'
import { chosenOf, rowsOf, textOf, type EntryValues } from '../../../stores/content/entries/entry-values.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Chip } from '../../../ui/chip/Chip.tsx'
import { DateInput, TimeInput } from '../../../ui/date/DateInput.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { DistrictPicker } from '../../reference/DistrictPicker.tsx'
import { GalleryField, MarkdownField, PoliciesField } from './entry-fields.tsx'
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
              entryEditorForm.set(
                field.name,
                // In order of declaration, however they were selected.
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

/** Date and time input; the value is stored as `2026-11-20 14:08`. */
const Moment = ({ field, value, error }: { field: EntryField; value: string; error: string | undefined }) => {
  // An invalid typed date may contain spaces itself.
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
        onChange={(next) => entryEditorForm.set(name, `${next} ${time}`)}
      />
      <TimeInput
        label={`${label.replace(/时间$/, '')}时刻`}
        required={required}
        value={time}
        onChange={(next) => entryEditorForm.set(name, `${day} ${next}`)}
      />
    </div>
  )
}

/** Input of a form field, by its type. */
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
          onChange={(event) => entryEditorForm.set(name, event.target.value)}
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
          onChange={(event) => entryEditorForm.set(name, event.target.value)}
        />
      )
    case 'markdown':
      return (
        <div className="md:col-span-2">
          <MarkdownField
            label={label}
            name={name}
            max={field.max}
            required={required}
            value={text}
            error={error}
            onChange={(next) => entryEditorForm.set(name, next)}
          />
        </div>
      )
    case 'choice':
      return (
        <Select
          label={label}
          required={required}
          hint={hint}
          error={error}
          options={field.options}
          value={text === '' ? null : text}
          onChange={(next) => entryEditorForm.set(name, next)}
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
          onChange={(event) => entryEditorForm.set(name, event.target.value)}
        />
      )
    case 'day':
      return <DateInput {...shared} value={text} onChange={(next) => entryEditorForm.set(name, next)} />
    case 'moment':
      return <Moment field={field} value={text} error={error} />
    case 'district':
      return (
        <DistrictPicker
          label={label}
          required={required}
          error={error}
          levels={required ? 3 : 2}
          anywhere={!required}
          value={text}
          onChange={(code) => entryEditorForm.set(name, code ?? '')}
        />
      )
    case 'check':
      return (
        <Checkbox
          className="self-end md:col-span-2"
          checked={value === true}
          onChange={(event) => entryEditorForm.set(name, event.target.checked)}
        >
          {label}
        </Checkbox>
      )
    case 'rows':
      return <RowsField field={field} rows={rowsOf(value)} fault={fault} />
    case 'gallery':
      return <GalleryField rows={rowsOf(value)} fault={fault} />
    case 'policies':
      return <PoliciesField name={name} label={label} error={error} chosen={chosenOf(value)} />
  }
}
