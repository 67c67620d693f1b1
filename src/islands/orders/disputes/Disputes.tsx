import type { DisputeRow, OperatorDispute } from '../../../contract/orders/disputes.ts'
import { yuan } from '../../../domain/money.ts'
import { parseFen } from '../../../domain/money-input.ts'
import { minRulingLength, type DisputeRuling } from '../../../domain/orders/disputes.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/disputes.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { FileLinks } from '../documents/FileLinks.tsx'
import { DisputeEvidence } from './DisputeEvidence.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { fieldErrorsOf } from '../../../stores/field-errors.ts'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Radio } from '../../../ui/form/Radio.tsx'
import { Textarea } from '../../../ui/form/Textarea.tsx'
import { toast } from '../../../ui/overlay/toast.ts'

const verdicts = [
  { value: 'resume', label: '继续执行' },
  { value: 'complete', label: '视为完成' },
  { value: 'cancel', label: '取消并退款' },
] as const
const hints: Readonly<Record<DisputeRuling, string>> = {
  resume: '订单回到进行中，由供应商重新交付。',
  complete: '按交付合格处理，未付款项仍需支付。',
  cancel: '订单结束，按付款节点填写的金额退回买家。',
}

const refundFault = ({ typed, refundable }: { typed: string; refundable: number }): string | undefined => {
  const amount = parseFen(typed)
  if (amount === null) return '请填写金额，最多两位小数'
  return amount > refundable ? `最多可退 ¥${yuan(refundable)}` : undefined
}
const decide = (row: DisputeRow) =>
  void store.openDisputeVerdict(row).then((failure) => {
    if (failure !== null) toast.error(failure.message)
  })

const Heading = ({ children }: { children: string }) => <h3 className="mb-2 font-medium">{children}</h3>

