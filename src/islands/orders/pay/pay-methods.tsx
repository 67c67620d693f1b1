import { useStore } from '@nanostores/react'
import type { Payable, Payment } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentBlockerLabels } from '../../../domain/orders/payment-blocker.ts'
import { paymentLabels } from '../../../domain/orders/payment-states.ts'
import { date, dateTime } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/pay/pay.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { Landmark, QrCode, Wallet, Copy } from 'lucide-react'
import { paymentMethodLabels, type PaymentMethod } from '../../../domain/orders/payment-methods.ts'
import { payeeDetailsFor } from '../../../domain/accounts/payee.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import * as attempts from '../../../stores/orders/pay/pay-attempt.ts'
import type { PayInfo } from '../../../stores/orders/pay/pay.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useNow } from '../../use-now.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { copyText } from '../../copy-text.ts'
import { CheckoutPart } from '../checkout/CheckoutPart.tsx'

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
      {line.blocker === null ? <StateBadge {...paymentLabels[line.status]} /> : paymentBlockerLabels[line.blocker]}
    </span>
    <span className="w-36 text-right whitespace-nowrap">
      <b className="font-semibold">¥{yuan(line.blocker === null ? line.open : line.amount)}</b>
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
    <div role="radiogroup" aria-label="付款方式" className="grid gap-3 md:grid-cols-2">
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

type CopiedProps = { label: string; value: string; copied?: string; strong?: boolean }

const Copied = ({ label, value, copied = value, strong = false }: CopiedProps) => (
  <div className="flex min-h-11 items-center gap-3 border-b border-line py-2 last:border-b-0">
    <dt className="w-24 shrink-0 text-ink-3">{label}</dt>
    <dd className="flex min-w-0 flex-1 items-center gap-3">
      <span className={`min-w-0 flex-1 wrap-anywhere ${strong ? 'text-lg font-semibold tabular-nums' : ''}`}>
        {value}
      </span>
      <Button
        size="sm"
        className="shrink-0 max-md:h-11"
        aria-label={`复制${label}`}
        onClick={() => void copyText(copied, label)}
      >
        <Copy className="size-4" aria-hidden />
        复制
      </Button>
    </dd>
  </div>
)

const Voucher = () => {
  const items = useStore(attempts.transferVoucher.items)
  const files = useStore(attempts.transferVoucher.files)
  const { at } = useStore(attempts.paymentSending)
  return (
    <>
      <Upload
        label="转账凭证"
        required
        multiple={false}
        files={items}
        accept={acceptOf('attachment')}
        rule={`银行回单或转账截图，${fileRules.attachment.words}`}
        onAdd={attempts.transferVoucher.add}
        onRemove={attempts.transferVoucher.remove}
        onRetry={attempts.transferVoucher.retry}
      />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          kind="main"
          disabled={files.length === 0}
          busy={at === 'confirming'}
          onClick={() => void attempts.submitVoucher()}
        >
          提交凭证
        </Button>
        <Button className="max-md:h-11" disabled={at !== 'none'} onClick={() => void attempts.leavePayment()}>
          更换付款方式
        </Button>
      </div>
    </>
  )
}

/** Payee account, remark code, deadline, and voucher upload of a transfer. */
export const BankTransfer = ({ payment, info }: { payment: Payment; info: PayInfo }) => {
  const now = useNow()
  const line = info.payables.find(({ orderId }) => payment.parts.some((part) => part.orderId === orderId))
  const payee = info.payees.find(({ sellerId }) => sellerId === line?.sellerId)
  const change = payee?.change ?? null
  const account =
    payee?.account == null ? null : payeeDetailsFor({ account: payee.account, change }, payment.amount, new Date(now))
  // If the order expires first, its payment expires too.
  const until = info.payUntil !== null && info.payUntil < payment.expiresAt ? info.payUntil : payment.expiresAt
  return (
    <div className="rounded-lg border border-line bg-surface">
      <CheckoutPart title="向供应商转账">
        {change !== null && account !== null && (
          <div className="mb-4">
            <Notice tone="act" title="供应商正在更换收款账户">
              {account.accountNo === change.account.accountNo
                ? '本笔款项请付至下方的新账户。如对变更有疑问，请先通过平台沟通与供应商核实。'
                : `本笔款项金额较大，${dateTime(change.effectiveAt)} 之前请付至下方的原账户；此后付款请刷新本页，使用新账户。`}
            </Notice>
          </div>
        )}
        <dl>
          {account && <Copied label="收款户名" value={account.accountName} />}
          {account && <Copied label="开户银行" value={account.bankName} />}
          {account && (
            <Copied
              label="收款账号"
              value={account.accountNo.replace(/(\d{4})(?=\d)/g, '$1 ')}
              copied={account.accountNo}
            />
          )}
          <Copied
            label="转账金额"
            value={`¥${yuan(payment.amount)}`}
            copied={(payment.amount / 100).toFixed(2)}
            strong
          />
          <Copied label="转账备注码" value={payment.remarkCode} strong />
        </dl>
        <p className="mt-3 text-sm text-ink-3">
          转账时请在备注或附言中填写备注码，供应商据此核对。收款信息保留至 {dateTime(until)}。
        </p>
      </CheckoutPart>
      <CheckoutPart title="上传转账凭证">
        <Voucher />
      </CheckoutPart>
    </div>
  )
}
