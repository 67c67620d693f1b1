import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { MatchedDemand } from '../../../contract/demands/matching.ts'
import { demandLabels, takesOffers } from '../../../domain/demands/demand-states.ts'
import { links } from '../../../domain/links.ts'
import { date, dateTime, timeLeft } from '../../../domain/time.ts'
import * as store from '../../../stores/demands/matching/subscriptions.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'

type RowProps = { row: MatchedDemand; now: string }

const Next = ({ row, now }: RowProps) =>
  row.offered ? (
    <LinkButton size="sm" href={links.sellerOffers()} aria-label={`我的报价：${row.demandTitle}`}>
      已报价
    </LinkButton>
  ) : takesOffers(row.status, row.deadline, now) ? (
    <LinkButton size="sm" kind="outline" href={links.makeOffer(row.demandId)} aria-label={`去报价：${row.demandTitle}`}>
      去报价
    </LinkButton>
  ) : (
    <LinkButton size="sm" href={links.demandDetail(row.demandId)} aria-label={`查看：${row.demandTitle}`}>
      查看
    </LinkButton>
  )

const Found = ({ row }: { row: MatchedDemand }) => (
  <>
    <span className="flex flex-wrap gap-1">
      {row.invited && <Tag label="受邀报价" loud />}
      {row.subscriptionName !== null && <span>{row.subscriptionName}</span>}
      {!row.invited && row.subscriptionName === null && <span className="text-ink-3">已删除的订阅</span>}
    </span>
    <span className="block text-sm text-ink-3">{date(row.matchedAt)}</span>
  </>
)

const columnsAt = (now: string): Column<MatchedDemand>[] => [
  {
    key: 'demand',
    head: '需求',
    className: 'min-w-56',
    cell: (row) => (
      <>
        <a href={links.demandDetail(row.demandId)} className="font-medium hover:text-accent">
          {row.demandTitle}
        </a>
        <span className="block text-sm text-ink-3">
          {row.stageName} / {row.categoryName} · {row.districtName || '地区不限'}
        </span>
      </>
    ),
  },
  { key: 'found', head: '来自', className: 'min-w-32', cell: (row) => <Found row={row} /> },
  {
    key: 'budget',
    head: '预算',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: (row) => <Price fen={row.demandBudget} size="sm" />,
  },
  {
    key: 'deadline',
    head: '报价截止',
    className: 'whitespace-nowrap',
    cell: (row) => (
      <>
        <StateBadge {...demandLabels[row.status]} />
        <span className="block text-sm text-ink-3" title={dateTime(row.deadline)}>
          {takesOffers(row.status, row.deadline, now) ? timeLeft(row.deadline, now) : '已截止'}
        </span>
      </>
    ),
  },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Next row={row} now={now} /> },
]

/** Demands matched by a subscription or with an invitation. */
export const SellerMatches = ({ now }: { now: string }) => {
  const state = useStore(store.matches)
  const query = useStore(store.matchQuery)
  useEffect(() => store.startMatches(), [])
  return (
    <ListFrame
      state={state}
      what="匹配的需求"
      permission="my_supply"
      onRetry={() => void store.loadMatches()}
      page={{ size: store.matchPageSize, current: query?.current ?? 1, onChange: store.openMatchPage }}
      empty={
        <EmptyState title="暂无匹配的需求" text="订阅关注的分类与关键词后，有新需求公开或买家邀请报价，会出现在这里。">
          <LinkButton kind="main" href={links.sellerSubscriptions()}>
            订阅需求
          </LinkButton>
          <LinkButton className="max-md:h-11" href={links.demandHall({ openOnly: 1 })}>
            需求大厅
          </LinkButton>
        </EmptyState>
      }
    >
      {({ data }) => (
        <DataTable caption="匹配的需求" columns={columnsAt(now)} rows={data} rowKey={(row) => row.demandId} />
      )}
    </ListFrame>
  )
}
