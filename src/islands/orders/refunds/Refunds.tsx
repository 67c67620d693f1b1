import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Refund, RefundRequest } from '../../../contract/orders/refunds.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import { isRefundDone, isRefundPending, isRefundSent, refundLabels } from '../../../domain/orders/payment-states.ts'
import {
  isRequestEscalated,
  isRequestOpen,
  isRequestWaiting,
  refundRequestLabel,
} from '../../../domain/orders/refund-requests.ts'
import type { Side } from '../../../domain/sides.ts'
import { monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/refunds.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { FileLinks } from '../documents/FileLinks.tsx'
import { RefundDialog } from './RefundDialog.tsx'

type Props = {
  side: Side
  orderId: number
}

const ActionButton = ({ label, onClick, loud = false }: { label: string; onClick: () => void; loud?: boolean }) => (
  <Button size="sm" kind={loud ? 'outline' : 'plain'} className="max-md:h-11 print:hidden" onClick={onClick}>
    {label}
  </Button>
)

const RequestActions = ({ request, side }: { request: RefundRequest; side: Side }) => {
  const { status, mayEscalate } = request
  const isOpen = isRequestOpen(status)
  if (side === 'buyer') {
    return (
      <>
        {isOpen && <ActionButton label="撤回申请" onClick={() => store.openRequestStep('withdraw', request)} />}
        {mayEscalate && (
          <ActionButton label="申请平台处理" loud onClick={() => store.openRequestStep('escalate', request)} />
        )}
      </>
    )
  }
  if (!isOpen) return null
  return (
    <>
      {!isRequestEscalated(status) && (
        <ActionButton label="拒绝" onClick={() => store.openRequestStep('refuse', request)} />
      )}
      <ActionButton label="同意退款" loud onClick={() => store.openAgreement(request)} />
    </>
  )
}

/** What was answered, and until when it is waited. */
function requestNotes({
  side,
  status,
  agreed,
  asked,
  answer,
  answerUntil,
  escalation,
  ruling,
}: RefundRequest): string[] {
  const isLess = side === 'buyer' && agreed !== null && agreed < asked
  return [
    isRequestWaiting(status) ? `请供应商在 ${monthMinute(answerUntil)} 前答复，过期买家可申请平台处理。` : '',
    isLess ? `同意退款 ¥${yuan(agreed)}。` : '',
    answer === '' ? '' : `供应商：${answer}`,
    escalation === '' ? '' : `买家向平台说明：${escalation}`,
    ruling === '' ? '' : `平台裁定：${ruling}`,
  ].filter((note) => note !== '')
}

const itemsText = ({ lines, items }: RefundRequest): string =>
  items.length > 0
    ? items.map(({ name, quantity, unit }) => `${name} × ${quantity} ${unit}`).join('；')
    : lines.map(({ name, asked }) => (lines.length === 1 ? name : `${name} ¥${yuan(asked)}`)).join('，')

const RequestRow = ({ request, refunds, side }: { request: RefundRequest; refunds: readonly Refund[]; side: Side }) => (
  <li className="px-5 py-4">
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold whitespace-nowrap">¥{yuan(request.asked)}</b>
          <span className="wrap-anywhere">{itemsText(request)}</span>
          {request.side === 'seller' ? (
            <StateBadge label="供应商主动退款" tone="good" />
          ) : (
            <StateBadge {...refundRequestLabel(request.status, side)} />
          )}
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-ink-2">{request.reason}</p>
        {requestNotes(request).map((note) => (
          <p key={note} className="mt-1 text-sm wrap-anywhere text-ink-3">
            {note}
          </p>
        ))}
        <FileLinks files={request.files} className="mt-1" />
        <p className="mt-1 text-sm text-ink-3">{monthMinute(request.createdAt)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <RequestActions request={request} side={side} />
      </div>
    </div>
    {refunds.length > 0 && (
      <ul className="mt-3 divide-y divide-line rounded-md bg-surface-2">
        {refunds.map((refund) => (
          <RefundRow key={refund.refundId} refund={refund} side={side} inner />
        ))}
      </ul>
    )}
  </li>
)

const RefundActions = ({ refund, side }: { refund: Refund; side: Side }) => {
  if (refund.method !== 'bank') return null
  if (side === 'seller')
    return isRefundPending(refund.status) ? (
      <ActionButton label="登记已转账" loud onClick={() => store.openRefundStep('send', refund)} />
    ) : null
  return isRefundSent(refund.status) ? (
    <>
      <ActionButton label="没有收到" onClick={() => store.openRefundStep('deny', refund)} />
      <ActionButton label="确认收到退款" loud onClick={() => store.openRefundStep('receive', refund)} />
    </>
  ) : null
}

/** Status text for the viewing side. */
function refundStatusText({ status, method, answer, receivedBy }: Refund, side: Side): string {
  if (isRefundDone(status)) return ''
  if (method !== 'bank') return answer === '' ? '款项正在原路退回。' : `${answer}。`
  if (isRefundSent(status)) {
    const until = receivedBy === null ? '' : `${monthMinute(receivedBy)} 前未提出异议视为已收到。`
    return side === 'buyer' ? `请核对到账后确认，${until}` : `等待买家确认收款，${until}`
  }
  if (answer !== '') return `买家未收到：${answer}`
  return side === 'buyer' ? '等待供应商转账退回。' : '请将款项转回买家账户，再登记并上传凭证。'
}

const RefundRow = ({ refund, side, inner = false }: { refund: Refund; side: Side; inner?: boolean }) => {
  const said = refundStatusText(refund, side)
  return (
    <li className={`flex flex-wrap items-start gap-x-4 gap-y-2 ${inner ? 'px-4 py-3' : 'px-5 py-4'}`}>
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold whitespace-nowrap">¥{yuan(refund.amount)}</b>
          <span>
            {refund.lineName}，{paymentMethodLabels[refund.method]}
          </span>
          <StateBadge {...refundLabels[refund.status]} />
        </p>
        {!inner && <p className="mt-1 text-sm wrap-anywhere text-ink-2">{refund.reason}</p>}
        {said !== '' && <p className="mt-1 text-sm wrap-anywhere text-ink-3">{said}</p>}
        <p className="mt-1 text-sm text-ink-3">
          {refund.refundNo}，{monthMinute(refund.doneAt ?? refund.sentAt ?? refund.createdAt)}
          {refund.voucherUrl !== null && (
            <a
              href={refund.voucherUrl}
              target="_blank"
              rel="noopener"
              className="ml-3 text-accent underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
            >
              退款凭证
            </a>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <RefundActions refund={refund} side={side} />
      </div>
    </li>
  )
}

/** 退款 of an order: requests, refunds, actions. Renders nothing if there are none. */
export const Refunds = ({ side, orderId }: Props) => {
  const state = useStore(store.refunds)
  useEffect(() => store.startRefunds(side, orderId), [side, orderId])
  if (state.at === 'loading') return null
  if (state.at === 'failed') {
    return (
      <section className="mt-6" aria-label="退款">
        <Notice tone="act" title="退款加载失败">
          {state.failure.message}，
          <button
            type="button"
            className="text-accent hover:underline max-md:min-h-11"
            onClick={() => void store.loadRefunds()}
          >
            重试
          </button>
        </Notice>
      </section>
    )
  }
  const { requests, data, refundable, disputed, invoicedOver } = state.content
  if (requests.length === 0 && data.length === 0 && refundable.length === 0) return null
  const left = refundable.reduce((sum, { amount }) => sum + amount, 0)
  const loose = data.filter(({ requestId }) => requestId === null)
  return (
    <section id="refunds" className="mt-6 scroll-mt-16" aria-label="退款">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">退款</h2>
        {!disputed && refundable.some(({ isOpen }) => !isOpen) && (
          <ActionButton label={side === 'buyer' ? '申请退款' : '退款给买家'} onClick={store.openRefundRequest} />
        )}
      </div>
      {invoicedOver > 0 && data.length > 0 && (
        <div className="mb-3">
          <Notice tone="act" title={`退款后，已开发票比实付多 ¥${yuan(invoicedOver)}`}>
            {side === 'buyer' ? '供应商应开具红字发票，再按实付重开。' : '请为退款部分开具红字发票，再按实付重开。'}
            <a href="#invoices" className="text-accent underline">
              查看发票
            </a>
          </Notice>
        </div>
      )}
      {requests.length === 0 && data.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-5 py-4 text-ink-3">
          没有退款。可退 ¥{yuan(left)}。{disputed && '争议处理中，退款由平台裁定。'}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {requests.map((request) => (
            <RequestRow
              key={request.requestId}
              request={request}
              refunds={data.filter(({ requestId }) => requestId === request.requestId)}
              side={side}
            />
          ))}
          {loose.map((refund) => (
            <RefundRow key={refund.refundId} refund={refund} side={side} />
          ))}
        </ul>
      )}
      <RefundDialog side={side} />
    </section>
  )
}
