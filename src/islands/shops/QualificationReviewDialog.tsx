import type { QualificationReviewRow } from '../../contract/shops/qualifications.ts'
import { qualificationState, qualificationTransitions } from '../../domain/shops/qualifications.ts'
import { date } from '../../domain/time.ts'
import { next } from '../../domain/transition.ts'
import { review } from '../../stores/shops/qualification-reviews.ts'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { FactList } from '../FactList.tsx'
import { ReviewDialog } from '../ReviewDialog.tsx'
import { useNow } from '../use-now.ts'

const isPicture = (name: string) => /\.(jpe?g|png|webp)$/i.test(name)

const Paper = ({ file }: { file: QualificationReviewRow['file'] }) => {
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

/** One certificate: the paper beside what was said of it, and the verdict. */
export const QualificationReviewDialog = () => {
  const today = date(useNow())
  return (
    <ReviewDialog
      review={review}
      title="资质"
      waits={({ status }) => next(qualificationTransitions, status, 'pass', 'operator') !== undefined}
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
          <Paper file={row.file} />
        </>
      )}
    </ReviewDialog>
  )
}
