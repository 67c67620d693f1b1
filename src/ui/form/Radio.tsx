import { useId } from 'react'
import { chipClass } from '../chip/chip-class.ts'
import { choiceClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'

type Props<Value extends string | number> = FieldProps & {
  options: readonly { value: Value; label: string; disabled?: boolean | undefined }[]
  value: Value | null
  onChange: (value: Value) => void
  /** `chip` renders the options as chips. */
  form?: 'radio' | 'chip' | undefined
  name?: string | undefined
}

/** Radio group with all options visible. Arrow keys move natively. */
export const Radio = <Value extends string | number>({
  options,
  value,
  onChange,
  form = 'radio',
  name,
  ...field
}: Props<Value>) => {
  const own = useId()
  const chip = form === 'chip'
  return (
    <Field {...field} group>
      {(ids, labelId) => (
        <div
          role="radiogroup"
          aria-labelledby={labelId}
          aria-describedby={ids['aria-describedby']}
          aria-required={field.required || undefined}
          className={`flex flex-wrap ${chip ? 'gap-3' : 'gap-x-6 gap-y-2'}`}
        >
          {options.map((option) => (
            <label
              key={option.value}
              className={
                chip
                  ? `${chipClass(option.value === value, option.disabled)} has-focus-visible:outline-accent outline-2 outline-offset-2 outline-transparent`
                  : choiceClass(option.disabled)
              }
            >
              <input
                type="radio"
                name={name ?? own}
                value={option.value}
                checked={option.value === value}
                disabled={option.disabled}
                onChange={() => onChange(option.value)}
                className={chip ? 'sr-only!' : undefined}
              />
              <span>{option.label}</span>
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}
