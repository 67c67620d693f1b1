import type { ComponentProps } from 'react'
import { controlClass } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'input'>, 'size' | 'className'> & {
    /** Unit at the right, such as 元; the value is then right-aligned, as sums are. */
    unit?: string | undefined
    /** Current length; with `maxLength` it shows `4 / 20`. */
    typed?: number | undefined
    className?: string | undefined
  }

/** Single-line text input. */
export const Input = ({ label, required, error, hint, unit, typed, className, ...rest }: Props) => {
  const counted = typed !== undefined && rest.maxLength !== undefined
  return (
    <Field label={label} required={required} error={error} hint={hint} className={className}>
      {(ids) => (
        <div className="relative">
          <input
            type="text"
            {...rest}
            {...ids}
            aria-required={required || undefined}
            className={`${controlClass(error !== undefined)} ${unit ? 'pr-14 text-right' : counted ? 'pr-16' : ''}`}
          />
          {unit && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-3">{unit}</span>
          )}
          {counted && (
            <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-ink-3">
              {typed} / {rest.maxLength}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}

/** Input of an amount in yuan. */
export const AmountInput = (props: Omit<Props, 'unit' | 'inputMode' | 'typed'>) => (
  <Input unit="元" inputMode="decimal" autoComplete="off" maxLength={20} {...props} />
)
