import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { SellerPayment } from '../../../contract/orders/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { paymentStateLabels } from '../../../domain/orders/payment-states.ts'
import { readListQuery } from '../../../stores/demands/list-query.ts'
import * as store from '../../../stores/orders/seller-payments.ts'
import { Button } from '../../../ui/Button.tsx'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { ListFrame, stateTabs } from '../../ListFrame.tsx'
import { Doings, PaymentCard, timeOf, Who } from './SellerPaymentParts.tsx'
import { VerdictDialog } from './VerdictDialog.tsx'

/** States that a payee is shown. */
const shown = ['submitted', 'confirmed', 'rejected', 'closed'] as const

const Rows = ({ rows }: { rows: readonly SellerPayment[] }) => (
  <DataTable
    caption="收款"
    rows={rows}
    rowKey={({ paymentId }) => paymentId}
    phone={(payment) => <PaymentCard payment={payment} />}
    columns={[
      {
        key: 'order',
        head: '订单与款项',
        cell: (payment) => <Who payment={payment} />,
      },
      {
        key: 'way',
        head: '方式',
        className: 'whitespace-nowrap',
        cell: ({ method, remarkCode }) => (
          <>
            {paymentMethodLabels[method]}
            {method === 'bank' && <p className="text-sm whitespace-nowrap text-ink-3">备注码 {remarkCode}</p>}
          </>
        ),
      },
      {
        key: 'amount',
        head: '应付',
        align: 'right',
        className: 'whitespace-nowrap',
        cell: ({ amount }) => `¥${yuan(amount)}`,
      },
      {
        key: 'received',
        head: '到账',
        align: 'right',
        className: 'whitespace-nowrap',
        cell: ({ received }) => <span className="font-medium">{received === null ? '--' : `¥${yuan(received)}`}</span>,
      },
      {
        key: 'at',
        head: '时间',
        className: 'whitespace-nowrap',
        cell: timeOf,
      },
      {
        key: 'state',
        head: '状态',
        cell: ({ status, reason }) => (
          <>
            <StateBadge {...paymentStateLabels[status]} />
            {reason !== '' && <p className="mt-1 max-w-40 text-xs text-ink-3">{reason}</p>}
          </>
        ),
      },
      { key: 'doings', head: '操作', align: 'right', cell: (payment) => <Doings payment={payment} /> },
    ]}
  />
)

/** 收款: what buyers paid to the company; transfers wait for its word. */
export const SellerPayments = ({ search }: { search: string }) => {
  const state = useStore(store.payments)
  const query = useStore(store.query) ?? readListQuery(search, shown)
  useEffect(() => store.start(), [])
  return (
    <>
      <ListFrame
        state={state}
        what="收款"
        permission="order_manage"
        onRetry={() => void store.load()}
        tabs={{
          label: '收款状态',
          tabs: stateTabs(
            shown,
            (status) => paymentStateLabels[status],
            state.at === 'ready' ? state.content.counts : undefined,
          ),
          current: query.status ?? 'all',
          onChange: (key) => store.choose({ status: shown.find((status) => status === key) }),
        }}
        page={{
          size: store.pageSize,
          current: query.current,
          onChange: (current) => store.choose({ current }),
        }}
        empty={
          query.status === undefined ? (
            <EmptyState title="还没有收款" text="买家提交转账凭证或线上付款后，款项会出现在这里。" />
          ) : (
            <EmptyState title="没有该状态的收款" text="换个状态再看看。">
              <Button onClick={() => store.choose({ status: undefined })}>查看全部</Button>
            </EmptyState>
          )
        }
      >
        {({ data }) => <Rows rows={data} />}
      </ListFrame>
      <VerdictDialog />
      <Toaster />
    </>
  )
}
