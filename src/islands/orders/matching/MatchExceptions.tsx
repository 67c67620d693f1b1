import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ExceptionRow } from '../../../contract/orders/matching.ts'
import { yuan } from '../../../domain/money.ts'
import { dealSideLabels } from '../../../domain/orders/deal-record.ts'
import {
  exceptionBadge,
  exceptionKindLabels,
  exceptionKinds,
  exceptionLabels,
  exceptionStatuses,
  isExceptionActive,
  maxExceptionReason,
} from '../../../domain/orders/matching/exceptions.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/matching/match-exceptions.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable, type Column } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { ReasonDialog } from '../../form/ReasonDialog.tsx'
import { ListFrame, stateTabs } from '../../list/ListFrame.tsx'
import { ExceptionList } from './ExceptionList.tsx'
import { MatchLines, MatchSums } from './MatchLines.tsx'
import { MatchPapers } from './MatchPapers.tsx'
import { orderColumn, sidesColumn } from '../order-columns.tsx'

const show = ({ orderId }: ExceptionRow) =>
  void store.openMatch(orderId).then((failure) => {
    if (failure !== null) toast.error(failure.message)
  })

const DismissDialog = () => {
  const now = useStore(store.dismissal.state)
  if (now === null) return null
  const { kind, orderNo } = now.subject
  return (
    <ReasonDialog
      open
      title={`关闭差异：${exceptionKindLabels[kind]}`}
      text={`订单 ${orderNo}。双方会收到通知并看到理由；差异的内容变化后会重新出现。`}
      label="理由"
      confirm="关闭差异"
      maxLength={maxExceptionReason}
      busy={now.sending}
      failure={now.failure}
      onCancel={store.dismissal.close}
      onConfirm={(reason) =>
        void store.dismissal.submit(reason).then((worked) => worked && toast.success('已关闭，双方会收到通知'))
      }
    />
  )
}

/** The match of an order as an operator reads it. */
const MatchDialog = () => {
  const match = useStore(store.openedMatch)
  if (match === null) return null
  const { total, accepted, paid, vouched, invoiced } = match
  return (
    <Dialog
      open
      width="lg"
      onClose={store.closeMatch}
      title={`订单 ${match.orderNo} 的对账`}
      text={`${match.buyerName} 与 ${match.sellerName}：${match.title}`}
      actions={<Button onClick={store.closeMatch}>关闭</Button>}
    >
      <div className="space-y-3">
        <MatchSums total={total} accepted={accepted} paid={paid} vouched={vouched} invoiced={invoiced} />
        <MatchLines lines={match.lines} />
        <MatchPapers match={match} />
        <ExceptionList match={match} />
      </div>
    </Dialog>
  )
}

const Actions = ({ row }: { row: ExceptionRow }) => (
  <span className="flex flex-wrap justify-end gap-2">
    <Button size="sm" className="max-md:h-11" onClick={() => show(row)} aria-label={`查看对账 ${row.orderNo}`}>
      查看对账
    </Button>
    {isExceptionActive(row.status) && (
      <Button
        size="sm"
        kind="outline"
        className="max-md:h-11"
        onClick={() => store.dismissal.open(row)}
        aria-label={`关闭差异 ${row.orderNo}`}
      >
        关闭差异
      </Button>
    )}
  </span>
)

const Difference = ({ row }: { row: ExceptionRow }) => (
  <>
    <span className="font-medium">{exceptionKindLabels[row.kind]}</span>
    {row.amount > 0 && <span className="ml-2 tabular-nums">¥{yuan(row.amount)}</span>}
    {row.detail !== '' && <span className="block text-sm wrap-anywhere text-ink-2">{row.detail}</span>}
    {row.explainedSide !== null && (
      <span className="block text-sm wrap-anywhere text-ink-3">
        {dealSideLabels[row.explainedSide]}：{row.explanation}
      </span>
    )}
    {row.dismissal !== '' && <span className="block text-sm wrap-anywhere text-ink-3">平台：{row.dismissal}</span>}
  </>
)

const State = ({ row }: { row: ExceptionRow }) => <StateBadge {...exceptionBadge(row)} />

const columns: readonly Column<ExceptionRow>[] = [
  orderColumn,
  sidesColumn,
  { key: 'difference', head: '差异', className: 'min-w-52', cell: (row) => <Difference row={row} /> },
  { key: 'state', head: '状态', className: 'whitespace-nowrap', cell: (row) => <State row={row} /> },
  {
    key: 'since',
    head: '发现时间',
    className: 'whitespace-nowrap',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
  },
  { key: 'do', head: '操作', isActions: true, align: 'right', cell: (row) => <Actions row={row} /> },
]

/** One exception on a phone. */
const PhoneRow = ({ row }: { row: ExceptionRow }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 font-medium break-words">{row.title}</p>
      <State row={row} />
    </div>
    <p className="text-sm text-ink-3">
      {row.orderNo}，<time dateTime={row.createdAt}>{dateTime(row.createdAt)}</time>
    </p>
    <p className="mt-1 text-sm text-ink-2">
      {row.buyerName}
      <span className="block text-ink-3">{row.sellerName}</span>
    </p>
    <p className="mt-2">
      <Difference row={row} />
    </p>
    <div className="mt-2">
      <Actions row={row} />
    </div>
  </>
)

const kindOptions = [
  { value: '', label: '全部种类' },
  ...exceptionKinds.map((kind) => ({ value: kind, label: exceptionKindLabels[kind] })),
] as const

/** Exceptions of all matched orders, for operators. */
export const MatchExceptions = ({ search }: { search: string }) => {
  const state = useStore(store.matchExceptions)
  const query = useStore(store.exceptionQuery) ?? store.parseExceptionQuery(search)
  useEffect(() => store.startExceptions(), [])
  const { keyword, status, kind, current } = query
  const filtered = keyword !== '' || status !== undefined || kind !== '' || current > 1
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">对账差异</h1>
      <ListFrame
        state={state}
        what="对账差异"
        onRetry={() => void store.loadExceptions()}
        search={{
          placeholder: '订单号、企业或发票号码',
          keyword,
          onSearch: (typed) => store.setExceptionQuery({ keyword: typed }),
        }}
        filters={
          <Select
            bare
            label="差异种类"
            className="w-full md:w-44"
            options={kindOptions}
            value={kind}
            onChange={(chosen) => store.setExceptionQuery({ kind: chosen })}
          />
        }
        tabs={{
          label: '差异状态',
          tabs: stateTabs(
            exceptionStatuses,
            (each) => exceptionLabels[each],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: status ?? 'all',
          onChange: (key) => store.setExceptionQuery({ status: exceptionStatuses.find((each) => each === key) }),
        }}
        page={{
          size: store.exceptionPageSize,
          current,
          onChange: (page) => store.setExceptionQuery({ current: page }),
        }}
        empty={
          filtered ? (
            <EmptyState title="没有符合条件的差异" text="请调整状态、种类或关键词。">
              <Button onClick={() => store.setExceptionQuery({ keyword: '', status: undefined, kind: '' })}>
                清空条件
              </Button>
            </EmptyState>
          ) : (
            <EmptyState
              drawing="done"
              title="暂无对账差异"
              text="订单的验收、付款、凭证与发票不一致时，会出现在这里。"
            />
          )
        }
      >
        {({ data }) => (
          <DataTable
            caption="对账差异"
            columns={columns}
            rows={data}
            rowKey={({ exceptionId }) => exceptionId}
            phone={(row) => <PhoneRow row={row} />}
          />
        )}
      </ListFrame>
      <DismissDialog />
      <MatchDialog />
      <Toaster />
    </>
  )
}
