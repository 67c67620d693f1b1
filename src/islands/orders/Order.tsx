import { useStore } from '@nanostores/react'
import { Copy, Truck } from 'lucide-react'
import { useEffect } from 'react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import type { Delivery } from '../../contract/orders/documents.ts'
import { links } from '../../domain/links.ts'
import { isEnded, isAwaitingAcceptance } from '../../domain/orders/order-states.ts'
import { dateTime } from '../../domain/time.ts'
import * as store from '../../stores/orders/order.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton, TableSkeleton } from '../list/TableSkeleton.tsx'
import { copyText } from '../copy-text.ts'
import { DeliverDialog } from './order-dialogs.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderNext } from './OrderNext.tsx'
import { OrderHistory, OrderPayments } from './OrderParts.tsx'
import { StepDialog } from './StepDialog.tsx'
import { OrderInvoices } from './invoices/OrderInvoices.tsx'
import { FileLinks } from './documents/FileLinks.tsx'
import { OrderFiles } from './documents/OrderFiles.tsx'
import { Refunds } from './refunds/Refunds.tsx'
import { OrderDisputes } from './disputes/OrderDisputes.tsx'
import { OrderReviews } from './reviews/OrderReviews.tsx'
import type { Side } from '../../domain/sides.ts'

const verdictOf = ({ verdict }: Delivery, newest: boolean, waits: boolean, side: Side) => {
  if (verdict === 'accepted') return { label: '已验收', tone: 'good' } as const
  if (verdict === 'changes') return { label: '要求修改', tone: 'bad' } as const
  return newest && waits ? ({ label: '待验收', tone: side === 'buyer' ? 'act' : 'mute' } as const) : null
}

const Tracking = ({ carrier, trackingNo }: Delivery) =>
  trackingNo === '' ? null : (
    <p className="mt-2 flex flex-wrap items-center gap-x-2">
      <Truck className="size-4 text-ink-3" aria-hidden />
      <span>{carrier === '' ? '物流单号' : carrier}</span>
      <span className="font-medium tabular-nums">{trackingNo}</span>
      <button
        type="button"
        className="inline-flex items-center gap-1 px-1 text-sm text-accent hover:underline max-md:min-h-11 print:hidden"
        aria-label={`复制物流单号 ${trackingNo}`}
        onClick={() => void copyText(trackingNo, '物流单号')}
      >
        <Copy className="size-3.5" />
        复制
      </button>
    </p>
  )

/** Deliveries, newest first, with the buyer's verdict. */
const OrderDeliveries = ({ order, side }: { order: OrderDetail; side: Side }) => {
  const { deliveries, status } = order
  if (deliveries.length === 0) return null
  return (
    <section id="delivery" className="mt-6 scroll-mt-20" aria-label="交付记录">
      <h2 className="mb-3 text-lg font-semibold">{order.source === 'cart' ? '发货与收货' : '交付与验收'}</h2>
      <ol className="divide-y divide-line rounded-lg border border-line bg-surface">
        {deliveries.map((delivery, index) => {
          const verdict = verdictOf(delivery, index === 0, isAwaitingAcceptance(status), side)
          return (
            <li key={delivery.deliveryId} className="p-4 desk:px-6">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="font-medium">第 {delivery.seq} 次交付</h3>
                {verdict !== null && <StateBadge {...verdict} />}
                <time className="ml-auto text-sm text-ink-3" dateTime={delivery.createdAt}>
                  {dateTime(delivery.createdAt)}
                </time>
              </div>
              {delivery.note !== '' && (
                <p className="mt-2 break-words whitespace-pre-line text-ink-2">{delivery.note}</p>
              )}
              <Tracking {...delivery} />
              <FileLinks files={delivery.files} className="mt-2" />
              {delivery.verdict === 'changes' && delivery.reason !== '' && (
                <p className="mt-3 rounded-md bg-surface-2 px-3 py-2 break-words">
                  <span className="text-ink-3">需要修改：</span>
                  {delivery.reason}
                </p>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type Props = {
  side: Side
  orderId: number | null
  /** Just created from an offer: shows a notice. */
  made?: boolean
}

/** One order, from either side. */
export const Order = ({ side, orderId, made = false }: Props) => {
  const state = useStore(store.order)
  useEffect(() => (orderId === null ? undefined : store.startOrder(side, orderId)), [side, orderId])
  if (orderId === null) {
    return cardFrame(
      <EmptyState drawing="lost" title="没有指明订单" text="请从订单列表中打开。">
        <LinkButton kind="main" href={side === 'buyer' ? links.buyerOrders() : links.sellerOrders()}>
          订单列表
        </LinkButton>
      </EmptyState>,
    )
  }
  const goods = state.at === 'ready' && state.content.source === 'cart'
  return (
    <>
      <AsyncContent
        state={state}
        what="订单"
        heading="订单详情"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.loadOrder()}
        frame={cardFrame}
        skeleton={
          <>
            <CardSkeleton lines={6} className="min-h-[330px]" />
            <div className="mt-6">
              <TableSkeleton rows={4} />
            </div>
          </>
        }
      >
        {(order) => (
          <>
            {made && (
              <div className="mb-4">
                <Notice tone="good" title="已选定报价，订单已生成">
                  以下是双方约定的内容，其余报价已结束并已通知对方。
                </Notice>
              </div>
            )}
            <OrderHead order={order} side={side}>
              {made && (
                <LinkButton kind="main" href={links.buyerOrder(order.orderId)}>
                  订单详情
                </LinkButton>
              )}
            </OrderHead>
            <OrderNext order={order} side={side} reviewsAt={`${made ? links.buyerOrder(orderId) : ''}#reviews`} />
            {!made && order.history.some(({ event }) => event === 'dispute') && (
              <OrderDisputes side={side} orderId={order.orderId} />
            )}
            <OrderDeliveries order={order} side={side} />
            <OrderItems order={order} />
            <OrderPayments order={order} side={side} />
            {!made && <Refunds side={side} orderId={order.orderId} />}
            <OrderFacts order={order} />
            {!made && (
              <>
                <OrderFiles side={side} orderId={order.orderId} />
                <OrderInvoices side={side} orderId={order.orderId} ended={isEnded(order.status)} />
                {!isEnded(order.status) && <OrderReviews side={side} orderId={order.orderId} />}
              </>
            )}
            {!made && <OrderHistory order={order} side={side} />}
          </>
        )}
      </AsyncContent>
      <StepDialog side={side} goods={goods} />
      <DeliverDialog goods={goods} />
      <Toaster />
    </>
  )
}
