import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DeclarationReviewRow } from '../../contract/projects/declarations.ts'
import { bigMoney } from '../../domain/money.ts'
import { declarationLabels } from '../../domain/projects/declaration-states.ts'
import { dateTime } from '../../domain/time.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/projects/declaration-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../ListFrame.tsx'
import { DeclarationReviewDialog } from './DeclarationReviewDialog.tsx'

const columns: readonly Column<DeclarationReviewRow>[] = [
  {
    key: 'title',
    head: '申报项目',
    className: 'min-w-60',
    cell: (row) => (
      <span className="block max-w-100 py-2">
        <span className="wrap-anywhere">{row.title}</span>
        <span className="block text-sm text-ink-3">{row.projectTitle}</span>
      </span>
    ),
  },
  {
    key: 'company',
    head: '申报企业',
    cell: (row) => (
      <span className="block py-2">
        {row.companyName}
        <span className="block text-sm whitespace-nowrap text-ink-3 tabular-nums">{row.declarationNo}</span>
      </span>
    ),
  },
  {
    key: 'amount',
    head: '申请金额',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ amount }) => (amount === null ? '--' : bigMoney(amount)),
  },
  {
    key: 'submitted',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ submittedAt }) => (submittedAt === null ? '--' : dateTime(submittedAt)),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status, reviewerName }) => (
      <>
        <StateBadge {...declarationLabels[status]} />
        {reviewerName !== '' && <span className="block text-sm text-ink-3">{reviewerName}</span>}
      </>
    ),
  },
  {
    key: 'action',
    head: '操作',
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        className="max-md:h-11"
        aria-label={`${row.status === 'submitted' ? '审核' : '查看'} ${row.declarationNo}`}
        onClick={() => store.open(row.declarationId)}
      >
        {row.status === 'submitted' || (row.status === 'in_review' && row.mine) ? '审核' : '查看'}
      </Button>
    ),
  },
]

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的申报" text="换个状态或关键词再看看。">
      <Button onClick={() => store.choose({ status: undefined, keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="done" title="还没有企业提交申报" text="企业提交申报后会出现在这里。" />
  )

/** What companies declared, for operators. */
export const DeclarationReviews = ({ search }: { search: string }) => {
  const state = useStore(store.reviews)
  const query = useStore(store.query) ?? readListQuery(search, store.reviewedStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">项目申报审核</h1>
      <ListFrame
        state={state}
        what="项目申报"
        onRetry={() => void store.load()}
        search={{
          placeholder: '企业、项目或申报编号',
          keyword: query.keyword,
          onSearch: (keyword) => store.choose({ keyword }),
        }}
        tabs={{
          label: '办理状态',
          tabs: stateTabs(
            store.reviewedStatuses,
            (status) => declarationLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: store.reviewedStatuses.find((status) => status === key) }),
        }}
        page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
        empty={<Nothing filtered={query.status !== undefined || query.keyword !== ''} />}
      >
        {({ data }) => (
          <DataTable caption="项目申报" columns={columns} rows={data} rowKey={({ declarationId }) => declarationId} />
        )}
      </ListFrame>
      <DeclarationReviewDialog />
      <Toaster />
    </>
  )
}
