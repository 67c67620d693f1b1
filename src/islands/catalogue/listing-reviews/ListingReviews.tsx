import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { listingKinds } from '../../../domain/catalogue/listing.ts'
import * as store from '../../../stores/catalogue/listing-reviews.ts'
import {
  listingReviewing,
  type PendingListing,
  type ReviewedListing,
} from '../../../stores/catalogue/listing-reviews.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ListFrame } from '../../list/ListFrame.tsx'
import { ListingControl } from '../listings/ListingControl.tsx'
import { dateTime } from '../../../domain/time.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { comparedLines, type ComparedLine } from '../../../domain/catalogue/compare-forms.ts'
import { links } from '../../../domain/links.ts'
import type { OpenReview } from '../../../stores/review-queue.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { ReviewFrame } from '../../review/ReviewFrame.tsx'

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

/** A submitted line, with the published value where it differs. */
const toFact = ({ label, value, before }: ComparedLine) => ({
  label,
  value:
    before === null ? (
      <span className="whitespace-pre-wrap">{value}</span>
    ) : (
      <span className="-mx-2 block rounded-md bg-warn-soft px-2 py-1">
        <span className="mr-2 rounded-sm border border-warn-line px-1 text-xs text-warn">有变更</span>
        <span className="whitespace-pre-wrap">{value || '--'}</span>
        <span className="mt-1 block text-sm whitespace-pre-wrap text-ink-2">
          现在：<del>{before || '--'}</del>
        </span>
      </span>
    ),
})

const Pictures = ({ title, urls }: { title: string; urls: readonly string[] }) =>
  urls.length === 0 ? null : (
    <section aria-label={title} className="mt-6">
      <h3 className="mb-2 font-medium">{title}</h3>
      <ul className="grid grid-cols-3 gap-3 md:grid-cols-5">
        {urls.map((url, index) => (
          <li key={url} className="aspect-[4/3] overflow-hidden rounded-md border border-line bg-surface-2">
            <a href={url} target="_blank" rel="noopener">
              <img src={url} alt={`${title} ${index + 1}`} loading="lazy" className="size-full object-contain" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )

const Attachments = ({ files }: { files: ReviewedListing['form']['attachments'] }) =>
  files.length === 0 ? null : (
    <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {files.map(({ fileId, url, name }) => (
        <a key={fileId} href={url} className="text-accent hover:underline">
          下载 {name}
        </a>
      ))}
    </p>
  )

const Content = ({ review }: { review: ReviewedListing }) => {
  const lines = comparedLines(review.now, review.form, review.words)
  const changed = lines.filter(({ before }) => before !== null).length
  const urls = (form: ReviewedListing['form']) => form.pictures.map(({ url }) => url)
  const samePictures = review.now === null || urls(review.now).join() === urls(review.form).join()
  return (
    <>
      <p className="mb-4 text-sm text-ink-3">
        {review.now === null
          ? '首次发布，没有可比较的内容。'
          : changed > 0 || !samePictures
            ? `与现在展示的内容比较，有变更的 ${changed} 项已标出。`
            : '与现在展示的内容没有差别。'}
      </p>
      <FactList columns={1} facts={lines.map(toFact)} />
      <Attachments files={review.form.attachments} />
      <Pictures title="提交的图片" urls={urls(review.form)} />
      {review.now !== null && !samePictures && <Pictures title="现在的图片" urls={urls(review.now)} />}
    </>
  )
}

/** Common rejection reasons. */
const commonReasons = [
  '分类选择有误，请重新选择',
  '标题或图片含有联系方式，请删除',
  '内容与资质不符，请核对',
  '价格明显有误，请核对',
]

/** One listing under review: the submission beside the published version, and the verdict. */
const ListingReview = ({ open }: { open: OpenReview<PendingListing> }) => {
  const { row } = open
  return (
    <ReviewFrame
      reviewing={listingReviewing}
      open={open}
      title={row.title}
      what="这项内容"
      meta={
        <>
          <StateBadge form="tint" tone="go" label={row.isChange ? '修改待审核' : '新发布待审核'} />
          <span className="text-sm text-ink-3">
            <a href={links.shopHome({ id: row.shopId, orgId: row.orgId })} className="hover:text-accent">
              {row.shopName}
            </a>
            {' 于 '}
            {dateTime(row.submittedAt)} 提交
          </span>
        </>
      }
      usual={commonReasons}
      reader="供应商"
    >
      {(review) => <Content review={review} />}
    </ReviewFrame>
  )
}

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
                  title="暂无待审核的内容"
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
