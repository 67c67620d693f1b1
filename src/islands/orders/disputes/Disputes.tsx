import type { DisputeRow, OperatorDispute } from '../../../contract/orders/disputes.ts'
import { yuan } from '../../../domain/money.ts'
import { compareTerms } from '../../../domain/orders/change-comparison.ts'
import { changeOrderName, changeOrderStateText } from '../../../domain/orders/change-order-states.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import type { DisputeRuling } from '../../../domain/orders/disputes.ts'
import { milestoneLabel, milestoneName } from '../../../domain/orders/milestone-states.ts'
import { date, dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/disputes.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { ChangeReasons } from '../change-orders/ChangeReasons.tsx'
import { ChangeTable } from '../change-orders/ChangeTable.tsx'
import { FileLinks } from '../documents/FileLinks.tsx'
import { RulingDialog } from '../RulingDialog.tsx'
import { DisputeRecord } from '../record/OrderRecord.tsx'
import { DisputeSamples } from '../samples/DisputeSamples.tsx'
import { DisputeEvidence } from './DisputeEvidence.tsx'
import { RefundCases } from '../refunds/RefundCases.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { useStore } from '@nanostores/react'
import { Radio } from '../../../ui/form/Radio.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { orderColumn, sidesColumn } from '../order-columns.tsx'

const verdicts = [
  { value: 'resume', label: '继续执行' },
  { value: 'complete', label: '视为完成' },
  { value: 'cancel', label: '取消并退款' },
] as const
const hints: Readonly<Record<DisputeRuling, string>> = {
  resume: '订单回到进行中，由供应商重新交付；分里程碑的订单恢复各里程碑的状态，待验收的重新计算 14 天。',
  complete: '按交付合格处理，未付款项仍须付清；分里程碑的订单全部视为验收通过。',
  cancel: '订单结束，按付款节点填写的金额退回买家。',
}

const decide = (row: DisputeRow) =>
  void store.openDisputeVerdict(row).then((failure) => {
    if (failure !== null) toast.error(failure.message)
  })

const Heading = ({ children }: { children: string }) => <h3 className="mb-2 font-medium">{children}</h3>

const deliveredMilestone = ({ milestones }: OperatorDispute, milestoneId: number | null) => {
  const milestone = milestones.find((each) => each.milestoneId === milestoneId)
  return milestone === undefined ? '' : `（${milestoneName(milestone)}）`
}

/** What both sides said and did, read before the ruling. */
const DisputeCase = ({ dispute }: { dispute: OperatorDispute }) => (
  <div className="space-y-5 rounded-md bg-surface-2 p-4">
    <section>
      <Heading>双方证据</Heading>
      <DisputeEvidence evidence={dispute.evidence} />
      <p className="mt-2 text-sm text-ink-3">举证截止 {dateTime(dispute.evidenceUntil)}</p>
    </section>
    {dispute.milestones.length > 0 && (
      <section>
        <Heading>里程碑</Heading>
        <ol className="space-y-2">
          {dispute.milestones.map((milestone) => (
            <li key={milestone.milestoneId} className="wrap-anywhere">
              {milestone.seq}. {milestone.name}，{milestoneLabel(milestone.status, 'buyer').label}，计划{' '}
              {date(milestone.plannedAt)}
              <span className="block whitespace-pre-line text-ink-2">交付内容：{milestone.deliverables}</span>
            </li>
          ))}
        </ol>
      </section>
    )}
    <section>
      <Heading>交付</Heading>
      {dispute.deliveries.length === 0 ? (
        <p className="text-ink-3">暂无交付。</p>
      ) : (
        <ol className="space-y-2">
          {dispute.deliveries.map(({ deliveryId, seq, milestoneId, note, reason, files, createdAt }) => (
            <li key={deliveryId} className="wrap-anywhere">
              第 {seq} 次交付{deliveredMilestone(dispute, milestoneId)}，{dateTime(createdAt)}
              {note !== '' && <span className="block text-ink-2">{note}</span>}
              {reason !== '' && <span className="block text-ink-2">买家意见：{reason}</span>}
              <FileLinks files={files} className="mt-1" />
            </li>
          ))}
        </ol>
      )}
    </section>
    {dispute.changes.length > 0 && (
      <section>
        <Heading>变更单</Heading>
        <ol className="space-y-3">
          {dispute.changes.map((change) => (
            <li key={change.changeId} className="wrap-anywhere">
              {changeOrderName(change.number)}，{dealSideLabels[change.side]}提出，
              {changeOrderStateText(change.status)}，{dateTime(change.closedAt ?? change.createdAt)}
              <ChangeReasons change={change} />
              <div className="mt-1">
                <ChangeTable rows={compareTerms(change.before, change.after)} name={changeOrderName(change.number)} />
              </div>
            </li>
          ))}
        </ol>
      </section>
    )}
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
    <DisputeSamples disputeId={dispute.disputeId} />
    <DisputeRecord disputeId={dispute.disputeId} />
  </div>
)

/** Verdict of a dispute, with reason and, if the order is cancelled, the refund amount. */
const DisputeVerdictDialog = () => {
  const deciding = useStore(store.disputeVerdict)
  if (deciding === null) return null
  const { dispute, event, reason, refunds, sending, failure } = deciding
  const choice = (
    <Radio
      label="裁定"
      options={verdicts}
      value={event}
      hint={hints[event]}
      onChange={(chosen) => store.changeDisputeVerdict({ event: chosen })}
    />
  )
  return (
    <RulingDialog
      title={`裁定争议 ${dispute.orderNo}`}
      text={`${dispute.side === 'buyer' ? dispute.buyerName : dispute.sellerName}：${dispute.reason}`}
      confirm="提交裁定"
      evidence={<DisputeCase dispute={dispute} />}
      choice={choice}
      lines={event === 'cancel' ? refunds : []}
      onLine={store.changeDisputeRefund}
      reason={reason}
      onReason={(typed) => store.changeDisputeVerdict({ reason: typed })}
      sending={sending}
      failure={failure}
      onSubmit={store.submitDisputeVerdict}
      onClose={store.closeDisputeVerdict}
    />
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
      {row.disputedBy}
      <time dateTime={row.since} className="block whitespace-nowrap">
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
  orderColumn,
  sidesColumn,
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
      empty={<EmptyState drawing="done" title="暂无待裁定的争议" text="买家或供应商发起的争议会出现在这里。" />}
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
    <RefundCases search={search} />
    <DisputeVerdictDialog />
    <Toaster />
  </>
)
