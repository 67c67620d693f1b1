import type { BudgetState } from '../../../contract/orders/budgets.ts'
import { yuan } from '../../../domain/money.ts'
import { budgetLeft, usedSum } from '../../../domain/orders/budgets/budgets.ts'

const parts = [
  { key: 'spent', label: '已支付', look: 'bg-accent' },
  { key: 'committed', label: '下单未付', look: 'bg-accent/60' },
  { key: 'held', label: '占用', look: 'bg-warn' },
] as const

/** What a budget is used for, as a bar and in words. */
export const BudgetBar = ({ budget }: { budget: BudgetState }) => {
  const left = budgetLeft(budget)
  const whole = Math.max(budget.amount, usedSum(budget))
  const percent = Math.floor((usedSum(budget) * 100) / budget.amount)
  return (
    <div>
      <div
        className="flex h-2 overflow-hidden rounded-full bg-surface-3"
        role="img"
        aria-label={`${budget.name} 已用 ${percent}%`}
      >
        {parts.map(({ key, look }) => (
          <span key={key} className={look} style={{ width: `${(budget[key] * 100) / whole}%` }} />
        ))}
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {parts.map(({ key, label, look }) => (
          <div key={key} className="flex items-center gap-1.5">
            <dt className="flex items-center gap-1.5 text-ink-3">
              <span className={`size-2 rounded-full ${look}`} aria-hidden />
              {label}
            </dt>
            <dd className="tabular-nums">¥{yuan(budget[key])}</dd>
          </div>
        ))}
        <div className="ml-auto flex items-center gap-1.5">
          <dt className="text-ink-3">{left < 0 ? '超出' : '剩余'}</dt>
          <dd className={`font-medium tabular-nums ${left < 0 ? 'text-bad' : ''}`}>¥{yuan(Math.abs(left))}</dd>
        </div>
      </dl>
    </div>
  )
}
