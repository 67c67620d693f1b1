import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DemandReviewRow } from '../../contract/demands/demand-reviews.ts'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { dateTime } from '../../domain/time.ts'
import { readListQuery } from '../../stores/demands/list-query.ts'
import * as store from '../../stores/demands/demand-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Price } from '../../ui/Price.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { DemandReview } from './DemandReview.tsx'

const columns: readonly Column<DemandReviewRow>[] = [
  {
    key: 'title',
    head: '需求',
    className: 'min-w-52',
    cell: (row) => (
      <span className="block py-2">
        <button
          type="button"
          className="block max-w-96 text-left font-medium hover:text-accent max-md:min-h-11"
          onClick={() => void store.read(row)}
        >
          {row.demandTitle}
        </button>
        <span className="text-sm text-ink-3">
          {row.stageName} · {row.categoryName}
        </span>
      </span>
    ),
  },
  { key: 'company', head: '发布方', className: 'min-w-32', cell: ({ companyName }) => companyName },
  {
    key: 'budget',
    head: '预算',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ demandBudget }) => <Price fen={demandBudget} size="sm" word="议价" />,
  },
  {
    key: 'deadline',
    head: '报价截止',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ deadline }) => dateTime(deadline),
  },
  {
    key: 'submitted',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ submittedAt }) => dateTime(submittedAt),
  },
  {
    key: 'open',
    head: '操作',
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        kind="outline"
        className="max-md:h-11"
        aria-label={`审核 ${row.demandTitle}`}
        onClick={() => void store.read(row)}
      >
        审核
      </Button>
    ),
  },
]

const Nothing = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState title="没有符合条件的需求" text="换个关键词再看看。">
      <Button onClick={() => store.choose({ keyword: '' })}>清空条件</Button>
    </EmptyState>
  ) : (
    <EmptyState drawing="done" title="没有等待审核的需求" text="买家提交的需求需要审核时会出现在这里。" />
  )

/** Demands that wait for their review, for operators: the list, and one at a time. */
export const DemandReviews = ({ search }: { search: string }) => {
  const state = useStore(store.reviews)
  const open = useStore(store.open)
  const query = useStore(store.query) ?? readListQuery(search, demandStatuses)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">需求审核</h1>
      {open === null ? (
        <ListFrame
          state={state}
          what="需求"
          onRetry={() => void store.load()}
          search={{
            placeholder: '需求标题或编号',
            keyword: query.keyword,
            onSearch: (keyword) => store.choose({ keyword }),
          }}
          page={{ size: store.pageSize, current: query.current, onChange: (current) => store.choose({ current }) }}
          empty={<Nothing filtered={query.keyword !== ''} />}
        >
          {({ data }) => (
            <DataTable caption="待审核的需求" columns={columns} rows={data} rowKey={({ demandId }) => demandId} />
          )}
        </ListFrame>
      ) : (
        <DemandReview key={open.row.demandId} open={open} />
      )}
      <Toaster />
    </>
  )
}
