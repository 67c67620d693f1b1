import { useId, type ReactNode } from 'react'
import { hintClass, labelClass } from './control-class.ts'
import { Fault } from './Fault.tsx'

/** Props around every form control. */
export type FieldProps = {
  /** Label above the control. */
  label: string
  required?: boolean | undefined
  /** Error text; replaces the hint. */
  error?: string | undefined
  hint?: string | undefined
}

/** Attributes that connect the control with label, error and hint. */
export type FieldIds = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type Props = FieldProps & {
  /** The control is not an input (a group, a list box): the label is rendered as a caption. */
  group?: boolean | undefined
  className?: string | undefined
  /** The control; a group is named by `labelId`. */
  children: (ids: FieldIds, labelId: string) => ReactNode
}

/** Label above, control, error or hint below. */
export const Field = ({ label, required, error, hint, group, className = '', children }: Props) => {
  const id = useId()
  const labelId = `${id}label`
  const ids: FieldIds = {
    id,
    'aria-describedby': error || hint ? `${id}note` : undefined,
    'aria-invalid': error ? true : undefined,
  }
  const words = (
    <>
      {label}
      {required && (
        <span className="text-bad" aria-hidden>
          *
        </span>
      )}
    </>
  )
  return (
    <div className={`min-w-0 ${className}`}>
      {group ? (
        <span id={labelId} className={labelClass}>
          {words}
        </span>
      ) : (
        <label id={labelId} htmlFor={id} className={labelClass}>
          {words}
        </label>
      )}
      {children(ids, labelId)}
      <Fault id={`${id}note`} message={error} />
      {!error && hint && (
        <p id={`${id}note`} className={hintClass}>
          {hint}
        </p>
      )}
    </div>
  )
}
