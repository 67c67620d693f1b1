import type { PlannedPart } from '../../domain/demands/compare-cells.ts'
import { yuan } from '../../domain/money.ts'

const shades = ['bg-accent', 'bg-accent-line', 'bg-accent-tint']

/** Payments of an offer as a bar of their shares, and in words below. */
export const PlanBar = ({ parts }: { parts: readonly PlannedPart[] }) => (
  <div>
    <div className="flex h-2 gap-px overflow-hidden rounded-full" aria-hidden>
      {parts.map(({ name, percent }, index) => (
        <span key={`${name}${index}`} className={shades[index % shades.length]} style={{ width: `${percent}%` }} />
      ))}
    </div>
    <ul className="mt-1.5 text-sm text-ink-3">
      {parts.map(({ name, percent, fen, dueDays }, index) => (
        <li key={`${name}${index}`} className="flex flex-wrap justify-between gap-x-2">
          <span>
            {name} {percent}%，第 {dueDays} 天
          </span>
          <span className="whitespace-nowrap">¥{yuan(fen)}</span>
        </li>
      ))}
    </ul>
  </div>
)
