import { useStore } from '@nanostores/react'
import { FileDown } from 'lucide-react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { dimensionLabel } from '../../../domain/orders/statistics/trade-dimensions.ts'
import type { Side } from '../../../domain/sides.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import { parseStatisticsQuery, statisticsOfSide, type StatisticsStore } from '../../../stores/orders/statistics.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { FilterChip } from '../../../ui/chip/FilterChip.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { AsyncContent, cardFrame } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { usePermission } from '../../use-permission.ts'
import { PaymentCalendar } from './PaymentCalendar.tsx'
import { Performance } from './Performance.tsx'
import { PeriodFilter } from './PeriodFilter.tsx'
import { TotalsSkeleton } from './Totals.tsx'
import { TradeCharts } from './TradeCharts.tsx'

const ExportButton = ({ store }: { store: StatisticsStore }) => {
  const busy = useStore(exportingSheet) === 'statistics'
  const save = () =>
    void store.downloadSheet().then((failure) => {
      if (failure !== null) toast.error(failure.message)
    })
  return (
    <Button className="max-md:h-11 max-md:w-full md:ml-auto" busy={busy} onClick={save}>
      {!busy && <FileDown className="size-4" />}
      导出 Excel
    </Button>
  )
}

const skeleton = (
  <div className="space-y-4">
    <TotalsSkeleton count={4} />
    <CardSkeleton lines={6} className="min-h-80" />
    <CardSkeleton lines={6} className="min-h-80" />
  </div>
)

const NoOrders = ({ side }: { side: Side }) =>
  side === 'buyer' ? (
    <EmptyState title="这段时间没有订单" text="请选择其他月份；下单后，采购额会按月、供应商与分类统计。">
      <LinkButton href={links.buyerOrders()}>查看订单</LinkButton>
    </EmptyState>
  ) : (
    <EmptyState title="这段时间没有订单" text="请选择其他月份；接到订单后，成交额会按月、买家与分类统计。">
      <LinkButton href={links.sellerOrders()}>查看订单</LinkButton>
    </EmptyState>
  )

type Props = { side: Side; search: string }

/** Statistics of one side: period and filter in the address, charts with their tables, and the calendar of payments. */
const Statistics = ({ side, search }: Props) => {
  const store = statisticsOfSide(side)
  const query = useStore(store.query) ?? parseStatisticsQuery(search)
  const [trade, performance] = [useStore(store.trade), useStore(store.performance)]
  const mayExport = usePermission('database')
  const mayReadOrders = usePermission(side === 'buyer' ? 'my_orders' : 'order_manage')
  useEffect(() => store.start(), [store])
  const { only } = query
  // Before the first answer no name is known; '' is a value that none of the orders has.
  const onlyName = trade.at === 'ready' && trade.content.onlyName !== null ? trade.content.onlyName || '未知' : '…'
  // The sections below the amounts are not filtered.
  const scope = only === undefined ? '' : `（全部${dimensionLabel(only.dimension, side)}）`
  return (
    <>
      <h1 className="mb-1 text-2xl font-semibold">{side === 'buyer' ? '采购统计' : '经营统计'}</h1>
      <p className="mb-4 text-ink-3">
        金额已扣除变更与退款，按北京时间计月。
        <a href={links.helpArticle(3317)} className="text-accent underline">
          统计口径
        </a>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <PeriodFilter range={query} onChange={(range) => store.setQuery(range)} />
        {mayExport && <ExportButton store={store} />}
        {only !== undefined && (
          <FilterChip
            group={dimensionLabel(only.dimension, side)}
            label={onlyName}
            onRemove={() => store.setQuery({ only: undefined })}
          />
        )}
      </div>
      <div className="mt-4 space-y-4">
        <AsyncContent
          state={trade}
          what={side === 'buyer' ? '采购统计' : '销售统计'}
          permission="statistics_page"
          onRetry={() => void store.loadTrade()}
          frame={cardFrame}
          skeleton={skeleton}
        >
          {(content) =>
            content.total.orders === 0 && content.total.amount === 0 ? (
              cardFrame(<NoOrders side={side} />)
            ) : (
              <div aria-busy={trade.at === 'ready' && trade.refreshing}>
                <TradeCharts
                  trade={content}
                  side={side}
                  onOnly={(dimension, id) => store.setQuery({ only: { dimension, id } })}
                />
              </div>
            )
          }
        </AsyncContent>
        {side === 'seller' && (
          <AsyncContent
            state={performance}
            what="经营统计"
            permission="statistics_page"
            onRetry={() => void store.loadPerformance()}
            frame={cardFrame}
            skeleton={<CardSkeleton lines={6} className="min-h-80" />}
          >
            {(content) => <Performance performance={content} scope={scope} />}
          </AsyncContent>
        )}
        {mayReadOrders && <PaymentCalendar store={store} side={side} scope={scope} />}
      </div>
      <Toaster />
    </>
  )
}

export const BuyerStatistics = ({ search }: { search: string }) => <Statistics side="buyer" search={search} />
export const SellerStatistics = ({ search }: { search: string }) => <Statistics side="seller" search={search} />
