import type { SellerPerformance } from '../../../contract/orders/statistics.ts'
import { formatResponseTime } from '../../../domain/orders/supplier-record.ts'
import {
  funnelLabels,
  funnelSteps,
  onTimePercent,
  percentOf,
  type FunnelStep,
} from '../../../domain/orders/statistics/performance.ts'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { ChartCard } from './ChartCard.tsx'
import { Totals } from './Totals.tsx'

type Month = SellerPerformance['months'][number]

const none = '--'
const percent = (share: number | null): string => (share === null ? none : `${share}%`)
const hoursText = (hours: number | null) => (hours === null ? none : formatResponseTime(hours))
const daysText = (days: number | null) => (days === null ? none : `${days} 天`)
const count = (value: number) => value.toLocaleString('en-US')

/** Awards as a share of the offers. Other steps are no part of those before: offers also answer demands of the hall. */
function shareOfOffers({ wins, offers }: SellerPerformance['funnel'], step: FunnelStep): string | null {
  const share = step === 'wins' ? percentOf(wins, offers) : null
  return share === null ? null : `${funnelLabels.offers.label}的 ${share}%`
}

/** Steps as bars on one scale of roots: views outnumber awards by far. */
const Funnel = ({ funnel }: { funnel: SellerPerformance['funnel'] }) => {
  const most = Math.max(1, ...funnelSteps.map((step) => funnel[step]))
  return (
    <ol className="space-y-3">
      {funnelSteps.map((step) => {
        const share = shareOfOffers(funnel, step)
        const value = funnel[step]
        const width = value === 0 ? 0 : Math.max(2, Math.sqrt(value / most) * 100)
        return (
          <li key={step}>
            <div className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{funnelLabels[step].label}</span>
              <span className="tabular-nums">
                {count(value)}
                {share !== null && <span className="ml-2 text-sm text-ink-3">{share}</span>}
              </span>
            </div>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-1 h-2 w-full" aria-hidden>
              <rect width="100" height="4" className="fill-surface-3" />
              <rect width={width} height="4" className="fill-accent" />
            </svg>
            <p className="text-xs text-ink-3">{funnelLabels[step].note}</p>
          </li>
        )
      })}
    </ol>
  )
}

const number = (key: string, head: string, cell: Column<Month>['cell']): Column<Month> => ({
  key,
  head,
  align: 'right',
  className: 'whitespace-nowrap tabular-nums',
  cell,
})
const monthColumn: Column<Month> = {
  key: 'month',
  head: '月份',
  className: 'whitespace-nowrap',
  cell: ({ month }) => month,
}
const funnelColumns: readonly Column<Month>[] = [
  monthColumn,
  ...funnelSteps.map((step) => number(step, funnelLabels[step].label, (row) => count(row[step]))),
  number('rate', '中标率', ({ wins, offers }) => percent(percentOf(wins, offers))),
]
const deliveryColumns: readonly Column<Month>[] = [
  monthColumn,
  number('promised', '应交付', ({ promised }) => count(promised)),
  number('onTime', '按期', ({ onTime }) => count(onTime)),
  number('rate', '按期交付率', ({ onTime, promised }) => percent(onTimePercent(onTime, promised))),
  number('confirm', '接单响应', ({ confirmHours }) => hoursText(confirmHours)),
  number('paid', '回款天数', ({ paidDays }) => daysText(paidDays)),
]

type Props = {
  performance: SellerPerformance
  /** What is counted, beside a page of one buyer or category: （全部买家）. */
  scope?: string | undefined
}

/** How a supplier does: from views to awards, answers, deliveries and receipts. */
export const Performance = ({ performance, scope = '' }: Props) => {
  const { funnel, promised, onTime, confirmed, confirmHours, asked, answered, answerHours, paidDays, months } =
    performance
  const names = months.map(({ month }) => month)
  return (
    <div className="space-y-4">
      {scope !== '' && <h2 className="text-lg font-semibold">履约合计{scope}</h2>}
      <Totals
        label={`履约合计${scope}`}
        totals={[
          {
            label: '按期交付率',
            value: percent(onTimePercent(onTime, promised)),
            note: `${count(onTime)} / ${count(promised)} 单`,
          },
          {
            label: '接单响应',
            value: hoursText(confirmHours),
            note: `已确认的订单中，半数在此时间内确认（${count(confirmed)} 单）`,
          },
          {
            label: '咨询答复',
            value: hoursText(answerHours),
            note: `已答复的咨询中，半数在此时间内答复（${count(answered)} / ${count(asked)} 条）`,
          },
          { label: '回款天数', value: daysText(paidDays), note: '从应付日到到账，按金额加权' },
        ]}
      />
      <section className="min-w-0 rounded-lg border border-line bg-surface p-4 desk:p-5" aria-label={`转化${scope}`}>
        <h2 className="text-lg font-semibold">转化{scope}</h2>
        <div className="mt-4">
          <Funnel funnel={funnel} />
        </div>
      </section>
      <ChartCard
        title={`浏览、咨询与报价${scope}`}
        note="报价与中标按提交报价的月份"
        height={260}
        folds
        spec={{
          kind: 'months',
          months: names,
          bars: [
            { name: '咨询', values: months.map(({ inquiries }) => inquiries), unit: 'count' },
            { name: '报价', values: months.map(({ offers }) => offers), unit: 'count' },
            { name: '中标', values: months.map(({ wins }) => wins), unit: 'count' },
          ],
          line: { name: '浏览', values: months.map(({ views }) => views), unit: 'count' },
        }}
      >
        <DataTable caption="转化数据" columns={funnelColumns} rows={months} rowKey={({ month }) => month} />
      </ChartCard>
      <ChartCard
        title={`履约与回款${scope}`}
        note="按下单月份"
        height={260}
        folds
        spec={{
          kind: 'months',
          months: names,
          bars: [{ name: '接单响应', values: months.map((row) => row.confirmHours), unit: 'hours' }],
          line: {
            name: '按期交付率',
            values: months.map((row) => onTimePercent(row.onTime, row.promised)),
            unit: 'percent',
          },
        }}
      >
        <DataTable caption="履约数据" columns={deliveryColumns} rows={months} rowKey={({ month }) => month} />
      </ChartCard>
    </div>
  )
}
