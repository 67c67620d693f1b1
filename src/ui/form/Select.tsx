import { Listbox, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react'
import { Check, ChevronDown } from 'lucide-react'
import { controlClass, optionClass, popClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'
import { labelPortalContainer } from '../overlay/portal-landmark.ts'

/** One option; `note` explains why it is disabled, such as 需资质. */
export type SelectOption<Value extends string | number> = {
  value: Value
  label: string
  note?: string | undefined
  disabled?: boolean | undefined
}

type Props<Value extends string | number> = FieldProps & {
  options: readonly SelectOption<Value>[]
  /** null for no selection. */
  value: Value | null
  onChange: (value: Value) => void
  onBlur?: (() => void) | undefined
  placeholder?: string | undefined
  disabled?: boolean | undefined
  /** Field name for plain form submission. */
  name?: string | undefined
  /** Label for screen readers only, as in sort rows. */
  bare?: boolean | undefined
  className?: string | undefined
}

/** Select. Keyboard, type-ahead and focus come from headlessui. */
export const Select = <Value extends string | number>(props: Props<Value>) => {
  const { label, required, error, hint, options, value, onChange, onBlur, placeholder = '请选择', className } = props
  const chosen = options.find((option) => option.value === value)
  const list = (ids: { id?: string; 'aria-describedby'?: string | undefined }) => (
    <Listbox
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      disabled={props.disabled ?? false}
      {...(props.name ? { name: props.name } : {})}
    >
      <ListboxButton
        id={ids.id}
        onBlur={onBlur}
        aria-label={`${label}：${chosen?.label ?? placeholder}`}
        aria-describedby={ids['aria-describedby']}
        data-fault={error === undefined ? undefined : ''}
        className={`${controlClass(error !== undefined)} flex items-center justify-between gap-2 text-left`}
      >
        <span className={`truncate ${chosen ? '' : 'text-ink-3'}`}>{chosen?.label ?? placeholder}</span>
        <ChevronDown className="text-ink-3" />
      </ListboxButton>
      <ListboxOptions
        ref={labelPortalContainer}
        anchor={{ to: 'bottom start', gap: 4 }}
        modal={false}
        aria-label={label}
        className={`${popClass} max-h-80! min-w-(--button-width) transition duration-200 data-closed:-translate-y-1 data-closed:opacity-0`}
        transition
      >
        {options.map((option) => (
          <ListboxOption
            key={option.value}
            value={option.value}
            disabled={option.disabled ?? false}
            className={`${optionClass} data-disabled:text-ink-disabled data-focus:bg-surface-2 data-selected:font-medium data-selected:text-accent`}
          >
            {option.label}
            {option.note ? <span className="text-xs">{option.note}</span> : option.value === value && <Check />}
          </ListboxOption>
        ))}
      </ListboxOptions>
    </Listbox>
  )
  if (props.bare) return <div className={className}>{list({})}</div>
  return (
    <Field label={label} required={required} error={error} hint={hint} className={className}>
      {list}
    </Field>
  )
}
