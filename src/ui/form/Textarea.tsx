import type { ComponentProps } from 'react'
import { controlBad, controlBase } from './control-class.ts'
import { Field, type FieldProps } from './Field.tsx'

type Props = FieldProps &
  Omit<ComponentProps<'textarea'>, 'className'> & {
    /** Current length; with `maxLength` it shows `0 / 2000`. */
    typed?: number | undefined
    className?: string | undefined
  }

/** Multi-line text input. */
export const Textarea = ({ label, required, error, hint, typed, className, rows = 4, ...rest }: Props) => {
  const counted = typed !== undefined && rest.maxLength !== undefined
  return (
    <Field label={label} required={required} error={error} hint={hint} className={className}>
      {(ids) => (
        <div className="relative">
          <textarea
            {...rest}
            {...ids}
            rows={rows}
            aria-required={required || undefined}
            className={`${controlBase} ${error ? controlBad : ''} block resize-none px-3 py-2 ${counted ? 'pb-7' : ''}`}
          />
          {counted && (
            <span className="pointer-events-none absolute right-2 bottom-1 rounded-sm bg-surface px-1 py-0.5 text-xs text-ink-3">
              {typed} / {rest.maxLength}
            </span>
          )}
        </div>
      )}
    </Field>
  )
}
