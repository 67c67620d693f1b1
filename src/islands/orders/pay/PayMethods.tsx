import { useStore } from '@nanostores/react'
import { Landmark, QrCode, Wallet } from 'lucide-react'
import { paymentMethodLabels, type PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import * as store from '../../../stores/orders/pay.ts'

const icons = { bank: Landmark, alipay: Wallet, wechat: QrCode, demo: Wallet } as const

type Props = {
  methods: store.PayInfo['methods']
  /** Suppliers of the chosen lines that have told no account. */
  noAccount: boolean
}

const noteOf = (method: PaymentMethod, note: string, noAccount: boolean) =>
  method === 'bank' && noAccount ? '供应商尚未填写收款账户' : note

/** The ways to pay; what is not open says so. */
export const PayMethods = ({ methods, noAccount }: Props) => {
  const chosen = useStore(store.method)
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
              onChange={() => store.chooseMethod(method)}
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
