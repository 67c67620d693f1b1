import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Payment } from '../../../contract/orders/payments.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { dateTime } from '../../../domain/time.ts'
import * as attempts from '../../../stores/orders/pay/pay-attempt.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { qrPath } from '../../../ui/picture/qr-path.ts'
import { CheckoutPart } from '../checkout/CheckoutPart.tsx'

const Qr = ({ text, label }: { text: string; label: string }) => {
  const { size, path } = qrPath(text, 'M')
  return (
    <svg viewBox={`0 0 ${size} ${size}`} className="size-52" role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="var(--ink)" />
    </svg>
  )
}

/** A gateway payment: link or QR code, and waiting for confirmation. */
export const GatewayWait = ({ payment }: { payment: Payment }) => {
  const desk = useStore(attempts.gatewayLink)
  const { at } = useStore(attempts.paymentSending)
  useEffect(() => attempts.watchPayment(), [])
  const way = desk?.paymentId === payment.paymentId ? desk : null
  const label = paymentMethodLabels[payment.method]
  return (
    <div className="rounded-lg border border-line bg-surface">
      <CheckoutPart title={`${label}支付`}>
        <p className="text-ink-2">
          应付 <Price fen={payment.amount} size="lg" />
        </p>
        {way?.qr != null && (
          <div className="mt-4 inline-block rounded-lg border border-line bg-surface p-3 text-center">
            <Qr text={way.qr} label={`${label}二维码，金额 ¥${yuan(payment.amount)}`} />
            <p className="mt-2 text-sm text-ink-2">请用{payment.method === 'wechat' ? '微信' : label}扫码支付</p>
          </div>
        )}
        <div className="mt-4 flex flex-wrap gap-3">
          {way?.url != null && (
            <LinkButton kind="main" href={way.url} target="_blank" rel="noopener">
              前往{label}
            </LinkButton>
          )}
          {way === null && (
            <Button kind="main" busy={at === 'opening'} onClick={() => void attempts.resumePayment()}>
              继续支付
            </Button>
          )}
          <Button
            className="max-md:h-11"
            disabled={at !== 'none'}
            busy={at === 'closing'}
            onClick={() => void attempts.cancelPayment()}
          >
            换一种方式付款
          </Button>
        </div>
        <p className="mt-4 text-sm text-ink-3" role="status">
          支付完成后本页自动更新，以渠道通知的结果为准。请在 {dateTime(payment.expiresAt)} 前完成。
        </p>
      </CheckoutPart>
    </div>
  )
}
