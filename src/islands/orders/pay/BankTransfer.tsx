import { useStore } from '@nanostores/react'
import { Copy } from 'lucide-react'
import type { Payment } from '../../../contract/orders/payments.ts'
import { payeeDetailsFor } from '../../../domain/accounts/payee.ts'
import { yuan } from '../../../domain/money.ts'
import { acceptOf, fileRules } from '../../../domain/operations/file-rules.ts'
import { dateTime } from '../../../domain/time.ts'
import * as attempts from '../../../stores/orders/pay/pay-attempt.ts'
import type { PayInfo } from '../../../stores/orders/pay/pay.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { useNow } from '../../use-now.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Upload } from '../../../ui/form/Upload.tsx'
import { copyText } from '../../copy-text.ts'
import { CheckoutPart } from '../checkout/CheckoutPart.tsx'

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
          换一种方式付款
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
