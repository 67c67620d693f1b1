import { useStore } from '@nanostores/react'
import type { DemandReviewRow } from '../../contract/demands/demand-reviews.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/demands/demand-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Price } from '../../ui/Price.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
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
          onClick={() => void store.reviewing.read(row)}
        >
          {row.demandTitle}
        </button>
        <span className="text-sm text-ink-3">
          {row.isChange && '报价中的修改 · '}
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
        onClick={() => void store.reviewing.read(row)}
      >
        审核
      </Button>
    ),
  },
]

/** Demands that wait for their review, for operators: the list, and one at a time. */
export const DemandReviews = ({ search }: { search: string }) => {
  const open = useStore(store.reviewing.open)
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">需求审核</h1>
      {open === null ? (
        <FilteredList
          list={store.reviews}
          search={search}
          what="需求"
          placeholder="需求标题或编号"
          empty={<EmptyState drawing="done" title="没有等待审核的需求" text="买家提交的需求需要审核时会出现在这里。" />}
        >
          {({ data }) => (
            <DataTable caption="待审核的需求" columns={columns} rows={data} rowKey={({ demandId }) => demandId} />
          )}
        </FilteredList>
      ) : (
        <DemandReview key={open.row.demandId} open={open} />
      )}
      <Toaster />
    </>
  )
}
