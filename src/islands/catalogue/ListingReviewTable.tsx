import { dateTime } from '../../domain/time.ts'
import { reviewing, type Waiting } from '../../stores/catalogue/listing-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'

const columns = [
  {
    key: 'title',
    head: '内容',
    className: 'min-w-52',
    cell: (row: Waiting) => (
      <>
        <button
          type="button"
          className="block max-w-96 text-left font-medium hover:text-accent"
          onClick={() => void reviewing.read(row)}
        >
          {row.title}
        </button>
        <span className="text-sm text-ink-3">
          {row.kind === 'service' ? '服务' : '商品'} · {row.categoryName}
        </span>
      </>
    ),
  },
  { key: 'shop', head: '店铺', className: 'min-w-32', cell: (row: Waiting) => row.shopName },
  {
    key: 'what',
    head: '提交',
    className: 'whitespace-nowrap',
    cell: (row: Waiting) => (
      <>
        {row.isChange ? '修改' : '新发布'}
        <span className="block text-sm text-ink-3">{dateTime(row.submittedAt)}</span>
      </>
    ),
  },
  {
    key: 'open',
    head: '操作',
    align: 'right' as const,
    cell: (row: Waiting) => (
      <Button size="sm" kind="outline" aria-label={`审核 ${row.title}`} onClick={() => void reviewing.read(row)}>
        审核
      </Button>
    ),
  },
]

/** What waits, one a row, the oldest first. */
export const ListingReviewTable = ({ rows }: { rows: readonly Waiting[] }) => (
  <DataTable
    caption="待审核的服务与商品"
    columns={columns}
    rows={rows}
    rowKey={({ kind, listingId }) => `${kind} ${listingId}`}
  />
)
