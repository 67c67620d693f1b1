import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { isEnded } from '../../domain/orders/order-states.ts'
import * as store from '../../stores/orders/order.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { card, Shown } from '../Shown.tsx'
import { CardSkeleton, TableSkeleton } from '../TableSkeleton.tsx'
import { OrderInvoices } from './invoices/OrderInvoices.tsx'
import { Refunds } from './refunds/Refunds.tsx'
import { OrderReviews } from './reviews/OrderReviews.tsx'
import { OrderFiles } from './papers/OrderFiles.tsx'
import { DeliverDialog } from './DeliverDialog.tsx'
import { OrderDeliveries } from './OrderDeliveries.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderItems } from './OrderItems.tsx'
import { OrderNext } from './OrderNext.tsx'
import { OrderHistory, OrderPayments } from './OrderParts.tsx'
import { StepDialog } from './StepDialog.tsx'

type Props = {
  side: 'buyer' | 'seller'
  orderId: number | null
  /** It was made from an offer just now: the page says so. */
  made?: boolean
}

/** One order, from either side. */
export const Order = ({ side, orderId, made = false }: Props) => {
  const state = useStore(store.order)
  useEffect(() => (orderId === null ? undefined : store.start(side, orderId)), [side, orderId])
  if (orderId === null) {
    return card(
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
      <Shown
        state={state}
        what="订单"
        heading="订单详情"
        permission={side === 'buyer' ? 'my_orders' : 'order_manage'}
        onRetry={() => void store.load()}
        frame={card}
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
      </Shown>
      <StepDialog side={side} goods={goods} />
      <DeliverDialog goods={goods} />
      <Toaster />
    </>
  )
}
