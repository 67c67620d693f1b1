import { ChevronLeft } from 'lucide-react'
import { certificationLabels } from '../../domain/accounts/certification.ts'
import { dateTime } from '../../domain/time.ts'
import { close, type Open, type Review } from '../../stores/accounts/certification-reviews.ts'
import { Button } from '../../ui/Button.tsx'
import { StateBadge } from '../../ui/StateBadge.tsx'
import { StateShape } from '../../ui/StateShape.tsx'
import { FactList } from '../FactList.tsx'
import { versionFacts } from './CertificationVersions.tsx'
import { LicencePicture } from './LicencePicture.tsx'
import { ReviewDecision } from './ReviewDecision.tsx'

/** A fact of the version; where the one in force says otherwise, both. */
const compared = (review: Review) => {
  const before = review.inForce === null ? [] : versionFacts(review.inForce)
  return versionFacts(review).map((fact, index) => {
    const old = before[index]?.value ?? ''
    if (review.inForce === null || (fact.value ?? '') === old) return fact
    return {
      ...fact,
      wide: true,
      value: (
        <span className="-mx-2 block rounded-md bg-warn-soft px-2 py-1">
          <span className="mr-2 rounded-sm border border-warn-line px-1 text-xs text-warn">有变更</span>
          {fact.value || '--'}
          <span className="block text-sm text-ink-2">
            生效版本：<del>{old || '--'}</del>
          </span>
        </span>
      ),
    }
  })
}

/** One version under review: the licence beside what the company made of it, what changed, the decision. */
export const ReviewDetail = ({ open }: { open: Exclude<Open, { at: 'none' }> }) => {
  const { review } = open
  const { label, tone } = certificationLabels[review.status]
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" onClick={close}>
          <ChevronLeft />
          返回列表
        </Button>
        <h2 className="text-xl font-semibold">{review.companyName}</h2>
        <StateBadge form="tint" tone={tone} label={label} />
        <span className="text-sm text-ink-3">
          第 {review.version} 版，{review.submittedBy} 于 {dateTime(review.createdAt)} 提交
        </span>
      </div>
      <div className="grid items-start gap-4 desk:grid-cols-2">
        <section aria-label="营业执照" className="rounded-lg border border-line bg-surface p-4 desk:sticky desk:top-20">
          <LicencePicture url={review.licenceUrl} name={`${review.companyName}营业执照`} large />
          <p className="mt-3 flex items-center gap-1.5 text-sm">
            <StateShape tone={review.licenceConfirms ? 'good' : 'act'} />
            {review.licenceConfirms
              ? '平台从执照图片上读到了相同的信用代码'
              : '平台没能从执照图片上读到相同的信用代码，请人工比对'}
          </p>
        </section>
        <section aria-label="提交的信息" className="rounded-lg border border-line bg-surface">
          <div className="p-4 md:p-6">
            <p className="mb-4 text-sm text-ink-3">
              {review.inForce === null
                ? '没有其他生效版本可比较。'
                : `与生效的第 ${review.inForce.version} 版比较，有变更的已标出。`}
            </p>
            <FactList columns={1} facts={compared(review)} />
            {review.reason && <p className="mt-4 border-t border-line pt-4">审核意见：{review.reason}</p>}
          </div>
          {review.status === 'submitted' && <ReviewDecision open={open} />}
        </section>
      </div>
    </div>
  )
}
