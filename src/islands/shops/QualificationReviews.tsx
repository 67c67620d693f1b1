import type { QualificationReviewRow } from '../../contract/shops/qualifications.ts'
import { links } from '../../domain/links.ts'
import { qualificationLabels, qualificationState } from '../../domain/shops/qualifications.ts'
import { date, dateTime } from '../../domain/time.ts'
import { review, reviews } from '../../stores/shops/qualification-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable, type Column } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { FilteredList } from '../FilteredList.tsx'
import { QualificationReviewDialog } from './QualificationReviewDialog.tsx'

const columns: readonly Column<QualificationReviewRow>[] = [
  {
    key: 'shop',
    head: '供应商',
    cell: ({ shopId, orgId, shopName, companyName }) => (
      <span className="block py-2">
        <a
          href={links.shopBrief({ id: shopId, orgId })}
          target="_blank"
          rel="noopener"
          className="hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
        >
          {shopName}
        </a>
        <span className="block text-sm text-ink-3">{companyName}</span>
      </span>
    ),
  },
  {
    key: 'tag',
    head: '资质',
    cell: ({ tag, name }) => (
      <span className="block py-2">
        <b className="font-medium">{tag}</b>
        <span className="block text-sm text-ink-3">{name}</span>
      </span>
    ),
  },
  {
    key: 'until',
    head: '最后一天',
    cell: ({ until }) => until ?? '长期有效',
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    key: 'created',
    head: '提交时间',
    cell: ({ createdAt }) => dateTime(createdAt),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    key: 'status',
    head: '状态',
    cell: (row) => <StateBadge {...qualificationState(row, date(new Date().toISOString()))} />,
  },
  {
    key: 'action',
    head: '操作',
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        kind={row.status === 'pending_review' ? 'outline' : 'plain'}
        className="max-md:h-11"
        onClick={() => review.open(row)}
      >
        {row.status === 'pending_review' ? '审核' : '查看'}
      </Button>
    ),
  },
]

/** Certificates that suppliers submitted, for operators. */
export const QualificationReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">资质审核</h1>
    <FilteredList
      list={reviews}
      search={search}
      what="资质"
      permission="corporate_show"
      placeholder="供应商或证书名称"
      tabs={{ label: '审核状态', labelOf: (status) => qualificationLabels[status] }}
      empty={<EmptyState drawing="done" title="还没有供应商提交资质" text="供应商提交后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="资质证书" columns={columns} rows={data} rowKey={(row) => row.qualificationId} />
      )}
    </FilteredList>
    <QualificationReviewDialog />
    <Toaster />
  </>
)
