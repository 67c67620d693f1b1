import type { SellerPayment } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { paymentStateLabels, isPaymentSubmitted } from '../../../domain/orders/payment-states.ts'
import { monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/pay/seller-payments.ts'
import { sellerPayments } from '../../../stores/orders/pay/seller-payments.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FilteredList } from '../../list/FilteredList.tsx'
import { PaymentVerdictDialog } from './PaymentVerdictDialog.tsx'

const touch = 'max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** The payee's actions on a payment. */
const PaymentActions = ({ payment }: { payment: SellerPayment }) => (
  <div className="flex items-center justify-end gap-2 max-md:flex-wrap">
    {payment.voucherUrl !== null && (
      <a
        href={payment.voucherUrl}
        target="_blank"
        rel="noopener"
        className={`px-1 whitespace-nowrap text-accent hover:underline ${touch}`}
      >
        看凭证
      </a>
    )}
    {payment.waits && (
      <>
        {isPaymentSubmitted(payment.status) && (
          <Button size="sm" className="max-md:h-11" onClick={() => store.openPaymentVerdict(payment, 'reject')}>
            未到账
          </Button>
        )}
        <Button
          size="sm"
          kind="outline"
          className="max-md:h-11"
          onClick={() => store.openPaymentVerdict(payment, 'confirm')}
        >
          确认到账
        </Button>
      </>
    )}
    {payment.undoUntil !== null && (
      <Button size="sm" className="max-md:h-11" onClick={() => store.openPaymentVerdict(payment, 'undo')}>
        撤销确认
      </Button>
    )}
  </div>
)

/** Order, buyer and purpose of the payment. */
const Who = ({ payment: { parts, buyerName } }: { payment: SellerPayment }) => (
  <>
    <a
      href={links.sellerOrder(parts[0]?.orderId ?? 0)}
      className={`font-medium whitespace-nowrap hover:text-accent ${touch}`}
    >
      {parts[0]?.orderNo ?? '--'}
    </a>
    <p className="min-w-36 text-sm text-ink-3">{buyerName}</p>
    <p className="text-sm text-ink-3">{[...new Set(parts.map(({ name }) => name))].join('、')}</p>
  </>
)

/** Time of receipt, else of transfer, else of creation. */
const timeOf = ({ confirmedAt, transferredAt, createdAt }: SellerPayment) =>
  monthMinute(confirmedAt ?? transferredAt ?? createdAt)

/** One payment on a phone. */
const PaymentCard = ({ payment }: { payment: SellerPayment }) => (
  <>
    <div className="flex items-start justify-between gap-3">
      <div className="min-w-0">
        <Who payment={payment} />
      </div>
      <span className="mt-3 shrink-0">
        <StateBadge {...paymentStateLabels[payment.status]} />
      </span>
    </div>
    {payment.reason !== '' && <p className="mt-1 text-sm break-words text-ink-3">{payment.reason}</p>}
    <div className="mt-2 flex flex-wrap items-end justify-between gap-x-3">
      <p className="text-sm text-ink-3">
        {paymentMethodLabels[payment.method]}
        {payment.method === 'bank' && `，备注码 ${payment.remarkCode}`}
        <span className="block">{timeOf(payment)}</span>
      </p>
      <p className="text-right">
        <b className="text-lg font-semibold">¥{yuan(payment.received ?? payment.amount)}</b>
        {payment.received !== null && payment.received !== payment.amount && (
          <span className="block text-sm text-ink-3">应付 ¥{yuan(payment.amount)}</span>
        )}
      </p>
    </div>
    {(payment.waits || payment.undoUntil !== null || payment.voucherUrl !== null) && (
      <div className="mt-3">
        <PaymentActions payment={payment} />
      </div>
    )}
  </>
)

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
      {
        key: 'doings',
        head: '操作',
        isActions: true,
        align: 'right',
        cell: (payment) => <PaymentActions payment={payment} />,
      },
    ]}
  />
)

/** 收款: payments by buyers; transfers need the payee's verdict. */
export const SellerPayments = ({ search }: { search: string }) => (
  <>
    <FilteredList
      list={sellerPayments}
      search={search}
      what="收款"
      permission="order_manage"
      tabs={{ label: '收款状态', labelOf: (status) => paymentStateLabels[status] }}
      empty={<EmptyState title="暂无收款" text="买家提交转账凭证或线上付款后，款项会出现在这里。" />}
    >
      {({ data }) => <Rows rows={data} />}
    </FilteredList>
    <PaymentVerdictDialog />
    <Toaster />
  </>
)
