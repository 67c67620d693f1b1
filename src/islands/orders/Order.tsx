import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../domain/links.ts'
import { orderTransitions } from '../../domain/orders/order-states.ts'
import { steps } from '../../domain/transition.ts'
import * as store from '../../stores/orders/order.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Toaster } from '../../ui/Toaster.tsx'
import { card, Shown } from '../demands/Shown.tsx'
import { CardSkeleton, TableSkeleton } from '../demands/TableSkeleton.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderHistory, OrderLines, OrderPayments } from './OrderParts.tsx'
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
  useEffect(() => {
    if (orderId !== null) void store.start(side, orderId)
  }, [side, orderId])
  if (orderId === null) {
    return card(
      <EmptyState drawing="lost" title="没有指明订单" text="请从订单列表中打开。">
        <LinkButton kind="main" href={side === 'buyer' ? links.buyerOrders() : links.sellerOrders()}>
          订单列表
        </LinkButton>
      </EmptyState>,
    )
  }
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
        {(order) => {
          const allowed = side === 'seller' ? steps(orderTransitions, order.status, 'seller') : []
          return (
            <>
              {made && (
                <div className="mb-4">
                  <Notice tone="good" title="已选定报价，订单已生成">
                    以下是双方约定的内容，其余报价已结束并已通知对方。
                  </Notice>
                </div>
              )}
              <OrderHead order={order} side={side}>
                {allowed.includes('confirm') && (
                  <Button kind="main" onClick={() => store.askStep('confirm')}>
                    确认接单
                  </Button>
                )}
                {allowed.includes('decline') && (
                  <Button kind="danger" className="max-md:h-11" onClick={() => store.askStep('decline')}>
                    拒绝接单
                  </Button>
                )}
                {made && (
                  <LinkButton kind="main" href={links.buyerOrder(order.orderId)}>
                    订单详情
                  </LinkButton>
                )}
              </OrderHead>
              <OrderLines order={order} />
              <OrderPayments order={order} side={side} />
              {!made && <OrderHistory order={order} side={side} />}
            </>
          )
        }}
      </Shown>
      <StepDialog />
      <Toaster />
    </>
  )
}
