import { useStore } from '@nanostores/react'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ComplaintCase as Case } from '../../../contract/operations/complaints.ts'
import { links } from '../../../domain/links.ts'
import {
  complaintActionLabels,
  complaintEventLabels,
  complaintKindLabels,
  complaintLabels,
  complaintReasonLabels,
  complaintStepTone,
} from '../../../domain/operations/complaints.ts'
import { orDashes } from '../../../domain/masks.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/operations/complaints.ts'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Timeline } from '../../../ui/navigation/Timeline.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FactList } from '../../FactList.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { FileLinks } from '../../orders/documents/FileLinks.tsx'

const box = 'rounded-lg border border-line bg-surface p-4 md:p-6'
const inText = 'text-accent underline-offset-3 hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center'

const recordLinks = {
  user: links.opsUsers,
  company: links.opsCompanies,
  shop: links.opsShops,
  service: links.opsServices,
  product: links.opsGoods,
  demand: links.opsTenders,
} as const

/** The reported message with those around it. */
const Excerpt = ({ lines }: { lines: Case['excerpt'] }) => (
  <div>
    <h3 className="mb-2 font-medium">消息</h3>
    <ol className="space-y-2">
      {lines.map(({ byOwner, isReported, text, at }, index) => (
        <li
          key={index}
          className={`rounded-md px-3 py-2 wrap-anywhere ${isReported ? 'border border-bad bg-surface' : 'bg-surface-2'}`}
        >
          <span className="text-sm text-ink-3">
            {byOwner ? '被举报方' : '举报方'} {dateTime(at)}
            {isReported && <span className="ml-2 text-bad">被举报的消息</span>}
          </span>
          <span className="block whitespace-pre-line">{text}</span>
        </li>
      ))}
    </ol>
  </div>
)

const Reported = ({ shown }: { shown: Case }) => {
  const { subject, ownerCompanyId, ownerUserId, ownerName, kind } = shown
  const owner =
    ownerCompanyId !== null
      ? links.opsCompanies({ id: ownerCompanyId })
      : ownerUserId !== null
        ? links.opsUsers({ id: ownerUserId })
        : undefined
  return (
    <section aria-label="被举报的内容" className={`${box} space-y-4`}>
      <h2 className="text-lg font-semibold">被举报的内容</h2>
      <FactList
        columns={1}
        facts={[
          { label: '对象', value: `${complaintKindLabels[kind]}：${shown.title}` },
          {
            label: '所属',
            value:
              owner === undefined ? (
                orDashes(ownerName)
              ) : (
                <a className={inText} href={owner}>
                  {ownerName}
                </a>
              ),
          },
          { label: '现在的状态', value: subject?.state ?? '已删除' },
          ...(subject !== null && subject.text !== '' ? [{ label: '内容', value: subject.text }] : []),
        ]}
      />
      {subject !== null && (subject.path !== null || subject.record !== null) && (
        <p className="flex flex-wrap gap-x-4">
          {subject.path !== null && (
            <a className={inText} href={subject.path} target="_blank" rel="noopener">
              查看公开页面
            </a>
          )}
          {subject.record !== null && (
            <a className={inText} href={recordLinks[subject.record.kind]({ id: subject.record.id })}>
              查看记录
            </a>
          )}
        </p>
      )}
      {shown.excerpt.length > 0 && <Excerpt lines={shown.excerpt} />}
    </section>
  )
}

const Complaint = ({ shown }: { shown: Case }) => (
  <section aria-label="举报" className={`${box} space-y-4`}>
    <h2 className="text-lg font-semibold">{shown.isAutomatic ? '词表命中' : '举报'}</h2>
    <FactList
      columns={1}
      facts={[
        { label: '原因', value: complaintReasonLabels[shown.reason] },
        ...(shown.words.length > 0 ? [{ label: '命中的词', value: shown.words.join('、') }] : []),
        ...(shown.isAutomatic
          ? []
          : [
              { label: '举报人', value: [shown.reporterName, shown.reporterCompanyName].filter(Boolean).join('，') },
              { label: '说明', value: <span className="whitespace-pre-line">{orDashes(shown.text)}</span> },
            ]),
        { label: '提交时间', value: dateTime(shown.createdAt) },
        ...(shown.reports > 1 ? [{ label: '同一对象', value: `共 ${shown.reports} 件未处理，将一并处理` }] : []),
      ]}
    />
    {shown.files.length > 0 && (
      <div>
        <h3 className="mb-1 font-medium">证据</h3>
        <FileLinks files={shown.files} className="" />
      </div>
    )}
  </section>
)

