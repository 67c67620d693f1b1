import type { ReactNode } from 'react'
import { orDashes } from '../domain/masks.ts'

export type Fact = {
  readonly label: string
  readonly value: ReactNode
  /** Takes a line of its own. */
  readonly wide?: boolean | undefined
}

/** Facts to read: label left, word right, `--` for nothing. */
export const FactList = ({ facts, columns = 2 }: { facts: readonly Fact[]; columns?: 1 | 2 | undefined }) => (
  <dl className={`grid gap-x-8 gap-y-3 ${columns === 2 ? 'md:grid-cols-2' : ''}`}>
    {facts.map(({ label, value, wide }) => (
      <div
        key={label}
        className={`grid grid-cols-[112px_minmax(0,1fr)] gap-3 max-md:grid-cols-[96px_minmax(0,1fr)] ${wide && columns === 2 ? 'md:col-span-2' : ''}`}
      >
        <dt className="text-ink-3">{label}</dt>
        <dd className="wrap-anywhere">{typeof value === 'string' || value == null ? orDashes(value) : value}</dd>
      </div>
    ))}
  </dl>
)
