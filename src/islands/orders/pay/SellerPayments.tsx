import type { SellerPayment } from '../../../contract/orders/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { paymentStateLabels } from '../../../domain/orders/payment-states.ts'
import { payments } from '../../../stores/orders/seller-payments.ts'
import { DataTable } from '../../../ui/DataTable.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { FilteredList } from '../../FilteredList.tsx'
import { Doings, PaymentCard, timeOf, Who } from './SellerPaymentParts.tsx'
import { VerdictDialog } from './VerdictDialog.tsx'

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
export const SellerPayments = ({ search }: { search: string }) => (
  <>
    <FilteredList
      list={payments}
      search={search}
      what="收款"
      permission="order_manage"
      tabs={{ label: '收款状态', labelOf: (status) => paymentStateLabels[status] }}
      empty={<EmptyState title="还没有收款" text="买家提交转账凭证或线上付款后，款项会出现在这里。" />}
    >
      {({ data }) => <Rows rows={data} />}
    </FilteredList>
    <VerdictDialog />
    <Toaster />
  </>
)
