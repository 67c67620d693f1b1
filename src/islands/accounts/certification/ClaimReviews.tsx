import { useStore } from '@nanostores/react'
import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import type { ClaimDetail as Detail, ClaimHolder, ClaimReviewRow } from '../../../contract/accounts/company-claims.ts'
import { certificationLabels } from '../../../domain/accounts/certification.ts'
import { claimLabels, claimTransitions, claimedIdentifierLabels } from '../../../domain/accounts/company-claims.ts'
import { date, dateTime } from '../../../domain/time.ts'
import { nextState } from '../../../domain/transition.ts'
import * as store from '../../../stores/accounts/certification/claim-reviews.ts'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FactList } from '../../FactList.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { ClaimTimeline } from './Claims.tsx'
import { LicencePicture } from './LicencePicture.tsx'

const waits = (status: ClaimReviewRow['status']) =>
  nextState(claimTransitions, status, 'approve', 'operator') !== undefined

const columns: readonly Column<ClaimReviewRow>[] = [
  {
    key: 'company',
    head: '认领的企业',
    className: 'min-w-40',
    cell: (row) => (
      <span className="block py-2">
        <span className="font-medium wrap-anywhere">{row.companyName}</span>
        <span className="block text-sm text-ink-3 tabular-nums">{row.creditCode}</span>
      </span>
    ),
  },
  {
    key: 'claimant',
    head: '申请人',
    className: 'min-w-40',
    cell: (row) => (
      <span className="block py-2">
        {row.claimant}
        <span className="block text-sm text-ink-3">{row.contactPhone}</span>
      </span>
    ),
  },
  {
    key: 'holders',
    head: '提交时的持有企业',
    className: 'min-w-40',
    cell: ({ holders }) => holders.join('、') || '--',
  },
  {
    key: 'created',
    head: '提交时间',
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ createdAt }) => dateTime(createdAt),
  },
  {
    key: 'status',
    head: '状态',
    className: 'whitespace-nowrap',
    cell: ({ status }) => <StateBadge {...claimLabels[status]} />,
  },
  {
    key: 'action',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: ({ claimId, status, companyName }) => (
      <Button
        size="sm"
        kind={waits(status) ? 'outline' : 'plain'}
        className="max-md:h-11"
        aria-label={`${waits(status) ? '核实' : '查看'} ${companyName}`}
        onClick={() => store.openClaimReview(claimId)}
      >
        {waits(status) ? '核实' : '查看'}
      </Button>
    ),
  },
]

const box = 'rounded-lg border border-line bg-surface p-4 md:p-6'

const HolderBox = ({ holder }: { holder: ClaimHolder }) => (
  <div className="border-t border-line pt-4 first:border-t-0 first:pt-0">
    <div className="mb-3 flex flex-wrap items-center gap-3">
      <p className="font-medium">{holder.companyName}</p>
      <StateBadge {...certificationLabels[holder.certification]} />
    </div>
    <FactList
      columns={1}
      facts={[
        { label: '持有', value: holder.holds.map((thing) => claimedIdentifierLabels[thing]).join('、') },
        { label: '信用代码', value: holder.creditCode },
        { label: '法定代表人', value: holder.version?.legalPerson ?? '' },
        { label: '住所', value: holder.version?.address ?? '' },
        { label: '认证通过', value: holder.version?.approvedAt ? dateTime(holder.version.approvedAt) : '' },
        { label: '平台注册', value: date(holder.createdAt) },
        { label: '成员', value: `${holder.memberCount} 人` },
        { label: '店铺', value: holder.shopName },
        { label: '未完成的订单', value: `${holder.runningOrders} 份` },
      ]}
    />
    <div className="mt-3">
      <LicencePicture url={holder.version?.licenceUrl ?? ''} name={`${holder.companyName}的营业执照`} />
    </div>
  </div>
)

