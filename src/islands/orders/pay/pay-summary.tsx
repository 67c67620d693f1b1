import { useStore } from '@nanostores/react'
import { CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import type { Payment } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { owedStatuses } from '../../../domain/orders/order-actions.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { dateTime } from '../../../domain/time.ts'
import { pendingRequisitionOf } from '../../../stores/orders/requisitions/pending-requisition.ts'
import { PendingNotice } from '../requisitions/PendingNotice.tsx'
import * as attempts from '../../../stores/orders/pay/pay-attempt.ts'
import * as store from '../../../stores/orders/pay/pay.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { FactList } from '../../FactList.tsx'
import { isPaymentSubmitted } from '../../../domain/orders/payment-states.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { PayUntil } from './PayUntil.tsx'

const OrderLinks = ({ payment }: { payment: Payment }) => {
  const orders = new Map(payment.parts.map(({ orderId, orderNo }) => [orderId, orderNo]))
  return (
    <>
      {[...orders].map(([orderId, orderNo]) => (
        <LinkButton key={orderId} href={links.buyerOrder(orderId)}>
          {orders.size === 1 ? '查看订单' : `订单 ${orderNo}`}
        </LinkButton>
      ))}
    </>
  )
}

/** Withdraws a voucher sent for the wrong transfer. */
const TakeBack = () => {
  const [asking, setAsking] = useState(false)
  const { at } = useStore(attempts.paymentSending)
  const close = () =>
    void attempts.cancelPayment().then((worked) => {
      setAsking(false)
      if (worked) toast.success('凭证已撤回，可以重新付款')
    })
  return (
    <>
      <Button onClick={() => setAsking(true)}>撤回凭证</Button>
      <Confirm
        open={asking}
        danger
        busy={at === 'closing'}
        title="撤回凭证"
        text="仅在凭证传错、或尚未转账时撤回。撤回后供应商不再核实，需要重新付款。"
        confirm="撤回凭证"
        cancel="保留"
        onCancel={() => setAsking(false)}
        onConfirm={close}
      />
    </>
  )
}

/** Result of a payment: pending confirmation or received; with links onward. */
export const PayEnd = ({ payment, info }: { payment: Payment; info: store.PayInfo }) => {
  const waits = isPaymentSubmitted(payment.status)
  const Icon = waits ? Clock : CircleCheck
  const more = info.payables.filter(store.canPay)
  const isDue = more.some(({ status }) => owedStatuses.some((owed) => owed === status))
  const over = Math.max(0, (payment.received ?? 0) - payment.amount)
  const short = payment.received !== null && payment.received < payment.amount
  return (
    <div className="rounded-lg border border-line bg-surface p-6 desk:p-10">
      <div className="flex items-start gap-4" role="status">
        <Icon className={`size-10 shrink-0 ${waits ? 'text-accent' : 'text-good'}`} aria-hidden />
        <div>
          <h2 className="text-xl font-semibold">{waits ? '已付款，等待确认' : '付款已到账'}</h2>
          <p className="mt-1 text-ink-2">
            {waits && '凭证已提交，供应商核实到账后会通知您。'}
            {short && `实际到账 ¥${yuan(payment.received ?? 0)}，余款仍须付清。`}
            {over > 0 && `多付 ¥${yuan(over)}，可在订单的退款中申请退回。`}
            {!waits && !short && over === 0 && '供应商已收到通知，将按约定履约。'}
          </p>
        </div>
      </div>
      <div className="mt-6 border-t border-line pt-6">
        <FactList
          facts={[
            { label: '金额', value: `¥${yuan(payment.received ?? payment.amount)}` },
            { label: '付款方式', value: paymentMethodLabels[payment.method] },
            { label: '款项', value: [...new Set(payment.parts.map(({ name }) => name))].join('、') },
            { label: '付款单号', value: payment.paymentNo },
            {
              label: waits ? '发起时间' : '到账时间',
              value: dateTime(payment.confirmedAt ?? payment.createdAt),
            },
          ]}
        />
      </div>
      <div className="mt-6 flex flex-wrap gap-3">
        {more.length > 0 && (
          <Button
            kind={isDue ? 'main' : 'outline'}
            className="max-md:h-11"
            onClick={() => void attempts.leavePayment()}
          >
            支付其余款项
          </Button>
        )}
        <OrderLinks payment={payment} />
        {waits && <TakeBack />}
      </div>
    </div>
  )
}

const useSum = () => {
  const lines = useStore(store.chosenLines)
  return { count: lines.length, sum: lines.reduce((total, { open }) => total + open, 0) }
}

const PayButton = ({ bar = false }: { bar?: boolean }) => {
  const method = useStore(store.paymentMethod)
  const { at } = useStore(attempts.paymentSending)
  const { count } = useSum()
  const why = count === 0 ? '请先勾选要付款的款项' : undefined
  const id = bar ? 'why-not-bar' : 'why-not'
  return (
    <>
      <Button
        kind="main"
        size="lg"
        block={!bar}
        className={bar ? 'shrink-0' : ''}
        disabled={why !== undefined || method === null}
        busy={at === 'opening'}
        aria-describedby={why === undefined ? undefined : id}
        onClick={() => void attempts.startPayment()}
      >
        {method === 'bank' ? '获取转账信息' : '去付款'}
      </Button>
      {why !== undefined && (
        <p id={id} className={`text-sm text-ink-3 ${bar ? 'sr-only' : 'mt-2'}`}>
          {why}
        </p>
      )}
    </>
  )
}

/** Failure of the last attempt. */
export const PayRefused = () => {
  const { failure } = useStore(attempts.paymentSending)
  if (failure === null) return null
  const requisition = pendingRequisitionOf(failure)
  if (requisition !== undefined)
    return (
      <div className="mb-4">
        <PendingNotice requisition={requisition} />
      </div>
    )
  return (
    <div className="mb-4">
      <Notice tone="bad" title={failure.message}>
        {failure.code === 0 && '提交失败，请重试，不会重复付款。'}
      </Notice>
    </div>
  )
}

/** Amount to pay, deadline, and the pay button. */
export const PaySum = ({ payUntil }: { payUntil: string | null }) => {
  const method = useStore(store.paymentMethod)
  const { count, sum } = useSum()
  return (
    <aside className="rounded-lg border border-line bg-surface desk:sticky desk:top-6" aria-label="应付">
      <div className="p-5" aria-live="polite">
        <h2 className="text-lg font-semibold">本次付款</h2>
        <p className="mt-3">
          <Price fen={sum} size="xl" />
        </p>
        <p className="mt-1 text-sm text-ink-3">
          {count} 笔款项{method === null ? '' : `，${paymentMethodLabels[method]}`}
        </p>
      </div>
      {payUntil !== null && (
        <div className="border-t border-line bg-surface-2 p-5">
          <PayUntil until={payUntil} />
        </div>
      )}
      <div className="border-t border-line p-5 max-desk:hidden">
        <PayButton />
      </div>
    </aside>
  )
}

/** Total and button at the bottom on phones. */
export const PayBar = () => {
  const { sum } = useSum()
  return (
    <div className="sticky bottom-0 z-20 -mx-4 mt-4 flex min-h-16 items-center justify-end gap-4 border-t border-line bg-surface px-4 py-2 desk:hidden">
      <p className="min-w-0 text-right">
        <span className="text-sm text-ink-2">本次付款 </span>
        <Price fen={sum} size="lg" />
      </p>
      <PayButton bar />
    </div>
  )
}
