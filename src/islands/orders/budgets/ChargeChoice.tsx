import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { failures } from '../../../contract/failures.ts'
import { yuan } from '../../../domain/money.ts'
import { budgetLeft, noUse } from '../../../domain/orders/budgets/budgets.ts'
import * as store from '../../../stores/orders/budgets/charge.ts'
import { Select } from '../../../ui/form/Select.tsx'

type Props = {
  centres: readonly store.ChargeableCentre[]
  isRequired: boolean
  charge: store.Charge
  /** Fen. */
  amount: number
  onChange: (charge: store.Charge) => void
}

const goneCodes: readonly number[] = [failures.costCentreGone.code, failures.projectGone.code]

/** What the chosen budget has left, and what happens where that is too little. */
const BudgetLeft = ({ amount }: { amount: number }) => {
  const state = useStore(store.chargedBudget)
  if (state.at === 'failed') {
    // The choice itself is refused at the submit as well; a balance that does not load is not.
    const isGone = goneCodes.includes(state.failure.code)
    const text = isGone ? state.failure.message : '预算余额加载失败，不影响提交。'
    return <p className={`text-sm ${isGone ? 'text-warn' : 'text-ink-3'}`}>{text}</p>
  }
  const budget = state.at === 'ready' ? state.content : null
  if (budget === null) return null
  const over = -budgetLeft({ ...noUse, amount: budget.left, committed: amount })
  const outcome = budget.mode === 'stop' ? '将不能提交' : '可以提交'
  return (
    <p className={`text-sm ${over > 0 ? 'text-warn' : 'text-ink-3'}`} role="status">
      预算“{budget.name}”剩余 ¥{yuan(Math.max(0, budget.left))}
      {over > 0 && `，本次超出 ¥${yuan(over)}，${outcome}`}
    </p>
  )
}

/** Choice of cost centre and project, for companies that have cost centres; says so where one is required and none is on. */
export const ChargeChoice = ({ centres, isRequired, charge, amount, onChange }: Props) => {
  const { costCentre, projectCode } = store.validCharge(centres, charge)
  const isMissing = useStore(store.chargeMissing)
  // Centres that are loaded again, as after a refusal, may come with another balance.
  useEffect(
    () => void store.loadChargedBudget(centres, { costCentre, projectCode }),
    [centres, costCentre, projectCode],
  )
  if (centres.length === 0)
    return <p className="text-sm text-warn">采购须注明成本中心，目前没有启用的成本中心，请联系企业管理员。</p>
  const choose = (chosen: store.Charge) => {
    store.chargeMissing.set(false)
    onChange(chosen)
  }
  const projects = centres.find(({ code }) => code === costCentre)?.projects ?? []
  const none = { value: '', label: isRequired ? '请选择' : '不指定' }
  return (
    <div className="space-y-3">
      <div className="grid gap-3 md:grid-cols-[minmax(0,256px)_minmax(0,256px)]">
        <Select
          label="成本中心"
          required={isRequired}
          options={[none, ...centres.map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))]}
          value={costCentre}
          error={isMissing ? '请选择成本中心' : undefined}
          onChange={(chosen) => choose({ costCentre: chosen, projectCode: '' })}
        />
        {projects.length > 0 && (
          <Select
            label="项目"
            options={[{ value: '', label: '不指定' }, ...projects.map((code) => ({ value: code, label: code }))]}
            value={projectCode}
            onChange={(chosen) => choose({ costCentre, projectCode: chosen })}
          />
        )}
      </div>
      <BudgetLeft amount={amount} />
    </div>
  )
}
