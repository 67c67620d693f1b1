import type { ComponentProps } from 'react'
import { controlClass } from '../../ui/control-class.ts'

type Props = Omit<ComponentProps<'input'>, 'className'> & {
  /** Read out; the column's head is what is seen. */
  label: string
  wrong: boolean
  /** Id of the line that says what is wrong. */
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

/** The line stands in the first cell, so it says which one is meant. */
export const named = (what: string, message: string | undefined) => message && `${what}：${message}`
