import { useState } from 'react'
import type { TradeRow, TradeStatistics } from '../../../contract/orders/statistics.ts'
import { bigMoney, yuan } from '../../../domain/money.ts'
import { percentOf } from '../../../domain/orders/statistics/performance.ts'
import {
  dimensionLabel,
  isFilterDimension,
  unpaidOf,
  type FilterDimension,
} from '../../../domain/orders/statistics/trade-dimensions.ts'
import type { Side } from '../../../domain/sides.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import type { ChartSpec } from '../../charts/chart-spec.ts'
import { ChartCard } from './ChartCard.tsx'
import { Totals } from './Totals.tsx'

type Words = { readonly amount: string; readonly paid: string; readonly open: string; readonly average: string }
export const tradeWords: Readonly<Record<Side, Words>> = {
  buyer: { amount: '采购额', paid: '已付', open: '未付', average: '平均每单' },
  seller: { amount: '成交额', paid: '已收', open: '未收', average: '平均每单' },
}

type Group = TradeStatistics['groups'][number]

/** Rows that a chart draws, and rows of a table before it is unfolded. */
const [chartRows, tableRows] = [8, 10]
const barHeight = 34

function chartOf({ dimension, rows }: Group, words: Words): ChartSpec {
  if (dimension === 'month')
    return {
      kind: 'months',
      months: rows.map(({ key }) => key),
      stacked: true,
      bars: [
        { name: words.paid, values: rows.map(({ paid, amount }) => Math.min(paid, amount)), unit: 'fen' },
        { name: words.open, values: rows.map(unpaidOf), unit: 'fen' },
      ],
    }
  const shown = rows.slice(0, chartRows)
  return {
    kind: 'ranking',
    names: shown.map(({ name }) => name),
    values: shown.map(({ amount }) => amount),
    unit: 'fen',
  }
}

type TableProps = {
  group: Group
  side: Side
  total: number
  onOnly: (dimension: FilterDimension, id: number) => void
}

const TradeTable = ({ group: { dimension, rows, rest }, side, total, onOnly }: TableProps) => {
  const [isUnfolded, setUnfolded] = useState(false)
  const words = tradeWords[side]
  const label = dimensionLabel(dimension, side)
  const money = (fen: number) => `¥${yuan(fen)}`
  const share = (amount: number) => {
    const percent = percentOf(amount, total)
    return percent === null ? '--' : `${percent}%`
  }
  const all: readonly TradeRow[] =
    rest === null ? rows : [...rows, { key: 'rest', name: `其余 ${rest.values} 项`, ...restSums(rest) }]
  const number = (key: string, head: string, cell: Column<TradeRow>['cell']): Column<TradeRow> => ({
    key,
    head,
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell,
  })
  const nameOf = ({ key, name }: TradeRow) => {
    const id = Number(key)
    if (!isFilterDimension(dimension) || !Number.isInteger(id) || id < 1) return name
    return (
      <button
        type="button"
        className="text-left hover:text-accent hover:underline max-md:min-h-11"
        aria-label={`${name}，只看此${label}`}
        onClick={() => onOnly(dimension, id)}
      >
        {name}
      </button>
    )
  }
  const columns: readonly Column<TradeRow>[] = [
    {
      key: 'name',
      head: label,
      className: dimension === 'month' ? 'whitespace-nowrap' : 'min-w-40',
      cell: nameOf,
    },
    number('orders', '订单数', ({ orders }) => orders.toLocaleString('en-US')),
    number('amount', words.amount, ({ amount }) => money(amount)),
    number('share', '占比', ({ amount }) => share(amount)),
    number('paid', words.paid, ({ paid }) => money(paid)),
    number('open', words.open, (row) => money(unpaidOf(row))),
  ]
  const isLong = dimension !== 'month' && all.length > tableRows
  return (
    <>
      <DataTable
        caption={`${label}数据`}
        columns={columns}
        rows={isLong && !isUnfolded ? all.slice(0, tableRows) : all}
        rowKey={({ key }) => key}
        phone={(row) => (
          <>
            <div className="flex items-baseline justify-between gap-3">
              <span className="min-w-0 font-medium">{nameOf(row)}</span>
              <span className="shrink-0 font-medium tabular-nums">{money(row.amount)}</span>
            </div>
            <p className="text-sm text-ink-3 tabular-nums">
              {row.orders} 单，占 {share(row.amount)}，{words.open} {money(unpaidOf(row))}
            </p>
          </>
        )}
      />
      {isLong && (
        <Button
          size="sm"
          className="mt-3 max-md:h-11 max-md:w-full"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? '收起' : `展开其余 ${all.length - tableRows} 项`}
        </Button>
      )}
    </>
  )
}

const restSums = ({ orders, amount, paid }: NonNullable<Group['rest']>) => ({ orders, amount, paid })

const notes: Readonly<Record<Group['dimension'], string>> = {
  month: '按下单月份，已扣除变更与退款',
  company: '点击名称只看其订单',
  category: '订单归入金额最高的一项的分类，点击名称只看此类',
  costCentre: '下单时选择的成本中心，仅本企业可见',
  project: '下单时选择的项目代码，仅本企业可见',
}

type Props = {
  trade: TradeStatistics
  side: Side
  onOnly: (dimension: FilterDimension, id: number) => void
}

/** Amounts of orders by every dimension, each as a chart with its table. */
export const TradeCharts = ({ trade: { total, groups }, side, onOnly }: Props) => {
  const words = tradeWords[side]
  return (
    <div className="space-y-4">
      <Totals
        label={side === 'buyer' ? '采购合计' : '销售合计'}
        totals={[
          {
            label: words.amount,
            value: bigMoney(total.amount),
            note:
              total.orders === 0
                ? undefined
                : `${words.average} ${bigMoney(Math.round(total.liveAmount / total.orders))}`,
          },
          { label: '订单', value: `${total.orders.toLocaleString('en-US')} 单`, note: '不含已拒单、已取消' },
          { label: words.paid, value: bigMoney(total.paid) },
          { label: words.open, value: bigMoney(unpaidOf(total)) },
        ]}
      />
      {groups.map((group) => {
        const { dimension, rows } = group
        const isMonths = dimension === 'month'
        const title = `按${dimensionLabel(dimension, side)}`
        return (
          <ChartCard
            key={dimension}
            title={title}
            note={notes[dimension]}
            spec={chartOf(group, words)}
            height={isMonths ? 260 : Math.min(chartRows, rows.length) * barHeight + 8}
            folds={isMonths}
          >
            <TradeTable group={group} side={side} total={total.amount} onOnly={onOnly} />
          </ChartCard>
        )
      })}
    </div>
  )
}
