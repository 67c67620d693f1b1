import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { PayoutRow } from '../../../contract/orders/payouts.ts'
import { yuan } from '../../../domain/money.ts'
import { payoutLabels } from '../../../domain/orders/payouts.ts'
import { monthMinute } from '../../../domain/time.ts'
import { exportingSheet } from '../../../stores/operations/sheet-export.ts'
import * as store from '../../../stores/orders/payouts.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Reauthenticate } from '../../accounts/security/Reauthenticate.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { PayoutPanel } from './PayoutPanel.tsx'

const OpenButton = ({ payout }: { payout: PayoutRow }) => (
  <Button
    size="sm"
    kind="outline"
    className="max-md:h-11"
    aria-label={`查看打款单 ${payout.payoutNo}`}
    onClick={() => void store.showPayout(payout.payoutId)}
  >
    查看
  </Button>
)

/** What an operator should know before opening it. */
const Remarks = ({ payout: { reason, accountMissing, isOwnApproval, attempt } }: { payout: PayoutRow }) => (
  <>
    {accountMissing && <p className="text-sm text-ink-3">供应商未填写收款账户</p>}
    {isOwnApproval && <p className="text-sm text-ink-3">您已初审，由他人复审</p>}
    {attempt > 1 && <p className="text-sm text-ink-3">第 {attempt} 次打款</p>}
    {reason !== '' && <p className="text-sm wrap-anywhere text-ink-3">{reason}</p>}
  </>
)

const PhoneRow = ({ payout }: { payout: PayoutRow }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{payout.companyName}</p>
        <p className="text-sm text-ink-3">{payout.payoutNo}</p>
      </div>
      <StateBadge {...payoutLabels[payout.status]} />
    </div>
    <div className="mt-2 flex items-end justify-between gap-3">
      <div className="min-w-0">
        <p className="text-sm text-ink-3">
          {payout.orders} 份订单，{monthMinute(payout.createdAt)}
        </p>
        <Remarks payout={payout} />
      </div>
      <b className="shrink-0 text-lg font-semibold tabular-nums">¥{yuan(payout.net)}</b>
    </div>
    <div className="mt-3">
      <OpenButton payout={payout} />
    </div>
  </>
)

const Rows = ({ rows }: { rows: readonly PayoutRow[] }) => (
  <DataTable
    caption="打款单"
    rows={rows}
    rowKey={({ payoutId }) => payoutId}
    phone={(payout) => <PhoneRow payout={payout} />}
    columns={[
      {
        key: 'payee',
        head: '供应商与打款单',
        cell: ({ companyName, payoutNo }) => (
          <>
            <p className="font-medium">{companyName}</p>
            <p className="text-sm whitespace-nowrap text-ink-3">{payoutNo}</p>
          </>
        ),
      },
      {
        key: 'orders',
        head: '订单',
        align: 'right',
        className: 'whitespace-nowrap',
        cell: ({ orders }) => `${orders} 份`,
      },
      {
        key: 'net',
        head: '打款金额',
        align: 'right',
        className: 'whitespace-nowrap',
        cell: ({ net, fee }) => (
          <>
            <span className="font-medium">¥{yuan(net)}</span>
            {fee > 0 && <p className="text-sm text-ink-3">手续费 ¥{yuan(fee)}</p>}
          </>
        ),
      },
      { key: 'at', head: '生成时间', className: 'whitespace-nowrap', cell: ({ createdAt }) => monthMinute(createdAt) },
      {
        key: 'state',
        head: '状态',
        cell: (payout) => (
          <>
            <StateBadge {...payoutLabels[payout.status]} />
            <div className="mt-1 max-w-52">
              <Remarks payout={payout} />
            </div>
          </>
        ),
      },
      {
        key: 'open',
        head: '操作',
        isActions: true,
        align: 'right',
        cell: (payout) => <OpenButton payout={payout} />,
      },
    ]}
  />
)

interface Sums {
  readonly held: number
  readonly days: number
  readonly sums: Readonly<Partial<Record<PayoutRow['status'], number>>>
}

const SumLine = ({ held, days, sums }: Sums) => {
  const busy = useStore(exportingSheet) === 'payouts'
  const facts = [
    { label: '平台暂存，未进入打款', value: held },
    { label: '待初审与复审', value: (sums.due ?? 0) + (sums.first_approved ?? 0) },
    { label: '待打款', value: sums.approved ?? 0 },
    { label: '已打款', value: sums.paid ?? 0 },
  ]
  const download = () =>
    void store.downloadPayoutSheet().then((failure) => {
      if (failure === null) toast.success('已导出待打款，请在网银中付款')
      else toast.error(failure.message)
    })
  return (
    <section aria-label="合计" className="mb-4 rounded-lg border border-line bg-surface p-4 desk:px-6">
      <dl className="grid grid-cols-2 gap-4 desk:grid-cols-4">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="mt-1 text-lg font-semibold tabular-nums">¥{yuan(value)}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-ink-3">货款在验收、完成或订单结束后 {days} 天到期，每天早上生成打款单。</p>
        <Button size="sm" kind="outline" className="max-md:h-11" busy={busy} onClick={download}>
          导出待打款
        </Button>
      </div>
    </section>
  )
}

/** 货款打款: payouts of online money to suppliers, for operators with 财务. */
export const OpsPayouts = ({ search, demo }: { search: string; demo: boolean }) => {
  useEffect(() => {
    const asked = Number(new URLSearchParams(search).get('payoutId'))
    if (Number.isSafeInteger(asked) && asked > 0) void store.showPayout(asked)
  }, [search])
  return (
    <>
      <h1 className="mb-4 text-2xl font-semibold">货款打款</h1>
      <FilteredList
        list={store.payoutList}
        search={search}
        what="打款单"
        placeholder="打款单号、订单编号或供应商名称"
        tabs={{ label: '打款状态', labelOf: (status) => payoutLabels[status] }}
        empty={<EmptyState title="暂无打款单" text="买家在线付款的货款到期后，每天早上在这里生成打款单。" />}
      >
        {({ data, held, days, sums }) => (
          <>
            <SumLine held={held} days={days} sums={sums} />
            <Rows rows={data} />
          </>
        )}
      </FilteredList>
      <PayoutPanel />
      <Reauthenticate demo={demo} />
      <Toaster />
    </>
  )
}
