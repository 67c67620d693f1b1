import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { listingKinds } from '../../../domain/catalogue/listing.ts'
import * as store from '../../../stores/catalogue/listing-reviews.ts'
import { listingReviewing, type PendingListing } from '../../../stores/catalogue/listing-reviews.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { ListingControl } from '../listings/ListingControl.tsx'
import { ListingReview } from './ListingReview.tsx'
import { dateTime } from '../../../domain/time.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'

const reviewColumns: readonly Column<PendingListing>[] = [
  {
    key: 'title',
    head: '内容',
    className: 'min-w-52',
    cell: (row: PendingListing) => (
      <>
        <button
          type="button"
          className="block max-w-96 text-left font-medium hover:text-accent"
          onClick={() => void listingReviewing.openRow(row)}
        >
          {row.title}
        </button>
        <span className="text-sm text-ink-3">
          {row.kind === 'service' ? '服务' : '商品'} · {row.categoryName}
        </span>
      </>
    ),
  },
  { key: 'shop', head: '店铺', className: 'min-w-32', cell: (row: PendingListing) => row.shopName },
  {
    key: 'what',
    head: '提交',
    className: 'whitespace-nowrap',
    cell: (row: PendingListing) => (
      <>
        {row.isChange ? '修改' : '新发布'}
        <span className="block text-sm text-ink-3">{dateTime(row.submittedAt)}</span>
      </>
    ),
  },
  {
    key: 'open',
    head: '操作',
    isActions: true,
    align: 'right' as const,
    cell: (row: PendingListing) => (
      <Button
        size="sm"
        kind="outline"
        aria-label={`审核 ${row.title}`}
        onClick={() => void listingReviewing.openRow(row)}
      >
        审核
      </Button>
    ),
  },
]

/** Table of pending listings, oldest first. */
const ListingReviewTable = ({ rows }: { rows: readonly PendingListing[] }) => (
  <DataTable
    caption="待审核的服务与商品"
    columns={reviewColumns}
    rows={rows}
    rowKey={({ kind, listingId }) => `${kind} ${listingId}`}
  />
)

const tabs = [
  { key: 'all', label: '全部' },
  { key: 'service', label: '服务' },
  { key: 'product', label: '商品' },
]

/** Listings pending review, for operators: the list, the open review, and suspending a listing by its number. */
export const ListingReviews = () => {
  const state = useStore(store.listingReviews)
  const open = useStore(store.listingReviewing.open)
  const query = useStore(store.listingReviewQuery)
  useEffect(() => store.startListingReviews(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">商品与服务审核</h1>
      {open === null ? (
        <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-6">
          <div className="min-w-0">
            <ListFrame
              state={state}
              what="待审核的内容"
              onRetry={() => void store.loadListingReviews()}
              tabs={{
                label: '种类',
                tabs,
                current: query?.kind ?? 'all',
                onChange: (key) => store.updateListingReviewQuery({ kind: listingKinds.find((kind) => kind === key) }),
              }}
              page={{
                size: store.listingReviewPageSize,
                current: query?.current ?? 1,
                onChange: (current) => store.updateListingReviewQuery({ current }),
              }}
              empty={
                <EmptyState
                  drawing="done"
                  title="没有等待审核的内容"
                  text="供应商提交新的服务、商品或修改后会出现在这里。"
                />
              }
            >
              {({ data }) => <ListingReviewTable rows={data} />}
            </ListFrame>
          </div>
          <ListingControl />
        </div>
      ) : (
        <ListingReview key={`${open.row.kind} ${open.row.listingId}`} open={open} />
      )}
      <Toaster />
    </>
  )
}
