import { useStore } from '@nanostores/react'
import type { HeldMoneyRow, SupplierPayout } from '../../../contract/orders/payouts.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { heldLabels, sellerPayoutLabels } from '../../../domain/orders/payouts.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/seller-money.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { ListRows } from '../../list/ListRows.tsx'

const touch = 'max-md:inline-flex max-md:min-h-11 max-md:items-center'

const OrderLink = ({ orderId, orderNo }: { orderId: number; orderNo: string }) => (
  <a href={links.sellerOrder(orderId)} className={`font-medium whitespace-nowrap hover:text-accent ${touch}`}>
    {orderNo}
  </a>
)

interface Totals {
  readonly sums: Readonly<Record<'unfinished' | 'waiting' | 'blocked' | 'underWay' | 'failed' | 'paid', number>>
  readonly days: number
  readonly feeRate: number
  readonly accountMissing: boolean
}

/** Where all of the money is. */
const Sums = ({ sums, days, feeRate, accountMissing }: Totals) => (
  <section aria-label="货款合计" className="mb-6">
    {accountMissing && (
      <div className="mb-4">
        <Notice tone="act" title="尚未填写收款账户，到期的货款无法打款">
          <LinkButton
            size="sm"
            kind="outline"
            href={links.sellerAccount({ tab: 'receiving' })}
            className="mt-2 max-md:h-11"
          >
            填写收款账户
          </LinkButton>
        </Notice>
      </div>
    )}
    <div className="rounded-lg border border-line bg-surface p-4 desk:px-6">
      <dl className="grid grid-cols-2 gap-4 desk:grid-cols-6">
        {[
          { label: '待验收', value: sums.unfinished },
          { label: '待结算', value: sums.waiting },
          { label: '暂缓', value: sums.blocked },
          { label: '审核与打款中', value: sums.underWay },
          { label: '打款失败', value: sums.failed },
          { label: '已打款', value: sums.paid },
        ].map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-3">{label}</dt>
            <dd className="mt-1 font-semibold tabular-nums">¥{yuan(value)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-ink-3">
        买家在线付款的货款由平台暂存，验收、订单完成或结束后 {days} 天到期，经平台两人审核后打入收款账户
        {feeRate === 0 ? '，不收手续费' : `，手续费 ${feeRate / 100}%`}。银行转账由买家直接付给贵企业，不在此列。
        <a className="ml-1 text-accent underline" href={links.helpArticle(payoutHelp)}>
          了解货款结算
        </a>
      </p>
    </div>
  </section>
)

/** Number of the help page about payouts. */
const payoutHelp = 3315

const heldDue = ({ dueAt }: HeldMoneyRow) => (dueAt === null ? '验收后计算' : date(dueAt))

const HeldRows = ({ rows }: { rows: readonly HeldMoneyRow[] }) => (
  <DataTable
    caption="暂存货款"
    rows={rows}
    rowKey={({ partId }) => partId}
    phone={(row) => (
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <OrderLink {...row} />
          <p className="text-sm wrap-anywhere text-ink-3">{row.title}</p>
          <p className="text-sm text-ink-3">
            {row.lineName}，{row.dueAt === null ? '验收后计算到期日' : `${date(row.dueAt)} 到期`}
          </p>
        </div>
        <div className="shrink-0 text-right">
          <p className="font-medium tabular-nums">¥{yuan(row.amount)}</p>
          <div className="mt-1">
            <StateBadge {...heldLabels[row.state]} />
          </div>
        </div>
      </div>
    )}
    columns={[
      {
        key: 'order',
        head: '订单与款项',
        cell: (row) => (
          <>
            <OrderLink {...row} />
            <p className="text-sm text-ink-3">{row.title}</p>
          </>
        ),
      },
      { key: 'line', head: '款项', cell: ({ lineName }) => lineName },
      {
        key: 'paid',
        head: '买家支付',
        className: 'whitespace-nowrap',
        cell: ({ paidAt }) => (paidAt === null ? '--' : date(paidAt)),
      },
      { key: 'due', head: '到期日', className: 'whitespace-nowrap', cell: heldDue },
      {
        key: 'amount',
        head: '金额',
        align: 'right',
        className: 'whitespace-nowrap',
        cell: ({ amount }) => <span className="font-medium">¥{yuan(amount)}</span>,
      },
      { key: 'state', head: '状态', cell: ({ state }) => <StateBadge {...heldLabels[state]} /> },
    ]}
  />
)

const Held = () => {
  const state = useStore(store.heldMoney)
  const page = useStore(store.heldPage)
  return (
    <>
      {state.at === 'ready' && <Sums {...state.content} />}
      <section aria-label="暂存货款" className="mb-8">
        <h2 className="mb-3 text-lg font-semibold">平台暂存的货款</h2>
        <ListRows
          state={state}
          what="暂存货款"
          permission="order_manage"
          onRetry={() => void store.loadHeldMoney()}
          page={{ size: store.heldPageSize, current: page, onChange: (next) => void store.setHeldPage(next) }}
          empty={<EmptyState title="暂无暂存的货款" text="买家在线付款后、打款之前的货款会列在这里。" />}
        >
          {({ data }) => <HeldRows rows={data} />}
        </ListRows>
      </section>
    </>
  )
}

const PayoutOrders = ({ payout }: { payout: SupplierPayout }) => (
  <ul>
    {payout.lines.map(({ orderId, orderNo, lineName, lineId, amount, paidAt }) => (
      <li key={`${lineId} ${paidAt ?? ''}`} className="flex flex-wrap gap-x-2 text-sm">
        <OrderLink orderId={orderId} orderNo={orderNo} />
        <span className={`text-ink-3 ${touch}`}>
          {lineName} ¥{yuan(amount)}
        </span>
      </li>
    ))}
  </ul>
)

/** What the supplier should know of a payout. */
const PayoutNotes = ({ payout }: { payout: SupplierPayout }) => (
  <div className="text-sm text-ink-3">
    {payout.accountMissing && <p>等待贵企业填写收款账户</p>}
    {payout.reason !== '' && <p className="wrap-anywhere">{payout.reason}</p>}
    {payout.accountTail !== '' && <p>收款账户{payout.accountTail}</p>}
    {payout.paidOn !== null && (
      <p className="wrap-anywhere">
        {payout.paidOn} 付出，流水号 {payout.bankReference}
      </p>
    )}
    {payout.receiptUrl !== null && (
      <a href={payout.receiptUrl} target="_blank" rel="noopener" className={`text-accent hover:underline ${touch}`}>
        查看银行回单
      </a>
    )}
  </div>
)

const NetSum = ({ payout: { net, fee } }: { payout: SupplierPayout }) => (
  <>
    <span className="font-medium whitespace-nowrap tabular-nums">¥{yuan(net)}</span>
    {fee > 0 && <p className="text-sm whitespace-nowrap text-ink-3">已扣手续费 ¥{yuan(fee)}</p>}
  </>
)

const PayoutRows = ({ rows }: { rows: readonly SupplierPayout[] }) => (
  <DataTable
    caption="打款单"
    rows={rows}
    rowKey={({ payoutId }) => payoutId}
    phone={(payout) => (
      <>
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <p className="font-medium">{payout.payoutNo}</p>
            <p className="text-sm text-ink-3">{date(payout.createdAt)}</p>
          </div>
          <div className="shrink-0 text-right">
            <NetSum payout={payout} />
            <div className="mt-1">
              <StateBadge {...sellerPayoutLabels[payout.status]} />
            </div>
          </div>
        </div>
        <PayoutOrders payout={payout} />
        <PayoutNotes payout={payout} />
      </>
    )}
    columns={[
      {
        key: 'no',
        head: '打款单',
        className: 'whitespace-nowrap',
        cell: ({ payoutNo, createdAt }) => (
          <>
            <p className="font-medium">{payoutNo}</p>
            <p className="text-sm text-ink-3">{date(createdAt)}</p>
          </>
        ),
      },
      { key: 'orders', head: '订单与款项', cell: (payout) => <PayoutOrders payout={payout} /> },
      { key: 'net', head: '打款金额', align: 'right', cell: (payout) => <NetSum payout={payout} /> },
      {
        key: 'state',
        head: '状态',
        cell: (payout) => (
          <>
            <StateBadge {...sellerPayoutLabels[payout.status]} />
            <PayoutNotes payout={payout} />
          </>
        ),
      },
    ]}
  />
)

/** 我的货款: where the money is that buyers paid online. */
export const SellerMoney = ({ search }: { search: string }) => (
  <>
    <Held />
    <h2 className="mb-3 text-lg font-semibold">打款单</h2>
    <FilteredList
      list={store.sellerPayoutList}
      search={search}
      what="打款单"
      permission="order_manage"
      empty={<EmptyState title="暂无打款单" text="货款到期后，平台每天早上生成打款单。" />}
    >
      {({ data }) => <PayoutRows rows={data} />}
    </FilteredList>
    <Toaster />
  </>
)
