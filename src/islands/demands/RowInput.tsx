import type { ComponentProps } from 'react'
import { controlBad, controlBase, controlClass } from '../../ui/form/control-class.ts'

type Props = Omit<ComponentProps<'input'>, 'className'> & {
  /** For screen readers; the column header is the visible label. */
  label: string
  wrong: boolean
  /** Id of the error text. */
  fault: string
  right?: boolean | undefined
  unit?: string | undefined
}

/** An input in a cell of a table. */
export const RowInput = ({ label, wrong, fault, right, unit, ...rest }: Props) => (
  <div className="relative">
    <input
      type="text"
      {...rest}
      aria-label={label}
      aria-invalid={wrong || undefined}
      aria-describedby={wrong ? fault : undefined}
      className={`${controlClass(wrong)} px-2.5! ${right ? 'text-right' : ''} ${unit ? 'pr-7!' : ''}`}
    />
    {unit && (
      <span className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-ink-3">{unit}</span>
    )}
  </div>
)

type AreaProps = Omit<ComponentProps<'textarea'>, 'className'> & Pick<Props, 'label' | 'wrong' | 'fault'>

/** Text of several lines in a cell of a table. */
export const RowTextarea = ({ label, wrong, fault, ...rest }: AreaProps) => (
  <textarea
    rows={2}
    {...rest}
    aria-label={label}
    aria-invalid={wrong || undefined}
    aria-describedby={wrong ? fault : undefined}
    className={`${controlBase} ${wrong ? controlBad : ''} block resize-none px-2.5 py-2`}
  />
)

/** Prefixes the error with the column, since it is shown in the first cell. */
export const cellError = (what: string, message: string | undefined) => message && `${what}：${message}`
