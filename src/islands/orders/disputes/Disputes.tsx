import type { Dispute } from '../../../contract/orders/fulfilment.ts'
import { yuan } from '../../../domain/money.ts'
import { formatYuanInput, parseFen } from '../../../domain/money-input.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/disputes.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
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
const hints: Readonly<Record<store.VerdictEvent, string>> = {
  resume: '订单回到进行中，由供应商重新交付。',
  complete: '按交付合格处理，未付款项仍需支付。',
  cancel: '订单结束，按填写的金额退回买家。',
}

/** Verdict of a dispute, with reason and, if the order is cancelled, the refund amount. */
const DisputeVerdictDialog = () => {
  const deciding = useStore(store.disputeVerdict)
  const [tried, setTried] = useState(false)
  if (deciding === null) return null
  const { dispute, event, reason, refund, sending, failure } = deciding
  const amount = parseFen(refund)
  const asks = event === 'cancel' && dispute.paid > 0
  const refundFault =
    amount === null ? '请填写金额，最多两位小数' : amount > dispute.paid ? `最多可退 ¥${yuan(dispute.paid)}` : undefined
  const fault = failure === null ? undefined : fieldErrorsOf(failure).find(({ field }) => field === 'reason')?.message
  const send = () => {
    setTried(true)
    if (reason.trim() === '' || (asks && refundFault !== undefined)) return
    void store.submitDisputeVerdict(asks ? (amount ?? 0) : 0).then((worked) => {
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
      text={`${dispute.disputedBy}：${dispute.reason}`}
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
        {failure !== null && fault === undefined && <Notice tone="bad" title={failure.message} />}
        <Radio
          label="裁定"
          options={verdicts}
          value={event}
          hint={hints[event]}
          onChange={(chosen) => store.changeDisputeVerdict({ event: chosen })}
        />
        {asks && (
          <Input
            label="退款金额"
            required
            unit="元"
            inputMode="decimal"
            hint={`买家已付 ¥${yuan(dispute.paid)}`}
            value={refund}
            error={tried ? refundFault : undefined}
            onChange={(typed) => store.changeDisputeVerdict({ refund: typed.target.value })}
          />
        )}
        <Textarea
          label="理由"
          required
          rows={4}
          maxLength={500}
          typed={reason.length}
          hint="双方都会看到"
          value={reason}
          error={tried && reason.trim() === '' ? '请写明理由' : fault}
          onChange={(typed) => store.changeDisputeVerdict({ reason: typed.target.value })}
        />
      </div>
    </Dialog>
  )
}

const Decide = ({ row }: { row: Dispute }) => (
  <Button
    size="sm"
    kind="outline"
    className="max-md:h-11"
    aria-label={`裁定订单 ${row.orderNo}`}
    onClick={() => store.openDisputeVerdict(row, formatYuanInput(row.paid))}
  >
    裁定
  </Button>
)

const Statements = ({ row }: { row: Dispute }) => (
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
const PhoneRow = ({ row }: { row: Dispute }) => (
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

const columns: readonly Column<Dispute>[] = [
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
          rowKey={({ orderId }) => orderId}
          phone={(row) => <PhoneRow row={row} />}
        />
      )}
    </FilteredList>
    <DisputeVerdictDialog />
    <Toaster />
  </>
)
