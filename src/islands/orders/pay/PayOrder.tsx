import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Payment } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/orders/pay/pay.ts'
import { LinkButton, Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton } from '../../list/TableSkeleton.tsx'
import { SupplierPayeeMissing } from '../offers/PayeeMissing.tsx'
import { CheckoutPart } from '../checkout/CheckoutPart.tsx'
import { BankTransfer, PayLines, PayMethods } from './pay-methods.tsx'
import { PayEnd, PayBar, PayRefused, PaySum } from './pay-summary.tsx'
import { PayUntil } from './PayUntil.tsx'
import { isPaymentRejected, isPaymentClosed, isPaymentOpen } from '../../../domain/orders/payment-states.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { dateTime } from '../../../domain/time.ts'
import * as attempts from '../../../stores/orders/pay/pay-attempt.ts'
import { Price } from '../../../ui/card/Price.tsx'
import { QrCode } from '../../../ui/picture/QrCode.tsx'

type Props = {
  groupId: number | null
  orderId: number | null
  /** Several orders; empty for a group or one order. */
  orderIds: readonly number[]
  paymentId: number | null
}

const Unnamed = () => (
  <EmptyState drawing="lost" title="未指明要付款的订单" text="请从订单列表中选择要付款的订单。">
    <LinkButton kind="main" href={links.buyerOrders()}>
      查看我的订单
    </LinkButton>
  </EmptyState>
)

/** Nothing is payable: the reason, and links onward. */
const NothingToPay = ({ info }: { info: store.PayInfo }) => {
  const barriers = new Set(info.payables.map(({ blocker }) => blocker))
  const [first] = info.payables
  const several = info.payables.some(({ orderId }) => orderId !== first?.orderId)
  const [title, text] = barriers.has('unconfirmed')
    ? ['等待供应商确认订单', '供应商确认接单后即可付款，届时会通知您。']
    : barriers.has('submitted')
      ? ['已付款，等待确认', '供应商正在核实到账，结果会通知您。']
      : barriers.has('ended')
        ? ['订单已结束，无需付款', '已付的款项会退回，进度见订单详情。']
        : ['暂无待付款项', several ? '所选订单的款项已付清。' : '这份订单的款项已付清。']
  return (
    <EmptyState title={title} text={text}>
      <LinkButton
        kind="main"
        href={first === undefined || several ? links.buyerOrders() : links.buyerOrder(first.orderId)}
      >
        {first === undefined || several ? '查看我的订单' : '查看订单'}
      </LinkButton>
    </EmptyState>
  )
}

/** How the previous attempt ended without payment. */
const PreviousAttempt = ({ payment }: { payment: Payment }) => {
  if (isPaymentRejected(payment.status)) {
    return (
      <Notice tone="bad" title="上次的转账未到账">
        供应商答复：{payment.reason}。请核对后重新付款。
      </Notice>
    )
  }
  return (
    <Notice tone="act" title="上次的付款未完成">
      付款单已关闭。若您已经付款，款项到账后仍会自动入账，请勿重复付款。
    </Notice>
  )
}

const Choose = ({ info, before }: { info: store.PayInfo; before: Payment | null }) => {
  const lines = useStore(store.chosenLines)
  const missing = info.payees.find(
    ({ sellerId, account }) => account === null && lines.some((line) => line.sellerId === sellerId),
  )
  const several = new Set(info.payables.filter(store.canPay).map(({ orderId }) => orderId)).size > 1
  return (
    <>
      {before !== null && (
        <div className="mb-4">
          <PreviousAttempt payment={before} />
        </div>
      )}
      <PayRefused />
      {missing && (
        <SupplierPayeeMissing supplier={{ orgId: missing.sellerId, name: missing.sellerName }} className="mb-4" />
      )}
      <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-6">
        <div className="min-w-0 rounded-lg border border-line bg-surface">
          <CheckoutPart title="付款内容">
            <PayLines payables={info.payables} />
          </CheckoutPart>
          <CheckoutPart title="付款方式">
            <PayMethods methods={info.methods} noAccount={missing !== undefined} />
            {several && (
              <p className="mt-3 text-sm text-ink-3">
                银行转账付给各自的供应商，逐个订单进行；在线付款可一次付清所选订单。
              </p>
            )}
          </CheckoutPart>
        </div>
        <PaySum payUntil={info.payUntil} />
      </div>
      <PayBar />
    </>
  )
}

