import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { DisputeFile } from '../../../contract/orders/disputes.ts'
import { yuan } from '../../../domain/money.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { disputeLabel, maxEvidenceFiles, maxEvidenceLength } from '../../../domain/orders/disputes.ts'
import type { Side } from '../../../domain/sides.ts'
import { date, dateTime, today } from '../../../domain/time.ts'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import * as store from '../../../stores/orders/order-disputes.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DateInput } from '../../../ui/date/DateInput.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { DisputeEvidence } from './DisputeEvidence.tsx'

const submit = (said: string) =>
  void store.submitDisputeDialog().then((worked) => {
    if (worked) toast.success(said)
  })

type DialogOf<K extends store.DisputeDialog['kind']> = { dialog: Extract<store.DisputeDialog, { kind: K }> }

const EvidenceDialog = ({ dialog: { text, sending, failure } }: DialogOf<'evidence'>) => {
  const items = useStore(store.evidenceUploads.items)
  const isUploading = useStore(store.evidenceUploads.busy)
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'text')?.message
  return (
    <Dialog
      open
      width="md"
      persistsInput
      onClose={store.closeDisputeDialog}
      title="补充证据"
      text="对方与平台都能看到，提交后不能修改或删除。"
      actions={
        <>
          <Button onClick={store.closeDisputeDialog}>取消</Button>
          <Button
            kind="main"
            busy={sending}
            disabled={text.trim() === '' || isUploading}
            onClick={() => submit('已提交证据，对方会收到通知')}
          >
            提交证据
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <Textarea
          label="说明"
          required
          rows={5}
          maxLength={maxEvidenceLength}
          typed={text.length}
          value={text}
          error={fault}
          onChange={(event) => store.changeEvidence(event.target.value)}
        />
        <Upload
          label="文件"
          files={items}
          accept={acceptOf('attachment')}
          rule={`${fileRules.attachment.words}，最多 ${maxEvidenceFiles} 个`}
          onAdd={store.addEvidenceFiles}
          onRemove={store.removeEvidenceFile}
          onRetry={store.evidenceUploads.retry}
        />
      </div>
    </Dialog>
  )
}

const ReleaseDialog = ({ dialog: { from, until, sending, failure } }: DialogOf<'release'>) => {
  const faultOf = (name: string) =>
    failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === name)?.message
  const isGeneral = failure !== null && fieldErrorsOf(failure).length === 0
  return (
    <Dialog
      open
      onClose={store.closeDisputeDialog}
      title="公开沟通记录"
      text="平台只会看到双方都公开的日期内的消息；双方的日期有重合后不能再改。"
      actions={
        <>
          <Button onClick={store.closeDisputeDialog}>取消</Button>
          <Button
            kind="main"
            busy={sending}
            disabled={from === '' || until === ''}
            onClick={() => submit('已公开所选日期的沟通记录')}
          >
            公开
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {isGeneral && <Notice tone="bad" title={failure.message} />}
        <DateInput
          label="开始日期"
          required
          value={from}
          max={today()}
          error={faultOf('from')}
          onChange={(day) => store.changeRelease({ from: day })}
        />
        <DateInput
          label="结束日期"
          required
          value={until}
          min={from === '' ? undefined : from}
          max={today()}
          error={faultOf('until')}
          onChange={(day) => store.changeRelease({ until: day })}
        />
      </div>
    </Dialog>
  )
}

const days = (range: { from: string; until: string }) => {
  const [from, until] = [date(range.from), date(range.until)]
  return from === until ? from : `${from} 至 ${until}`
}

/** Which days of the conversation each side has released. */
const Released = ({ dispute, side }: { dispute: DisputeFile; side: Side }) => {
  const [own, other] = side === 'buyer' ? (['buyer', 'seller'] as const) : (['seller', 'buyer'] as const)
  const text = (range: DisputeFile['released']['buyer']) => (range === null ? '未公开' : days(range))
  return (
    <p className="text-sm text-ink-3">
      公开给平台的沟通记录：我方 {text(dispute.released[own])}，对方 {text(dispute.released[other])}
    </p>
  )
}

type DisputeProps = { dispute: DisputeFile; side: Side; mayRelease: boolean }

const Dispute = ({ dispute, side, mayRelease }: DisputeProps) => {
  const { disputeId, outcome, evidence, evidenceUntil, mayAdd, ruling, refunded, closedAt } = dispute
  const isOpen = outcome === null
  return (
    <li className="space-y-4 p-4 desk:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">{dispute.side === 'buyer' ? '买家发起的争议' : '供应商发起的争议'}</h3>
        <StateBadge {...disputeLabel(outcome)} />
        <time className="ml-auto text-sm text-ink-3" dateTime={dispute.createdAt}>
          {dateTime(dispute.createdAt)}
        </time>
      </div>
      <p className="wrap-anywhere text-ink-2">{dispute.reason}</p>
      {!isOpen && closedAt !== null && (
        <div className="rounded-md bg-surface-2 px-3 py-2 wrap-anywhere">
          <p>
            {ruling === '' ? '双方同意取消订单。' : ruling}
            {refunded > 0 && `退款 ¥${yuan(refunded)}。`}
          </p>
          <p className="mt-1 text-sm text-ink-3">{dateTime(closedAt)}</p>
        </div>
      )}
      <DisputeEvidence evidence={evidence} />
      <Released dispute={dispute} side={side} />
      {isOpen && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
          {mayAdd && (
            <Button kind="outline" className="max-md:h-11" onClick={() => store.openEvidence(disputeId)}>
              补充证据
            </Button>
          )}
          {mayRelease && (
            <Button
              className="max-md:h-11"
              onClick={() => store.openRelease(disputeId, date(dispute.createdAt), today())}
            >
              公开沟通记录
            </Button>
          )}
          <p className="text-sm text-ink-3">
            {mayAdd
              ? `请在 ${dateTime(evidenceUntil)} 前补充。`
              : `举证已于 ${dateTime(evidenceUntil)} 截止，等待平台裁定。`}
          </p>
        </div>
      )}
    </li>
  )
}

/** 争议 of an order: evidence of both sides, released conversation, ruling. For orders that were disputed. */
export const OrderDisputes = ({ side, orderId }: { side: Side; orderId: number }) => {
  const state = useStore(store.orderDisputes)
  const dialog = useStore(store.disputeDialog)
  useEffect(() => store.startOrderDisputes(side, orderId), [side, orderId])
  if (state.at === 'loading') return null
  if (state.at === 'failed') {
    return (
      <section className="mt-6" aria-label="争议">
        <Notice tone="act" title="争议加载失败">
          {state.failure.message}，
          <button
            type="button"
            className="text-accent hover:underline max-md:min-h-11"
            onClick={() => void store.loadOrderDisputes()}
          >
            重试
          </button>
        </Notice>
      </section>
    )
  }
  const { data, mayRelease } = state.content
  if (data.length === 0) return null
  return (
    <section id="disputes" className="mt-6 scroll-mt-16" aria-label="争议">
      <h2 className="mb-3 text-lg font-semibold">争议</h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {data.map((dispute) => (
          <Dispute key={dispute.disputeId} dispute={dispute} side={side} mayRelease={mayRelease} />
        ))}
      </ol>
      {dialog?.kind === 'evidence' && <EvidenceDialog dialog={dialog} />}
      {dialog?.kind === 'release' && <ReleaseDialog dialog={dialog} />}
    </section>
  )
}