const Decision = ({ claim, now }: { claim: Detail; now: store.ClaimDecision }) => {
  const [missing, setMissing] = useState(false)
  const { reason, sending, failure } = now
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const decide = (decision: 'approve' | 'reject') => {
    if (reason.trim() === '') {
      setMissing(true)
      document.querySelector<HTMLTextAreaElement>('textarea[name="reason"]')?.focus()
      return
    }
    void store
      .decideClaim(decision)
      .then((done) => done && toast.success(decision === 'approve' ? '认领已通过，原认证已撤销' : '认领已标为不通过'))
  }
  return (
    <section aria-label="核实结果" className={`${box} space-y-4`}>
      {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
      <Notice tone="act" title="通过之后">
        {claim.holders.map(({ companyName }) => companyName).join('、') || '持有企业'}
        的认证被撤销、店铺不再展示、在售内容下架，信用代码为申请人的企业保留；已有订单继续履行，双方都收到通知。
      </Notice>
      <Textarea
        label="核实依据与原因"
        name="reason"
        required
        rows={3}
        maxLength={300}
        typed={reason.length}
        value={reason}
        hint="申请人看到；通过时原持有企业也会看到"
        error={missing && reason.trim() === '' ? '请写明原因' : fault}
        onChange={(event) => store.setClaimReason(event.target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          kind="main"
          className="max-md:h-11"
          disabled={claim.holders.length === 0}
          busy={sending === 'approve'}
          onClick={() => decide('approve')}
        >
          通过认领
        </Button>
        <Button kind="danger" className="max-md:h-11" busy={sending === 'reject'} onClick={() => decide('reject')}>
          不通过
        </Button>
      </div>
    </section>
  )
}

const ClaimView = ({ claim, now }: { claim: Detail; now: store.ClaimDecision }) => (
  <div className="grid items-start gap-4 desk:grid-cols-2">
    <section aria-label="认领" className={`${box} space-y-4`}>
      <h2 className="text-lg font-semibold">认领</h2>
      <FactList
        columns={1}
        facts={[
          { label: '企业名称', value: claim.companyName },
          { label: '信用代码', value: claim.creditCode },
          { label: '申请人', value: claim.claimant },
          { label: '联系', value: `${claim.contactName}，${claim.contactPhone}` },
          { label: '提交时间', value: dateTime(claim.createdAt) },
          { label: '认领理由', value: <span className="whitespace-pre-line">{claim.statement}</span> },
        ]}
      />
      <div className="flex flex-wrap gap-4">
        {(['licence', 'letter'] as const).map((which) => (
          <div key={which}>
            <p className="mb-2 text-sm text-ink-3">{which === 'licence' ? '营业执照' : '授权书'}</p>
            <LicencePicture
              url={which === 'licence' ? claim.licenceUrl : claim.letterUrl}
              name={`${claim.companyName}${which === 'licence' ? '营业执照' : '授权书'}`}
              missing={which === 'licence' ? '没有执照影像' : '没有授权书影像'}
            />
          </div>
        ))}
      </div>
      <ClaimTimeline history={claim.history} />
    </section>
    <div className="space-y-4">
      <section aria-label="目前的持有企业" className={`${box} space-y-4`}>
        <h2 className="text-lg font-semibold">目前的持有企业</h2>
        {claim.holders.length === 0 ? (
          <p className="text-ink-3">名称与信用代码现在没有被其他企业持有。</p>
        ) : (
          claim.holders.map((holder) => <HolderBox key={holder.companyId} holder={holder} />)
        )}
        {claim.rivals > 0 && (
          <Notice tone="act" title={`另有 ${claim.rivals} 份待核实的认领涉及同一名称或信用代码`}>
            通过其中一份后，其余自动了结并通知申请人。
          </Notice>
        )}
      </section>
      {waits(claim.status) && <Decision claim={claim} now={now} />}
    </div>
  </div>
)

/** 企业认领, for operators: the list, and one claim with the current holders of what it claims. */
export const ClaimReviews = ({ search }: { search: string }) => {
  const now = useStore(store.claimDecision)
  const state = useStore(store.claimDetail)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-4">
        {now !== null && (
          <Button size="sm" className="max-md:h-11" onClick={store.closeClaimReview}>
            <ChevronLeft />
            返回列表
          </Button>
        )}
        <h1 className="text-2xl font-semibold">企业认领</h1>
        {now !== null && state.at === 'ready' && <StateBadge form="tint" {...claimLabels[state.content.status]} />}
      </div>
      {now === null ? (
        <FilteredList
          list={store.claimReviews}
          search={search}
          what="认领"
          permission="corporate_credit"
          placeholder="企业名称或信用代码"
          tabs={{ label: '认领状态', labelOf: (status) => claimLabels[status] }}
          empty={<EmptyState drawing="done" title="暂无企业认领" text="有人认领企业名称或信用代码时会出现在这里。" />}
        >
          {({ data }) => (
            <DataTable caption="企业认领" columns={columns} rows={data} rowKey={({ claimId }) => claimId} />
          )}
        </FilteredList>
      ) : (
        <AsyncContent
          state={state}
          what="认领"
          permission="corporate_credit"
          onRetry={() => void store.reloadClaimReview()}
          frame={cardFrame}
          skeleton={<CardSkeleton lines={12} className="min-h-[560px]" />}
        >
          {(claim) => <ClaimView claim={claim} now={now} />}
        </AsyncContent>
      )}
      <Toaster />
    </>
  )
}