/** A gateway payment: link or QR code, and waiting for confirmation. */
const GatewayWait = ({ payment }: { payment: Payment }) => {
  const link = useStore(attempts.gatewayLink)
  const { at } = useStore(attempts.paymentSending)
  useEffect(() => attempts.watchPayment(), [])
  const way = link?.paymentId === payment.paymentId ? link : null
  const label = paymentMethodLabels[payment.method]
  return (
    <div className="rounded-lg border border-line bg-surface">
      <CheckoutPart title={`${label}支付`}>
        <p className="text-ink-2">
          应付 <Price fen={payment.amount} size="lg" />
        </p>
        {payment.parts.length > 1 && (
          <p className="mt-1 text-sm text-ink-3">
            订单 {[...new Set(payment.parts.map(({ orderNo }) => orderNo))].join('、')}
          </p>
        )}
        {way?.qr != null && (
          <div className="mt-4 inline-block rounded-lg border border-line bg-surface p-3 text-center">
            <QrCode className="size-52" text={way.qr} label={`${label}二维码，金额 ¥${yuan(payment.amount)}`} />
            <p className="mt-2 text-sm text-ink-2">请用{payment.method === 'wechat' ? '微信' : label}扫码付款</p>
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
              继续付款
            </Button>
          )}
          <Button
            className="max-md:h-11"
            disabled={at !== 'none'}
            busy={at === 'closing'}
            onClick={() => void attempts.cancelPayment()}
          >
            更换付款方式
          </Button>
        </div>
        <p className="mt-4 text-sm text-ink-3" role="status">
          付款完成后本页自动更新，以渠道通知的结果为准。请在 {dateTime(payment.expiresAt)} 前完成。
        </p>
      </CheckoutPart>
    </div>
  )
}

const Full = ({ info }: { info: store.PayInfo }) => {
  const payment = useStore(store.paymentAttempt)
  const live =
    payment !== null && !isPaymentClosed(payment.status) && !isPaymentRejected(payment.status) ? payment : null
  if (live === null) {
    if (!info.payables.some(store.canPay)) return cardFrame(<NothingToPay info={info} />)
    return <Choose info={info} before={payment} />
  }
  if (!isPaymentOpen(live.status)) return <PayEnd payment={live} info={info} />
  return (
    <>
      <PayRefused />
      <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-6">
        {live.method === 'bank' ? <BankTransfer payment={live} info={info} /> : <GatewayWait payment={live} />}
        {info.payUntil !== null && (
          <aside className="rounded-lg border border-line bg-surface p-5" aria-label="付款时限">
            <PayUntil until={info.payUntil} />
          </aside>
        )}
      </div>
    </>
  )
}

/** 支付订单: choose lines and method, then follow the payment until it is received. */
export const PayOrder = ({ groupId, orderId, orderIds, paymentId }: Props) => {
  const state = useStore(store.payInfo)
  const isNamed = groupId !== null || orderId !== null || orderIds.length > 0
  useEffect(() => {
    if (!isNamed) return undefined
    return store.startPay({
      groupId: groupId ?? undefined,
      orderId: orderId ?? undefined,
      orderIds: orderIds.length > 0 ? orderIds : undefined,
      paymentId: paymentId ?? undefined,
    })
  }, [isNamed, groupId, orderId, orderIds, paymentId])
  if (!isNamed) return cardFrame(<Unnamed />)
  return (
    <div className="pt-4 desk:pt-6" aria-busy={state.at === 'ready' && state.refreshing}>
      <AsyncContent
        state={state}
        what="付款信息"
        heading="支付订单"
        permission="my_orders"
        onRetry={() => void store.loadPayInfo()}
        frame={cardFrame}
        skeleton={<CardSkeleton lines={8} className="min-h-[480px]" />}
      >
        {(info) => (
          <>
            <h1 className="mb-4 text-2xl font-semibold">支付订单</h1>
            <Full info={info} />
          </>
        )}
      </AsyncContent>
      <Toaster />
    </div>
  )
}
