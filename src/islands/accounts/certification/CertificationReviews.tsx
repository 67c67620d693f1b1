import { useStore } from '@nanostores/react'
import { certificationLabels, isCertificationSubmitted } from '../../../domain/accounts/certification.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/accounts/certification/certification-reviews.ts'
import {
  openCertificationReview,
  type CertificationReview,
  closeCertificationReview,
  decideCertification,
  type CertificationDecision,
  type OpenCertificationReview,
} from '../../../stores/accounts/certification/certification-reviews.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateShape } from '../../../ui/text/StateShape.tsx'
import { FactList } from '../../FactList.tsx'
import { versionFacts } from './CertificationVersions.tsx'
import { LicencePicture } from './LicencePicture.tsx'

const words: Record<CertificationDecision, string> = {
  approve: '已通过',
  reject: '已标为不通过',
  askMore: '已要求补充',
}
/** Common reasons for refusal. */
const usual = ['执照图片不清晰，请重新上传', '填写的信息与执照不一致，请核对', '执照已过营业期限，请上传新的执照']

/** 通过, 要求补充 or 不通过; the last two require a reason, which is shown to the company. */
const ReviewDecision = ({ open }: { open: Exclude<OpenCertificationReview, { at: 'none' }> }) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const [chosen, setChosen] = useState<CertificationDecision>('approve')
  const { failure } = open
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = (decision: CertificationDecision) => {
    if (decision !== 'approve' && reason.trim() === '') {
      setMissing(true)
      document.querySelector<HTMLTextAreaElement>('textarea[name="reason"]')?.focus()
      return
    }
    setChosen(decision)
    void decideCertification(decision, decision === 'approve' ? '' : reason.trim()).then((done) => {
      if (done) toast.success(`${open.review.companyName} ${words[decision]}`)
    })
  }
  const busy = (decision: CertificationDecision) => open.at === 'sending' && chosen === decision
  return (
    <div className="space-y-4 border-t border-line p-4 md:px-6">
      {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
      <Textarea
        label="审核意见"
        name="reason"
        rows={2}
        maxLength={300}
        typed={reason.length}
        value={reason}
        hint="不通过或要求补充时必填，企业会看到"
        error={missing && reason.trim() === '' ? '请写明原因' : fault}
        onChange={(event) => setReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {usual.map((sentence) => (
          <Button key={sentence} size="xs" onClick={() => setReason(sentence)}>
            {sentence}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="main" busy={busy('approve')} onClick={() => send('approve')}>
          通过
        </Button>
        <Button className="max-md:h-11" busy={busy('askMore')} onClick={() => send('askMore')}>
          要求补充
        </Button>
        <Button kind="danger" className="max-md:h-11" busy={busy('reject')} onClick={() => send('reject')}>
          不通过
        </Button>
      </div>
    </div>
  )
}

/** A field of the version, with the value of the version in force if it differs. */
const compared = (review: CertificationReview) => {
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

/** One version under review: licence, form values, differences, decision. */
const ReviewDetail = ({ open }: { open: Exclude<OpenCertificationReview, { at: 'none' }> }) => {
  const { review } = open
  const { label, tone } = certificationLabels[review.status]
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" onClick={closeCertificationReview}>
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
              ? '平台已从执照图片识别出相同的信用代码'
              : '平台未能从执照图片识别出相同的信用代码，请人工比对'}
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
          {isCertificationSubmitted(review.status) && <ReviewDecision open={open} />}
        </section>
      </div>
    </div>
  )
}

const columns: readonly Column<CertificationReview>[] = [
  {
    key: 'company',
    head: '企业',
    cell: (row: CertificationReview) => (
      <>
        <button
          type="button"
          className="block max-w-80 truncate text-left font-medium hover:text-accent"
          onClick={() => openCertificationReview(row)}
        >
          {row.companyName}
        </button>
        <span className="text-sm text-ink-3">{row.creditCode}</span>
      </>
    ),
  },
  {
    key: 'version',
    head: '版本',
    className: 'whitespace-nowrap',
    cell: (row: CertificationReview) => (
      <>
        第 {row.version} 版<span className="block text-sm text-ink-3">{row.inForce ? '变更' : '首次'}</span>
      </>
    ),
  },
  {
    key: 'confirms',
    head: '执照核对',
    className: 'whitespace-nowrap',
    cell: (row: CertificationReview) =>
      row.licenceConfirms ? (
        <StateBadge tone="good" label="代码一致" />
      ) : isCertificationSubmitted(row.status) ? (
        <StateBadge tone="act" label="待比对" />
      ) : (
        '--'
      ),
  },
  {
    key: 'submitted',
    head: '提交',
    cell: (row: CertificationReview) => (
      <>
        {row.submittedBy}
        <span className="block text-sm whitespace-nowrap text-ink-3">{dateTime(row.createdAt)}</span>
      </>
    ),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: (row: CertificationReview) => (
      <StateBadge tone={certificationLabels[row.status].tone} label={certificationLabels[row.status].label} />
    ),
  },
  {
    key: 'open',
    head: '操作',
    isActions: true,
    align: 'right' as const,
    cell: (row: CertificationReview) => (
      <Button
        size="sm"
        kind={isCertificationSubmitted(row.status) ? 'outline' : 'plain'}
        aria-label={`${isCertificationSubmitted(row.status) ? '审核' : '查看'} ${row.companyName}`}
        onClick={() => openCertificationReview(row)}
      >
        {isCertificationSubmitted(row.status) ? '审核' : '查看'}
      </Button>
    ),
  },
]

/** Table of submitted versions. */
const ReviewTable = ({ rows }: { rows: readonly CertificationReview[] }) => (
  <DataTable caption="企业认证" columns={columns} rows={rows} rowKey={({ certificationId }) => certificationId} />
)

/** Submitted certifications, for operators: the list, and the version under review. */
export const CertificationReviews = ({ search }: { search: string }) => {
  const open = useStore(store.currentReview)
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">认证审核</h1>
      {open.at === 'none' ? (
        <FilteredList
          list={store.certificationReviews}
          search={search}
          what="认证"
          permission="corporate_credit"
          placeholder="企业名称或信用代码"
          tabs={{ label: '认证状态', labelOf: (status) => certificationLabels[status] }}
          empty={<EmptyState drawing="done" title="暂无企业提交认证" text="企业提交后会出现在这里。" />}
        >
          {({ data }) => <ReviewTable rows={data} />}
        </FilteredList>
      ) : (
        <ReviewDetail key={open.review.certificationId} open={open} />
      )}
      <Toaster />
    </>
  )
}
