import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Refund } from '../../../contract/orders/refunds.ts'
import { yuan } from '../../../domain/money.ts'
import { paymentMethodLabels } from '../../../domain/orders/payment-methods.ts'
import {
  refundLabels,
  isRefundRequested,
  isRefundPending,
  isRefundRefused,
} from '../../../domain/orders/payment-states.ts'
import { monthMinute } from '../../../domain/time.ts'
import * as store from '../../../stores/orders/refunds.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import type { Side } from '../../../domain/sides.ts'

type Props = {
  side: Side
  orderId: number
}

const ActionButton = ({ label, onClick, loud = false }: { label: string; onClick: () => void; loud?: boolean }) => (
  <Button size="sm" kind={loud ? 'outline' : 'plain'} className="max-md:h-11 print:hidden" onClick={onClick}>
    {label}
  </Button>
)

const RefundActions = ({ refund, side }: { refund: Refund; side: Side }) => {
  if (isRefundRequested(refund.status) && side === 'buyer') {
    return <ActionButton label="撤回申请" onClick={() => store.openRefundDialog({ kind: 'withdraw', refund })} />
  }
  if (isRefundRequested(refund.status)) {
    return (
      <>
        <ActionButton label="拒绝" onClick={() => store.openRefundDialog({ kind: 'refuse', refund })} />
        <ActionButton label="同意退款" loud onClick={() => store.openRefundDialog({ kind: 'agree', refund })} />
      </>
    )
  }
  if (isRefundPending(refund.status) && side === 'seller' && refund.method === 'bank') {
    return <ActionButton label="上传退款凭证" loud onClick={() => store.openRefundDialog({ kind: 'done', refund })} />
  }
  return null
}

/** Status text for the viewing side. */
function refundStatusText({ status, method, answer }: Refund, side: Side): string {
  if (isRefundRefused(status)) return `拒绝原因：${answer}`
  if (!isRefundPending(status)) return ''
  if (method !== 'bank') return answer === '' ? '款项正在原路退回。' : `${answer}。`
  return side === 'buyer' ? '等待供应商转账退回。' : '请将款项转回买家账户，并上传凭证。'
}

const Row = ({ refund, side }: { refund: Refund; side: Side }) => {
  const said = refundStatusText(refund, side)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="font-semibold whitespace-nowrap">¥{yuan(refund.amount)}</b>
          <span>
            {refund.lineName}，{paymentMethodLabels[refund.method]}
          </span>
          <StateBadge {...refundLabels[refund.status]} />
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-ink-2">{refund.reason}</p>
        {said !== '' && <p className="mt-1 text-sm wrap-anywhere text-ink-3">{said}</p>}
        <p className="mt-1 text-sm text-ink-3">
          {refund.refundNo}，{monthMinute(refund.doneAt ?? refund.createdAt)}
          {refund.voucherUrl !== null && (
            <a
              href={refund.voucherUrl}
              target="_blank"
              rel="noopener"
              className="ml-3 text-accent hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
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

/** 退款 of an order: amounts, status, actions. Renders nothing if there are none. */
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
  const { data, refundable } = state.content
  if (data.length === 0 && refundable.length === 0) return null
  return (
    <section id="refunds" className="mt-6 scroll-mt-20" aria-label="退款">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">退款</h2>
        {refundable.length > 0 && (
          <ActionButton
            label={side === 'buyer' ? '申请退款' : '退款给买家'}
            onClick={() => store.openRefundDialog({ kind: 'wish' })}
          />
        )}
      </div>
      {data.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-5 py-4 text-ink-3">
          没有退款。可退 ¥{yuan(refundable.reduce((sum, { amount }) => sum + amount, 0))}。
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {data.map((refund) => (
            <Row key={refund.refundId} refund={refund} side={side} />
          ))}
        </ul>
      )}
      <RefundDialog side={side} refundable={refundable} />
    </section>
  )
}
