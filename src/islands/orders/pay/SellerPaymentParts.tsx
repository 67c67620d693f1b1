import type { SellerPayment } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { paymentStateLabels } from '../../../domain/orders/payment-states.ts'
import { monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/seller-payments.ts'
import { Button } from '../../../ui/Button.tsx'
import { StateBadge } from '../../../ui/StateBadge.tsx'

const touch = 'max-md:inline-flex max-md:min-h-11 max-md:items-center'

/** What the payee can do with a payment. */
export const Doings = ({ payment }: { payment: SellerPayment }) => (
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
        {payment.status === 'submitted' && (
          <Button size="sm" className="max-md:h-11" onClick={() => store.judge(payment, 'reject')}>
            未到账
          </Button>
        )}
        <Button size="sm" kind="outline" className="max-md:h-11" onClick={() => store.judge(payment, 'confirm')}>
          确认到账
        </Button>
      </>
    )}
    {payment.undoUntil !== null && (
      <Button size="sm" className="max-md:h-11" onClick={() => store.judge(payment, 'undo')}>
        撤销确认
      </Button>
    )}
  </div>
)

/** Of which order and buyer, for what. */
export const Who = ({ payment: { parts, buyerName } }: { payment: SellerPayment }) => (
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

/** When the money came, was sent, or was announced. */
export const timeOf = ({ confirmedAt, transferredAt, createdAt }: SellerPayment) =>
  monthMinute(confirmedAt ?? transferredAt ?? createdAt)

/** One payment on a phone. */
export const PaymentCard = ({ payment }: { payment: SellerPayment }) => (
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
        <Doings payment={payment} />
      </div>
    )}
  </>
)
