import { useEffect, useState, type SubmitEvent } from 'react'
import { parseFen } from '../../domain/money-input.ts'
import { Fault } from '../../ui/form/Fault.tsx'
import { controlClass } from '../../ui/form/control-class.ts'

type Props = {
  /** Bounds in yuan as typed; empty for no limit. */
  from: string
  to: string
  onChange: (changed: { from: string; to: string }) => void
  /** What is bounded: 金额, 预算. */
  label: string
}

function rangeError(from: string, to: string): string | null {
  const [low, high] = [from, to].map((text) => (text === '' ? undefined : parseFen(text)))
  if (low === null || high === null) return '请填写金额，例如 5000'
  return low !== undefined && high !== undefined && low > high ? '最高金额不能低于最低金额' : null
}

/** Filter by an amount in yuan; Enter or leaving a field applies it. */
export const AmountRange = ({ from, to, onChange, label }: Props) => {
  const [typed, setTyped] = useState({ from, to })
  const [error, setError] = useState<string | null>(null)
  useEffect(() => {
    setTyped({ from, to })
    setError(null)
  }, [from, to])
  const apply = () => {
    const next = { from: typed.from.trim(), to: typed.to.trim() }
    const refused = rangeError(next.from, next.to)
    setError(refused)
    if (refused === null && (next.from !== from || next.to !== to)) onChange(next)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    apply()
  }
  const input = (name: 'from' | 'to', bound: string, placeholder: string) => (
    <input
      className={`${controlClass(error !== null)} min-w-0 flex-1 text-right tabular-nums md:w-26 md:flex-none`}
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      aria-label={bound}
      aria-invalid={error === null ? undefined : true}
      placeholder={placeholder}
      value={typed[name]}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
    />
  )
  return (
    <form
      className="relative max-md:w-full"
      aria-label={label}
      onSubmit={submit}
      onBlur={({ currentTarget, relatedTarget }) => {
        // From one bound to the other nothing is applied yet.
        if (!currentTarget.contains(relatedTarget)) apply()
      }}
    >
      <div className="flex items-center gap-2">
        {input('from', `${label}从（元）`, `最低${label}`)}
        <span className="text-ink-3" aria-hidden>
          至
        </span>
        {input('to', `${label}到（元）`, `最高${label}`)}
        <button type="submit" className="sr-only">
          按{label}筛选
        </button>
      </div>
      {error !== null && (
        <div className="absolute top-full left-0 z-10 bg-surface whitespace-nowrap">
          <Fault message={error} alert />
        </div>
      )}
    </form>
  )
}
