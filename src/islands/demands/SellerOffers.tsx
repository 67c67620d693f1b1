import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { OfferRow } from '../../contract/demands/offers.ts'
import { demandLabels } from '../../domain/demands/demand-states.ts'
import { offerLabels, offerStatuses, type OfferStatus } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { date, monthMinute, timeLeft } from '../../domain/time.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/demands/seller-offers.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { card, Shown } from './Shown.tsx'
import { TableSkeleton } from './TableSkeleton.tsx'

type Props = { search: string; now: string }

const Next = ({ row }: { row: OfferRow }) => {
  const changeable = (row.status === 'draft' || row.status === 'submitted') && row.demandStatus === 'open'
  return (
    <span className="inline-flex gap-2">
      {changeable && (
        <LinkButton
          size="sm"
          href={links.sellerEditOffer(row.demandId)}
          aria-label={`${row.status === 'draft' ? '继续填写' : '更新'}报价：${row.demandTitle}`}
        >
          {row.status === 'draft' ? '继续填写' : '更新'}
        </LinkButton>
      )}
      {row.orderId === null ? (
        <LinkButton size="sm" href={links.sellerOffer(row.offerId)} aria-label={`查看报价：${row.demandTitle}`}>
          查看
        </LinkButton>
      ) : (
        <LinkButton size="sm" kind="outline" href={links.sellerOrder(row.orderId)}>
          看订单
        </LinkButton>
      )}
    </span>
  )
}

const columnsAt = (now: string): Column<OfferRow>[] => [
  {
    key: 'demand',
    head: '需求',
    className: 'min-w-56',
    cell: (row) => (
      <>
        <a href={links.sellerOffer(row.offerId)} className="font-medium hover:text-accent">
          {row.demandTitle}
        </a>
        <span className="block text-sm text-ink-3">
          {row.offerNo}
          {row.version > 0 && ` · 第 ${row.version} 版`}
          {row.submittedAt && ` · ${monthMinute(row.submittedAt)}`}
        </span>
      </>
    ),
  },
  {
    key: 'total',
    head: '总价',
    align: 'right',
    cell: (row) => <span className="font-medium whitespace-nowrap">¥{yuan(row.total)}</span>,
  },
  {
    key: 'days',
    head: '周期',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => `${row.durationDays}\u00a0天`,
  },
  { key: 'valid', head: '有效期至', className: 'whitespace-nowrap', cell: (row) => date(row.validUntil) },
  {
    key: 'demandState',
    head: '需求',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        {demandLabels[row.demandStatus].label}
        <span className="block text-sm text-ink-3">
          {row.demandStatus === 'open' ? timeLeft(row.deadline, now) : ''}
        </span>
      </>
    ),
  },
  {
    key: 'state',
    head: '报价状态',
    className: 'whitespace-nowrap',
    cell: (row) => <StateBadge {...offerLabels[row.status]} />,
  },
  { key: 'do', head: '操作', align: 'right', cell: (row) => <Next row={row} /> },
]

/** The company's own offers by state. */
export const SellerOffers = ({ search, now }: Props) => {
  const state = useStore(store.offers)
  const query = useStore(store.query) ?? readListQuery(search, offerStatuses)
  useEffect(() => store.start(), [])
  const counts = state.at === 'ready' ? state.content.counts : undefined
  const count = (status?: OfferStatus) =>
    counts && (status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, one) => sum + one, 0))
  const tabs = [
    { key: 'all', label: '全部', count: count() },
    ...offerStatuses.map((status) => ({ key: status, label: offerLabels[status].label, count: count(status) })),
  ]
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold">我的报价</h1>
        <LinkButton kind="outline" href={links.demandHall({ openOnly: 1 })}>
          找需求
        </LinkButton>
      </div>
      <Tabs
        label="报价状态"
        tabs={tabs}
        current={query.status ?? 'all'}
        onChange={(key) => store.choose({ status: offerStatuses.find((status) => status === key) })}
      >
        <div className="pt-4" aria-busy={state.at === 'ready' && state.refreshing}>
          <Shown
            state={state}
            what="报价"
            permission="my_supply"
            onRetry={() => void store.load()}
            skeleton={<TableSkeleton />}
            frame={card}
          >
            {({ data, total }) =>
              data.length === 0 ? (
                card(
                  query.status === undefined ? (
                    <EmptyState title="还没有报价" text="在需求大厅找到合适的需求，提交报价后会出现在这里。">
                      <LinkButton kind="main" href={links.demandHall({ openOnly: 1 })}>
                        去需求大厅
                      </LinkButton>
                    </EmptyState>
                  ) : (
                    <EmptyState title={`没有“${offerLabels[query.status].label}”的报价`} text="换个状态再看看。">
                      <Button onClick={() => store.choose({ status: undefined })}>查看全部</Button>
                    </EmptyState>
                  ),
                )
              ) : (
                <>
                  <DataTable caption="我的报价" columns={columnsAt(now)} rows={data} rowKey={(row) => row.offerId} />
                  <div className="pt-4">
                    <Pager
                      total={total}
                      pageSize={store.pageSize}
                      current={query.current}
                      onChange={(current) => store.choose({ current })}
                    />
                  </div>
                </>
              )
            }
          </Shown>
        </div>
      </Tabs>
      <Toaster />
    </>
  )
}
