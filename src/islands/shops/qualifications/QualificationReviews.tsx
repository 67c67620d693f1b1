import type { QualificationReviewRow } from '../../../contract/shops/qualifications.ts'
import { links } from '../../../domain/links.ts'
import {
  qualificationLabels,
  qualificationState,
  qualificationTransitions,
  isQualificationInReview,
} from '../../../domain/shops/qualifications.ts'
import { date, dateTime } from '../../../domain/time.ts'
import { qualificationReview, qualificationReviews } from '../../../stores/shops/qualifications.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { nextState } from '../../../domain/transition.ts'
import { FactList } from '../../FactList.tsx'
import { ReviewDialog } from '../../review/ReviewDialog.tsx'
import { useNow } from '../../use-now.ts'

const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)

const CertificateFile = ({ file }: { file: QualificationReviewRow['file'] }) => {
  if (file === null) return <p className="text-ink-3">这份证书没有影像。</p>
  return isPicture(file.name) ? (
    <a href={file.url} target="_blank" rel="noopener">
      <img src={file.url} alt="证书影像" className="max-h-80 w-full rounded-lg border border-line object-contain" />
    </a>
  ) : (
    <a href={file.url} target="_blank" rel="noopener" className="text-accent hover:underline">
      下载 {file.name}
    </a>
  )
}

/** One certificate: file beside the entered data, and the verdict. */
const QualificationReviewDialog = () => {
  const today = date(useNow())
  return (
    <ReviewDialog
      review={qualificationReview}
      title="资质"
      waits={({ status }) => nextState(qualificationTransitions, status, 'pass', 'operator') !== undefined}
      reader="供应商"
    >
      {(row) => (
        <>
          <FactList
            columns={1}
            facts={[
              { label: '供应商', value: `${row.shopName}（${row.companyName}）` },
              { label: '资质', value: `${row.tag}，${row.name}` },
              { label: '认可范围', value: row.scope },
              { label: '最后一天', value: row.until ?? '长期有效' },
              { label: '状态', value: <StateBadge {...qualificationState(row, today)} /> },
              ...(row.reason === '' ? [] : [{ label: '驳回原因', value: row.reason }]),
            ]}
          />
          <CertificateFile file={row.file} />
        </>
      )}
    </ReviewDialog>
  )
}

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
    isActions: true,
    align: 'right',
    cell: (row) => (
      <Button
        size="sm"
        kind={isQualificationInReview(row.status) ? 'outline' : 'plain'}
        className="max-md:h-11"
        onClick={() => qualificationReview.open(row)}
      >
        {isQualificationInReview(row.status) ? '审核' : '查看'}
      </Button>
    ),
  },
]

/** Certificates submitted by suppliers, for operators. */
export const QualificationReviews = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">资质审核</h1>
    <FilteredList
      list={qualificationReviews}
      search={search}
      what="资质"
      permission="corporate_show"
      placeholder="供应商或证书名称"
      tabs={{ label: '审核状态', labelOf: (status) => qualificationLabels[status] }}
      empty={<EmptyState drawing="done" title="暂无供应商提交资质" text="供应商提交后会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable caption="资质证书" columns={columns} rows={data} rowKey={(row) => row.qualificationId} />
      )}
    </FilteredList>
    <QualificationReviewDialog />
    <Toaster />
  </>
)
