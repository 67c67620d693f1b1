import type { Dispute } from '../../../contract/orders/fulfilment.ts'
import { yuan } from '../../../domain/money.ts'
import { typedYuan } from '../../../domain/money-input.ts'
import { dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/disputes.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable, type Column } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { FilteredList } from '../../FilteredList.tsx'
import { VerdictDialog } from './VerdictDialog.tsx'

const Decide = ({ row }: { row: Dispute }) => (
  <Button
    size="sm"
    kind="outline"
    className="max-md:h-11"
    aria-label={`裁定订单 ${row.orderNo}`}
    onClick={() => store.decide(row, typedYuan(row.paid))}
  >
    裁定
  </Button>
)

const Said = ({ row }: { row: Dispute }) => (
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
      <Said row={row} />
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
    cell: (row) => <Said row={row} />,
  },
  {
    key: 'do',
    head: '操作',
    align: 'right',
    cell: (row) => <Decide row={row} />,
  },
]

/** Orders in dispute, for operators: what is between the two, and the platform's word. */
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
    <VerdictDialog />
    <Toaster />
  </>
)
