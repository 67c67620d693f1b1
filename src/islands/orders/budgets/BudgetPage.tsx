import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { BudgetEntry, BudgetRow } from '../../../contract/orders/budgets.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { budgetEventLabels, budgetModeLabels } from '../../../domain/orders/budgets/budgets.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/budgets/budgets.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { FactList } from '../../FactList.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { usePermission } from '../../use-permission.ts'
import { BudgetBar } from './BudgetBar.tsx'
import { BudgetDialogs } from './BudgetDialogs.tsx'

const card = 'rounded-lg border border-line bg-surface p-4 md:p-6'

/** An amount with its sign; nothing where an event does not move it. */
const moved = (fen: number) => (fen === 0 ? '--' : `${fen > 0 ? '+' : '−'}¥${yuan(Math.abs(fen))}`)

const Source = ({ row: { event, number, path, by, at } }: { row: BudgetEntry }) => (
  <>
    <span className="font-medium">{budgetEventLabels[event]}</span>
    <span className="flex flex-wrap gap-x-2 text-sm text-ink-3">
      {path === '' ? (
        number
      ) : (
        <a href={path} className="text-accent underline">
          {number}
        </a>
      )}
      <span>{by === '' ? '系统或供应商' : by}</span>
      <time className="whitespace-nowrap" dateTime={at}>
        {dateTime(at)}
      </time>
    </span>
  </>
)

const amounts = [
  { key: 'held', head: '占用' },
  { key: 'committed', head: '下单未付' },
  { key: 'spent', head: '已支付' },
] as const

const columns: readonly Column<BudgetEntry>[] = [
  { key: 'source', head: '事项', className: 'min-w-60', cell: (row) => <Source row={row} /> },
  ...amounts.map(({ key, head }): Column<BudgetEntry> => ({
    key,
    head,
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => moved(row[key]),
  })),
]

const PhoneRow = ({ row }: { row: BudgetEntry }) => (
  <>
    <Source row={row} />
    <dl className="mt-1 flex flex-wrap gap-x-4 text-sm tabular-nums">
      {amounts
        .filter(({ key }) => row[key] !== 0)
        .map(({ key, head }) => (
          <div key={key} className="flex gap-1">
            <dt className="text-ink-3">{head}</dt>
            <dd>{moved(row[key])}</dd>
          </div>
        ))}
    </dl>
  </>
)

const Entries = () => {
  const state = useStore(store.budgetEntries)
  const current = useStore(store.entryPage)
  return (
    <section aria-label="流水">
      <h2 className="mb-3 text-lg font-semibold">流水</h2>
      <ListFrame
        state={state}
        what="预算流水"
        permission="apply_manage"
        onRetry={() => void store.loadBudgetEntries()}
        page={{ size: store.entryPageSize, current, onChange: store.turnEntryPage }}
        empty={<EmptyState title="暂无流水" text="请购、订单、变更单与付款计入后出现在这里。" />}
      >
        {({ data }) => (
          <DataTable
            caption="流水"
            rows={data}
            rowKey={({ entryId }) => entryId}
            columns={columns}
            phone={(row) => <PhoneRow row={row} />}
          />
        )}
      </ListFrame>
    </section>
  )
}

const Head = ({ budget }: { budget: BudgetRow }) => {
  const mayChange = usePermission('role_manage')
  const { name, amount, mode, costCentre, centreName, projectCode, startsOn, endsOn, closedAt } = budget
  return (
    <section className={card} aria-label="预算">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h1 className="flex flex-wrap items-center gap-2 text-xl font-semibold wrap-anywhere">
          {name}
          {closedAt !== null && <Tag label="已关闭" />}
        </h1>
        {mayChange && closedAt === null && (
          <span className="flex gap-2">
            <Button className="max-md:h-11" onClick={() => store.openBudget(budget)}>
              修改预算
            </Button>
            <Button className="max-md:h-11" onClick={() => store.budgetClosing.open(budget)}>
              关闭预算
            </Button>
          </span>
        )}
      </div>
      <p className="mt-3 mb-4 flex flex-wrap items-baseline gap-x-3">
        <span className="text-ink-3">预算总额</span>
        <span className="text-2xl font-semibold tabular-nums">¥{yuan(amount)}</span>
      </p>
      <BudgetBar budget={budget} />
      <div className="mt-4">
        <FactList
          facts={[
            { label: '成本中心', value: `${costCentre} ${centreName}` },
            ...(projectCode === '' ? [] : [{ label: '项目', value: projectCode }]),
            { label: '期间', value: `${startsOn} 至 ${endsOn}` },
            { label: '超出额度时', value: budgetModeLabels[mode] },
          ]}
        />
      </div>
    </section>
  )
}

/** One budget: balances, changes, and the entries that moved it. */
export const BudgetPage = ({ budgetId }: { budgetId: number }) => {
  const state = useStore(store.shownBudget)
  useEffect(() => store.startBudget(budgetId), [budgetId])
  return (
    <>
      <div className="mb-4">
        <LinkButton href={links.buyerBudgets()}>全部预算</LinkButton>
      </div>
      <AsyncContent
        state={state}
        what="预算"
        permission="apply_manage"
        onRetry={() => void store.loadBudget()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[420px]" />}
      >
        {(budget) => (
          <div className="space-y-4">
            <Head budget={budget} />
            <Entries />
          </div>
        )}
      </AsyncContent>
      <BudgetDialogs />
      <Toaster />
    </>
  )
}
