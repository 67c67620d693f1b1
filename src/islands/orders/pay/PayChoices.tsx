import { useStore } from '@nanostores/react'
import type { Payable } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentBlockerLabels } from '../../../domain/orders/payment-blocker.ts'
import { paymentLabels } from '../../../domain/orders/payment-states.ts'
import { date } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/pay/pay.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Landmark, QrCode, Wallet } from 'lucide-react'
import { paymentMethodLabels, type PaymentMethod } from '../../../domain/orders/payment-methods.ts'

const Row = ({ line, chosen }: { line: Payable; chosen: boolean }) => (
  <li className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 desk:px-5">
    <Checkbox
      className="min-w-0 flex-1 max-md:min-h-11 max-md:basis-full"
      checked={chosen}
      disabled={!store.canPay(line)}
      onChange={(event) => store.toggleLine(line.lineId, event.target.checked)}
    >
      <span className="font-medium">{line.name}</span>
      {line.dueAt !== null && store.canPay(line) && (
        <span className="text-sm whitespace-nowrap text-ink-3 max-md:block md:ml-2">应付日 {date(line.dueAt)}</span>
      )}
    </Checkbox>
    <span className="text-sm text-ink-3 max-md:flex-1 max-md:pl-6">
      {line.barrier === null ? <StateBadge {...paymentLabels[line.status]} /> : paymentBlockerLabels[line.barrier]}
    </span>
    <span className="w-36 text-right whitespace-nowrap">
      <b className="font-semibold">¥{yuan(line.barrier === null ? line.open : line.amount)}</b>
      {line.paid > 0 && line.open > 0 && <span className="block text-xs text-ink-3">已付 ¥{yuan(line.paid)}</span>}
    </span>
  </li>
)

/** Payable lines by order; blocked ones show the reason. */
export const PayLines = ({ payables }: { payables: readonly Payable[] }) => {
  const chosen = useStore(store.chosenLineIds)
  const orderIds = [...new Set(payables.map(({ orderId }) => orderId))]
  return (
    <div className="space-y-3">
      {orderIds.map((orderId) => {
        const lines = payables.filter((line) => line.orderId === orderId)
        const [first] = lines
        if (first === undefined) return null
        return (
          <section
            key={orderId}
            className="overflow-hidden rounded-lg border border-line"
            aria-label={`订单 ${first.orderNo}`}
          >
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-surface-2 px-4 py-2.5 text-sm text-ink-2 desk:px-5">
              <span>{first.sellerName}</span>
              <a
                href={links.buyerOrder(orderId)}
                className="text-ink-3 hover:text-accent max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                订单 {first.orderNo}
              </a>
              <span className="min-w-0 truncate text-ink-3 max-md:basis-full">{first.orderTitle}</span>
            </div>
            <ul className="divide-y divide-line">
              {lines.map((line) => (
                <Row key={line.lineId} line={line} chosen={chosen.includes(line.lineId)} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

const icons = { bank: Landmark, alipay: Wallet, wechat: QrCode, demo: Wallet } as const

type PayMethodsProps = {
  methods: store.PayInfo['methods']
  /** Some suppliers of the chosen lines have no payee account. */
  noAccount: boolean
}

const noteOf = (method: PaymentMethod, note: string, noAccount: boolean) =>
  method === 'bank' && noAccount ? '供应商尚未填写收款账户' : note

/** Payment methods; unavailable ones show the reason. */
export const PayMethods = ({ methods, noAccount }: PayMethodsProps) => {
  const chosen = useStore(store.paymentMethod)
  return (
    <div role="radiogroup" aria-label="支付方式" className="grid gap-3 md:grid-cols-2">
      {methods.map(({ method, enabled: isOn, note }) => {
        const enabled = isOn && !(method === 'bank' && noAccount)
        const Icon = icons[method]
        const isChosen = chosen === method
        const look = isChosen ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface'
        return (
          <label
            key={method}
            className={`flex min-h-18 items-start gap-3 rounded-lg border p-4 ${look} ${enabled ? 'cursor-pointer hover:border-accent' : 'cursor-not-allowed bg-surface-2'}`}
          >
            <input
              type="radio"
              name="method"
              className="mt-0.5"
              checked={isChosen}
              disabled={!enabled}
              onChange={() => store.choosePaymentMethod(method)}
            />
            <span className="min-w-0 flex-1">
              <span className={`block font-medium ${enabled ? '' : 'text-ink-3'}`}>{paymentMethodLabels[method]}</span>
              <span className="block text-sm text-ink-3">{noteOf(method, note, noAccount)}</span>
            </span>
            <Icon className={`size-5 ${isChosen ? 'text-accent' : 'text-ink-3'}`} aria-hidden />
          </label>
        )
      })}
    </div>
  )
}