/** What both sides said and did, read before the ruling. */
const DisputeCase = ({ dispute }: { dispute: OperatorDispute }) => (
  <div className="space-y-5 rounded-md bg-surface-2 p-4">
    <section>
      <Heading>双方证据</Heading>
      <DisputeEvidence evidence={dispute.evidence} />
      <p className="mt-2 text-sm text-ink-3">举证截止 {dateTime(dispute.evidenceUntil)}</p>
    </section>
    <section>
      <Heading>交付</Heading>
      {dispute.deliveries.length === 0 ? (
        <p className="text-ink-3">暂无交付。</p>
      ) : (
        <ol className="space-y-2">
          {dispute.deliveries.map(({ deliveryId, seq, note, reason, files, createdAt }) => (
            <li key={deliveryId} className="wrap-anywhere">
              第 {seq} 次交付，{dateTime(createdAt)}
              {note !== '' && <span className="block text-ink-2">{note}</span>}
              {reason !== '' && <span className="block text-ink-2">买家意见：{reason}</span>}
              <FileLinks files={files} className="mt-1" />
            </li>
          ))}
        </ol>
      )}
    </section>
    <section>
      <Heading>付款</Heading>
      <ul className="space-y-1">
        {dispute.payments.map(({ lineId, name, amount, paid, refundable }) => (
          <li key={lineId} className="tabular-nums">
            {name} ¥{yuan(amount)}，已付 ¥{yuan(paid)}，可退 ¥{yuan(refundable)}
          </li>
        ))}
      </ul>
    </section>
    <section>
      <Heading>双方公开的沟通记录</Heading>
      {dispute.excerpt === null ? (
        <p className="text-ink-3">双方尚未公开同一段时间的记录。</p>
      ) : dispute.excerpt.length === 0 ? (
        <p className="text-ink-3">这段时间内没有消息。</p>
      ) : (
        <ol className="max-h-60 space-y-2 overflow-y-auto" tabIndex={0} aria-label="沟通记录">
          {dispute.excerpt.map(({ id, by, text, at }) => (
            <li key={id} className="wrap-anywhere">
              <span className="text-sm text-ink-3">
                {by} {dateTime(at)}
              </span>
              <span className="block">{text}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  </div>
)

/** Verdict of a dispute, with reason and, if the order is cancelled, the refund amount. */
const DisputeVerdictDialog = () => {
  const deciding = useStore(store.disputeVerdict)
  const [tried, setTried] = useState(false)
  if (deciding === null) return null
  const { dispute, event, reason, refunds, sending, failure } = deciding
  const isCancel = event === 'cancel'
  const isShort = reason.trim().length < minRulingLength
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = () => {
    setTried(true)
    if (isShort || (isCancel && refunds.some((line) => refundFault(line) !== undefined))) return
    const amounts = refunds.map(({ lineId, typed }) => ({ lineId, amount: parseFen(typed) ?? 0 }))
    void store.submitDisputeVerdict(amounts).then((worked) => {
      if (!worked) return
      setTried(false)
      toast.success('已裁定，双方会收到通知')
    })
  }
  return (
    <Dialog
      open
      width="md"
      onClose={store.closeDisputeVerdict}
      title={`裁定争议 ${dispute.orderNo}`}
      text={`${dispute.side === 'buyer' ? dispute.buyerName : dispute.sellerName}：${dispute.reason}`}
      actions={
        <>
          <Button onClick={store.closeDisputeVerdict}>取消</Button>
          <Button kind="main" busy={sending} onClick={send}>
            提交裁定
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <DisputeCase dispute={dispute} />
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <Radio
          label="裁定"
          options={verdicts}
          value={event}
          hint={hints[event]}
          onChange={(chosen) => store.changeDisputeVerdict({ event: chosen })}
        />
        {isCancel &&
          refunds.map((line) => (
            <Input
              key={line.lineId}
              label={`退款金额：${line.name}`}
              required
              unit="元"
              inputMode="decimal"
              hint={`最多可退 ¥${yuan(line.refundable)}，不退款填写 0`}
              value={line.typed}
              error={tried ? refundFault(line) : undefined}
              onChange={(typed) => store.changeDisputeRefund(line.lineId, typed.target.value)}
            />
          ))}
        <Textarea
          label="理由"
          required
          rows={4}
          maxLength={500}
          typed={reason.length}
          hint={`双方都会看到，至少 ${minRulingLength} 个字`}
          value={reason}
          error={tried && isShort ? `请写明理由，至少 ${minRulingLength} 个字` : fault}
          onChange={(typed) => store.changeDisputeVerdict({ reason: typed.target.value })}
        />
      </div>
    </Dialog>
  )
}

const Decide = ({ row }: { row: DisputeRow }) => (
  <Button
    size="sm"
    kind="outline"
    className="max-md:h-11"
    aria-label={`裁定订单 ${row.orderNo}`}
    onClick={() => decide(row)}
  >
    裁定
  </Button>
)

const Statements = ({ row }: { row: DisputeRow }) => (
  <>
    <span className="block break-words">{row.reason}</span>
    <span className="text-sm text-ink-3">
      {row.disputedBy}，
      <time dateTime={row.since} className="whitespace-nowrap">
        {dateTime(row.since)}
      </time>
    </span>
  </>
)

/** One dispute on a phone. */
const PhoneRow = ({ row }: { row: DisputeRow }) => (
  <>
    <p className="font-medium break-words">{row.title}</p>
    <p className="text-sm text-ink-3">{row.orderNo}</p>
    <p className="mt-2 text-sm text-ink-2">
      {row.buyerName}
      <span className="block text-ink-3">{row.sellerName}</span>
    </p>
    <div className="mt-2">
      <Statements row={row} />
    </div>
    <div className="mt-3 flex items-end justify-between gap-3">
      <p className="tabular-nums">
        <b className="text-lg font-semibold">¥{yuan(row.total)}</b>
        <span className="block text-sm text-ink-3">已付 ¥{yuan(row.paid)}</span>
      </p>
      <Decide row={row} />
    </div>
  </>
)

const columns: readonly Column<DisputeRow>[] = [
  {
    key: 'order',
    head: '订单',
    className: 'min-w-48',
    cell: (row) => (
      <>
        <span className="line-clamp-2 font-medium">{row.title}</span>
        <span className="text-sm text-ink-3">{row.orderNo}</span>
      </>
    ),
  },
  {
    key: 'sides',
    head: '买家与供应商',
    className: 'min-w-44',
    cell: (row) => (
      <>
        <span className="block">{row.buyerName}</span>
        <span className="block text-ink-3">{row.sellerName}</span>
      </>
    ),
  },
  {
    key: 'money',
    head: '金额与已付',
    align: 'right',
    className: 'whitespace-nowrap tabular-nums',
    cell: (row) => (
      <>
        <span className="block font-medium">¥{yuan(row.total)}</span>
        <span className="block text-sm text-ink-3">已付 ¥{yuan(row.paid)}</span>
      </>
    ),
  },
  {
    key: 'reason',
    head: '争议',
    className: 'min-w-52',
    cell: (row) => <Statements row={row} />,
  },
  {
    key: 'do',
    head: '操作',
    isActions: true,
    align: 'right',
    cell: (row) => <Decide row={row} />,
  },
]

/** Disputed orders, for operators: both sides' statements and the verdict. */
export const Disputes = ({ search }: { search: string }) => (
  <>
    <h1 className="mb-4 text-2xl font-semibold">订单争议</h1>
    <FilteredList
      list={store.disputes}
      search={search}
      what="争议"
      empty={<EmptyState drawing="done" title="没有等待裁定的争议" text="买家或供应商发起的争议会出现在这里。" />}
    >
      {({ data }) => (
        <DataTable
          caption="等待裁定的争议"
          columns={columns}
          rows={data}
          rowKey={({ disputeId }) => disputeId}
          phone={(row) => <PhoneRow row={row} />}
        />
      )}
    </FilteredList>
    <DisputeVerdictDialog />
    <Toaster />
  </>
)