const Earlier = ({ shown }: { shown: Case }) => (
  <section aria-label="对同一方的其他举报" className={`${box} space-y-3`}>
    <div className="flex flex-wrap items-baseline gap-x-3">
      <h2 className="text-lg font-semibold">对同一方的其他举报</h2>
      <span className={shown.offences > 0 ? 'text-bad' : 'text-ink-3'}>12 个月内成立 {shown.offences} 次</span>
    </div>
    {shown.earlier.length === 0 ? (
      <p className="text-ink-3">12 个月内没有其他举报。</p>
    ) : (
      <ul className="divide-y divide-line">
        {shown.earlier.map((row) => (
          <li key={row.complaintId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <a
              className={`${inText} min-w-0 flex-1 basis-48 wrap-anywhere`}
              href={links.complaints({ id: row.complaintId })}
            >
              {complaintKindLabels[row.kind]}：{row.title}
            </a>
            <span className="text-sm text-ink-3">{complaintReasonLabels[row.reason]}</span>
            <StateBadge
              {...complaintLabels[row.status]}
              label={
                row.action === null ? complaintLabels[row.status].label : `成立，${complaintActionLabels[row.action]}`
              }
            />
            <time className="text-sm text-ink-3 tabular-nums" dateTime={row.createdAt}>
              {dateTime(row.decidedAt ?? row.createdAt)}
            </time>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const hints = {
  takeDown: '数秒内不再展示，对方不能自行恢复，并会看到理由。',
  hideReview: '不再公开，也不计入店铺评分；评价方会看到理由。',
  closeShop: '服务与商品下架，对方会看到理由。有未完成订单的不能关闭。',
  warn: '内容照常展示，对方会看到理由。',
  reject: '内容照常展示，只有举报人会看到理由。',
} as const

const done = (worked: boolean, said: string) => worked && toast.success(said)

const Decide = ({ shown }: { shown: Case }) => {
  const { action, reason, sending, failure } = useStore(store.complaintDecision)
  const [tried, setTried] = useState(false)
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const options = [
    ...shown.actions.map((value) => ({ value, label: `成立：${complaintActionLabels[value]}` })),
    { value: 'reject' as const, label: '不成立' },
  ]
  const send = () => {
    setTried(true)
    if (action === null || reason.trim() === '') return
    void store.decideComplaint().then((worked) => done(worked, '已处理，相关方会收到通知'))
  }
  return (
    <>
      <Radio
        label="结论"
        required
        options={options}
        value={action}
        hint={action === null ? undefined : hints[action]}
        error={tried && action === null ? '请选择处理方式' : undefined}
        onChange={(chosen) => store.changeComplaintDecision({ action: chosen })}
      />
      <Textarea
        label="理由"
        name="reason"
        required
        rows={3}
        maxLength={300}
        typed={reason.length}
        hint="举报人会看到；成立时被举报方也会看到，请勿写出举报人"
        value={reason}
        error={tried && reason.trim() === '' ? '请写明理由' : fault}
        onChange={(event) => store.changeComplaintDecision({ reason: event.target.value })}
      />
      <div className="flex flex-wrap gap-3">
        <Button kind="main" className="max-md:h-11" busy={sending} onClick={send}>
          提交处理结果
        </Button>
        <Button
          className="max-md:h-11"
          onClick={() => void store.releaseComplaint().then((worked) => done(worked, '已退回待受理'))}
        >
          退回待受理
        </Button>
      </div>
    </>
  )
}

const Result = ({ shown }: { shown: Case }) => {
  const { failure, sending } = useStore(store.complaintDecision)
  const take = () => void store.takeComplaint().then((worked) => done(worked, '已受理'))
  const release = () => void store.releaseComplaint().then((worked) => done(worked, '已退回待受理'))
  return (
    <section aria-label="处理" className={`${box} space-y-4`}>
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="text-lg font-semibold">处理</h2>
        <StateBadge {...complaintLabels[shown.status]} />
      </div>
      {failure !== null && fieldErrorsOf(failure).length === 0 && <Notice tone="bad" title={failure.message} />}
      {shown.mayTake && (
        <Button kind="main" className="max-md:h-11" busy={sending} onClick={take}>
          受理
        </Button>
      )}
      {shown.mayDecide && <Decide shown={shown} />}
      {!shown.mayDecide && shown.takenAt !== null && shown.decidedAt === null && (
        <div className="space-y-3">
          <p className="text-ink-2">
            {shown.takenBy} 于 {dateTime(shown.takenAt)} 受理，由其处理。
          </p>
          {shown.mayRelease && (
            <Button className="max-md:h-11" busy={sending} onClick={release}>
              退回待受理
            </Button>
          )}
        </div>
      )}
      {shown.decidedAt !== null && (
        <FactList
          columns={1}
          facts={[
            ...(shown.action === null ? [] : [{ label: '处理', value: complaintActionLabels[shown.action] }]),
            { label: '理由', value: shown.decision },
            { label: '处理时间', value: dateTime(shown.decidedAt) },
          ]}
        />
      )}
      {shown.history.length > 0 && (
        <Timeline
          entries={shown.history.toReversed().map(({ event, reason, at, toStatus }) => ({
            tone: complaintStepTone(toStatus),
            title: complaintEventLabels[event] ?? event,
            note: reason,
            time: dateTime(at),
            iso: at,
          }))}
        />
      )}
    </section>
  )
}

/** One case for operators: what was reported, by whom, earlier complaints, and the decision. */
export const ComplaintCase = ({ id }: { id: number }) => {
  const state = useStore(store.complaintCase)
  useEffect(() => void store.loadComplaintCase(id), [id])
  return (
    <>
      <a
        href={links.complaints()}
        className="mb-3 inline-flex items-center text-ink-2 hover:text-accent max-md:min-h-11"
      >
        <ChevronLeft className="size-4" />
        举报处理
      </a>
      <h1 className="mb-4 text-2xl font-semibold">举报 {id}</h1>
      <AsyncContent
        state={state}
        what="举报"
        onRetry={() => void store.loadComplaintCase()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={12} className="min-h-[560px]" />}
      >
        {(shown) => (
          <div className="grid items-start gap-4 desk:grid-cols-2">
            <div className="space-y-4">
              <Complaint shown={shown} />
              <Reported shown={shown} />
            </div>
            <div className="space-y-4">
              <Result shown={shown} />
              <Earlier shown={shown} />
            </div>
          </div>
        )}
      </AsyncContent>
      <Toaster />
    </>
  )
}
