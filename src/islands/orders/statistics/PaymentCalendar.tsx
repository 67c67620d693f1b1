import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DuePayment, DuePayments } from '../../../contract/orders/statistics.ts'
import { links } from '../../../domain/links.ts'
import { bigMoney, yuan } from '../../../domain/money.ts'
import { dueGroupLabels, dueGroups } from '../../../domain/orders/statistics/due-payments.ts'
import type { Side } from '../../../domain/sides.ts'
import { date } from '../../../domain/time.ts'
import type { StatisticsStore } from '../../../stores/orders/statistics.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ListFrame, stateTabs } from '../../list/ListFrame.tsx'
import { Chart } from '../../charts/Chart.tsx'

const orderLink = (side: Side, orderId: number) =>
  side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)

const columnsOf = (side: Side): readonly Column<DuePayment>[] => [
  {
    key: 'order',
    head: '订单',
    className: 'min-w-52',
    cell: ({ orderId, title, orderNo, name }) => (
      <>
        <a href={orderLink(side, orderId)} className="font-medium hover:text-accent">
          {title}
        </a>
        <span className="block text-sm text-ink-3">
          {orderNo}，{name}
        </span>
      </>
    ),
  },
  {
    key: 'other',
    head: side === 'buyer' ? '供应商' : '买家',
    className: 'min-w-32',
    cell: ({ otherName }) => otherName,
  },
  {
    key: 'due',
    head: '应付日',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ dueAt }) => (dueAt === null ? '未约定' : <time dateTime={dueAt}>{date(dueAt)}</time>),
  },
  {
    key: 'state',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ group }) => <StateBadge {...dueGroupLabels[group]} />,
  },
  {
    key: 'amount',
    head: '金额',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
  },
]

const Calendar = ({ due: { sums, months }, side }: { due: DuePayments; side: Side }) => {
  const title = side === 'buyer' ? '今后 12 个月应付' : '今后 12 个月应收'
  const all = sums.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <>
      <p className="text-sm text-ink-3">
        共 <b className="font-semibold text-ink">{bigMoney(all)}</b>
        {sums
          .filter(({ amount }) => amount > 0)
          .map(
            ({ group, amount, payments }) => `，${dueGroupLabels[group].label} ${bigMoney(amount)}（${payments} 笔）`,
          )
          .join('')}
      </p>
      <div className="mt-3">
        <Chart
          title={title}
          height={220}
          spec={{
            kind: 'months',
            months: months.map(({ month }) => month),
            bars: [{ name: title, values: months.map(({ amount }) => amount), unit: 'fen' }],
          }}
        />
      </div>
      <details className="mt-3 mb-4">
        <summary className="inline-flex cursor-pointer items-center text-sm text-ink-2 hover:text-accent max-md:min-h-11">
          查看数据表
        </summary>
        <div className="mt-2">
          <DataTable
            caption={title}
            rows={months}
            rowKey={({ month }) => month}
            columns={[
              { key: 'month', head: '月份', cell: ({ month }) => month },
              { key: 'payments', head: '笔数', align: 'right', cell: ({ payments }) => payments },
              { key: 'amount', head: '金额', align: 'right', cell: ({ amount }) => `¥${yuan(amount)}` },
            ]}
          />
        </div>
      </details>
    </>
  )
}

type Props = {
  store: StatisticsStore
  side: Side
  /** What is listed, beside a page of one company or category: （全部供应商）. */
  scope?: string | undefined
}

/** One payment on a phone. */
const PhoneRow = ({ row, side }: { row: DuePayment; side: Side }) => (
  <>
    <div className="flex items-baseline justify-between gap-3">
      <a href={orderLink(side, row.orderId)} className="min-w-0 font-medium hover:text-accent">
        {row.title}
      </a>
      <span className="shrink-0 font-medium tabular-nums">¥{yuan(row.amount)}</span>
    </div>
    <p className="text-sm text-ink-3">
      {row.otherName}，{row.name}
    </p>
    <p className="mt-1 flex items-center justify-between gap-3">
      <StateBadge {...dueGroupLabels[row.group]} />
      <span className="text-sm text-ink-3 tabular-nums">
        {row.dueAt === null ? '' : <time dateTime={row.dueAt}>{date(row.dueAt)}</time>}
      </span>
    </p>
  </>
)

/** What is due when, and what is overdue: by month, and each payment. */
export const PaymentCalendar = ({ store, side, scope = '' }: Props) => {
  const state = useStore(store.due)
  const { group, current } = useStore(store.dueQuery)
  useEffect(() => void store.loadDue(), [store])
  const content = state.at === 'ready' ? state.content : undefined
  const heading = `${side === 'buyer' ? '付款日历' : '回款日历'}${scope}`
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-4 desk:p-5" aria-label={heading}>
      <h2 className="text-lg font-semibold">{heading}</h2>
      {content !== undefined && content.sums.some(({ payments }) => payments > 0) && (
        <Calendar due={content} side={side} />
      )}
      <ListFrame
        state={state}
        what={side === 'buyer' ? '待付款项' : '待收款项'}
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadDue()}
        tabs={{
          label: '到期',
          tabs: stateTabs(
            dueGroups,
            (each) => dueGroupLabels[each],
            content && Object.fromEntries(content.sums.map((sum) => [sum.group, sum.payments])),
          ),
          current: group ?? 'all',
          onChange: (key) => store.setDue({ group: dueGroups.find((each) => each === key) }),
        }}
        page={{ size: store.pageSize, current, onChange: (page) => store.setDue({ current: page }) }}
        empty={
          group === undefined ? (
            <EmptyState
              drawing="done"
              title={side === 'buyer' ? '暂无待付款项' : '暂无待收款项'}
              text="订单有未付清的款项时，会按应付日列在这里。"
            />
          ) : (
            <EmptyState drawing="done" title={`没有“${dueGroupLabels[group].label}”的款项`} />
          )
        }
      >
        {({ data }) => (
          <DataTable
            caption={side === 'buyer' ? '待付款项' : '待收款项'}
            columns={columnsOf(side)}
            rows={data}
            rowKey={({ lineId }) => lineId}
            phone={(row) => <PhoneRow row={row} side={side} />}
          />
        )}
      </ListFrame>
    </section>
  )
}
