import { ChevronRight } from 'lucide-react'
import type { Dashboard } from '../../../contract/orders/dashboards.ts'
import { links } from '../../../domain/links.ts'
import { bigMoney, yuan } from '../../../domain/money.ts'
import type { Side } from '../../../domain/sides.ts'

type Trend = NonNullable<Dashboard['trend']>
type Props = { trend: Trend; side: Side }

/** Units of the drawing: one column and its bar. */
const [column, bar, height] = [20, 12, 56]

/** Columns of the last twelve months as plain SVG, so that the dashboard loads no chart library; the link has more. */
export const DashboardTrend = ({ trend, side }: Props) => {
  const buyer = side === 'buyer'
  const title = buyer ? '近 12 个月采购额' : '近 12 个月成交额'
  const most = Math.max(1, ...trend.map(({ amount }) => amount))
  const sum = trend.reduce((all, { amount }) => all + amount, 0)
  return (
    <section className="mt-4 rounded-lg border border-line bg-surface px-5 py-4" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 className="text-lg font-semibold">
          {title} <span className="font-normal text-ink-2 tabular-nums">{bigMoney(sum)}</span>
        </h2>
        <a
          href={buyer ? links.buyerStatistics() : links.sellerStatistics()}
          className="inline-flex items-center gap-1 text-ink-2 hover:text-accent max-md:min-h-11"
        >
          {buyer ? '采购统计' : '经营统计'}
          <ChevronRight className="size-4" />
        </a>
      </div>
      <svg
        viewBox={`0 0 ${trend.length * column} ${height}`}
        preserveAspectRatio="none"
        className="mt-3 h-16 w-full"
        aria-hidden
      >
        {trend.map(({ month, amount }, at) => {
          const tall = amount === 0 ? 0.75 : Math.max(2, (amount / most) * height)
          return (
            <rect
              key={month}
              x={at * column + (column - bar) / 2}
              y={height - tall}
              width={bar}
              height={tall}
              className={
                amount === 0 ? 'fill-line-strong' : at === trend.length - 1 ? 'fill-accent' : 'fill-accent-line'
              }
            >
              <title>{`${month} ¥${yuan(amount)}`}</title>
            </rect>
          )
        })}
      </svg>
      <ol className="mt-1 flex text-xs text-ink-3">
        {trend.map(({ month, amount }, at) => (
          <li key={month} className="flex-1 text-center tabular-nums">
            <span className={at % 2 === trend.length % 2 ? 'max-md:sr-only' : undefined}>
              {`${Number(month.slice(5))} 月`}
            </span>
            <span className="sr-only">：¥{yuan(amount)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
