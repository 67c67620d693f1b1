import { toHalfWidth } from '../../domain/half-width.ts'
import { Minus, Plus } from 'lucide-react'
import { useId, useState } from 'react'

type Props = {
  value: number
  onChange: (value: number) => void
  /** Label for screen readers: 数量. */
  label?: string | undefined
  min?: number | undefined
  /** Maximum, such as the stock; larger values are reduced to it. */
  max?: number | undefined
  disabled?: boolean | undefined
  /** Note for a typed quantity that was corrected; '' for none. */
  noteOf?: ((typed: number) => string) | undefined
}

const stepClass =
  'grid w-8 place-items-center hover:bg-surface-3 disabled:text-ink-disabled disabled:hover:bg-transparent max-md:w-11'

/** Quantity input with minus and plus. A typed number applies on blur or Enter. */
export const QuantityStepper = (props: Props) => {
  const { value, onChange, label = '数量', min = 1, max = 9999, disabled = false, noteOf } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const noteId = useId()
  const set = (next: number) => {
    setTyped(null)
    setNote(noteOf?.(next) ?? '')
    const kept = Math.max(min, Math.min(max, next))
    if (kept !== value) onChange(kept)
  }
  const commit = () => {
    if (typed === null) return
    if (typed === '') setTyped(null)
    else set(Number(typed))
  }
  const stepper = (
    <span className="inline-flex h-8 items-stretch rounded-md border border-line-control bg-surface max-md:h-11">
      <button
        type="button"
        className={`${stepClass} rounded-l-md`}
        aria-label={`减少${label}`}
        disabled={disabled || value <= min}
        onClick={() => set(value - 1)}
      >
        <Minus className="size-3.5" />
      </button>
      <input
        className="w-11 border-x border-line-strong text-center disabled:bg-surface-3 disabled:text-ink-disabled"
        inputMode="numeric"
        aria-label={label}
        aria-describedby={note === '' ? undefined : noteId}
        value={typed ?? String(value)}
        disabled={disabled}
        onChange={(event) => setTyped(toHalfWidth(event.target.value).replace(/\D/g, '').slice(0, 9))}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), commit())}
      />
      <button
        type="button"
        className={`${stepClass} rounded-r-md`}
        aria-label={`增加${label}`}
        disabled={disabled || value >= max}
        onClick={() => set(value + 1)}
      >
        <Plus className="size-3.5" />
      </button>
    </span>
  )
  return (
    <span className="inline-flex flex-col items-center">
      {stepper}
      <span id={noteId} role="status" className={note === '' ? 'sr-only' : 'mt-1 text-xs text-warn'}>
        {note}
      </span>
    </span>
  )
}
