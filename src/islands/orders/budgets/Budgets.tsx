import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { BudgetRow } from '../../../contract/orders/budgets.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { budgetModeLabels, budgetPeriodLabels, budgetPeriods } from '../../../domain/orders/budgets/budgets.ts'
import * as store from '../../../stores/orders/budgets/budgets.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { SheetButton } from '../../list/SheetButton.tsx'
import { BudgetBar } from './BudgetBar.tsx'
import { BudgetDialogs } from './BudgetDialogs.tsx'
import { CostCentres } from './CostCentres.tsx'

const Budget = ({ budget }: { budget: BudgetRow }) => {
  const { budgetId, name, amount, mode, costCentre, centreName, projectCode, startsOn, endsOn, closedAt } = budget
  return (
    <li className="px-4 py-4 md:px-6">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <a href={links.buyerBudget(budgetId)} className="font-medium wrap-anywhere hover:text-accent hover:underline">
          {name}
        </a>
        <Tag label={budgetModeLabels[mode]} />
        {closedAt !== null && <Tag label="已关闭" />}
        <span className="ml-auto font-semibold tabular-nums">¥{yuan(amount)}</span>
      </div>
      <p className="mt-1 mb-3 flex flex-wrap gap-x-3 text-sm text-ink-3">
        <span className="wrap-anywhere">
          {costCentre} {centreName}
        </span>
        {projectCode !== '' && <span className="wrap-anywhere">项目 {projectCode}</span>}
        <span className="whitespace-nowrap">
          {startsOn} 至 {endsOn}
        </span>
      </p>
      <BudgetBar budget={budget} />
    </li>
  )
}

/** Budgets of the company by period and cost centre, and its cost centres. */
export const Budgets = ({ search }: { search: string }) => {
  const state = useStore(store.budgetPage)
  const settings = useStore(store.budgetSettings)
  const query = useStore(store.budgetQuery) ?? store.parseBudgetQuery(search)
  useEffect(() => store.startBudgets(), [])
  const { costCentres, mayChange } = settings.at === 'ready' ? settings.content : { costCentres: [], mayChange: false }
  const hasActive = costCentres.some(({ isActive }) => isActive)
  const hint = hasActive ? '新增预算，为成本中心设置期间与额度。' : '先添加成本中心，再为它设置期间与额度。'
  const isFiltered = query.costCentre !== '' || query.period !== 'current'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 className="text-2xl font-semibold">采购预算</h1>
          <p className="mt-1 text-ink-3">
            按成本中心与期间控制采购金额，请购、订单、变更单与付款自动计入。
            <a href={links.helpArticle(3319)} className="text-accent underline">
              如何使用预算
            </a>
          </p>
        </div>
        <div className="flex flex-wrap gap-2 max-md:w-full">
          <SheetButton name="budgets" label="导出 Excel" onDownload={() => store.downloadBudgets(query)} />
          {mayChange && hasActive && (
            <Button kind="main" className="max-md:h-11 max-md:w-full" onClick={() => store.openBudget(null)}>
              新增预算
            </Button>
          )}
        </div>
      </div>
      <div className="space-y-4">
        {costCentres.length > 0 && (
          <Select
            bare
            label="成本中心"
            className="w-full md:w-64"
            options={[
              { value: '', label: '全部成本中心' },
              ...costCentres.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
            ]}
            value={query.costCentre}
            onChange={(costCentre) => store.setBudgetQuery({ costCentre })}
          />
        )}
        <ListFrame
          state={state}
          what="预算"
          permission="apply_manage"
          onRetry={() => void store.loadBudgets()}
          tabs={{
            label: '期间',
            tabs: budgetPeriods.map((period) => ({ key: period, label: budgetPeriodLabels[period] })),
            current: query.period,
            onChange: (key) =>
              store.setBudgetQuery({ period: budgetPeriods.find((period) => period === key) ?? 'current' }),
          }}
          page={{
            size: store.budgetPageSize,
            current: query.current,
            onChange: (current) => store.setBudgetQuery({ current }),
          }}
          empty={<EmptyState title="暂无预算" text={mayChange && !isFiltered ? hint : undefined} />}
        >
          {({ data }) => (
            <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
              {data.map((budget) => (
                <Budget key={budget.budgetId} budget={budget} />
              ))}
            </ul>
          )}
        </ListFrame>
        <CostCentres />
      </div>
      <BudgetDialogs />
      <Toaster />
    </>
  )
}
