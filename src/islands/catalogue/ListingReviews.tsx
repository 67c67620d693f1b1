import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { listingKinds } from '../../domain/catalogue/listing.ts'
import * as store from '../../stores/catalogue/listing-reviews.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { ListingControl } from './ListingControl.tsx'
import { ListingReview } from './ListingReview.tsx'
import { ListingReviewTable } from './ListingReviewTable.tsx'

const tabs = [
  { key: 'all', label: '全部' },
  { key: 'service', label: '服务' },
  { key: 'product', label: '商品' },
]

/** Listings that wait for their review, for operators: the list, one at a time, and stopping one by its number. */
export const ListingReviews = () => {
  const state = useStore(store.reviews)
  const open = useStore(store.reviewing.open)
  const query = useStore(store.query)
  useEffect(() => store.start(), [])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">商品与服务审核</h1>
      {open === null ? (
        <div className="grid grid-cols-1 items-start gap-4 desk:grid-cols-[minmax(0,1fr)_320px] desk:gap-6">
          <div className="min-w-0">
            <ListFrame
              state={state}
              what="待审核的内容"
              onRetry={() => void store.load()}
              tabs={{
                label: '种类',
                tabs,
                current: query?.kind ?? 'all',
                onChange: (key) => store.choose({ kind: listingKinds.find((kind) => kind === key) }),
              }}
              page={{
                size: store.pageSize,
                current: query?.current ?? 1,
                onChange: (current) => store.choose({ current }),
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
