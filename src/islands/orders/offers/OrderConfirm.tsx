import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { OrderDetail } from '../../../contract/orders/orders.ts'
import { demandFacts } from '../../../domain/demands/demand-facts.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/orders/order.ts'
import { loadOrderDemand, orderDemand } from '../../../stores/orders/order.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CardSkeleton, TableSkeleton } from '../../list/TableSkeleton.tsx'
import { OrderHead } from '../OrderHead.tsx'
import { OrderFacts } from '../OrderFacts.tsx'
import { OrderItems } from '../OrderItems.tsx'
import { OrderMilestones } from '../milestones/OrderMilestones.tsx'
import { OrderPayments } from '../OrderParts.tsx'
import { StepDialog } from '../StepDialog.tsx'
import { isOrderDeclined } from '../../../domain/orders/order-states.ts'

/** The demand beside the order to confirm. */
const Demand = ({ demandId }: { demandId: number }) => {
  const state = useStore(orderDemand)
  useEffect(() => void loadOrderDemand(demandId), [demandId])
  return (
    <section className="mt-6 rounded-lg border border-line bg-surface p-5" aria-label="需求要点">
      <h2 className="mb-3 text-lg font-semibold">需求要点</h2>
      <AsyncContent
        state={state}
        what="需求"
        onRetry={() => void loadOrderDemand(demandId)}
        skeleton={<CardSkeleton lines={4} />}
      >
        {(demand) => (
          <>
            <dl className="grid gap-x-10 gap-y-2 desk:grid-cols-2">
              {demandFacts(demand).map(({ label, value }, index) => (
                <div key={`${label}${index}`} className="flex gap-3">
                  <dt className="w-20 shrink-0 text-ink-3">{label}</dt>
                  <dd className="min-w-0">{value}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-4 whitespace-pre-line text-ink-2">{demand.summary}</p>
            <a className="mt-3 inline-block text-accent hover:underline" href={links.demandDetail(demandId)}>
              查看需求详情
            </a>
          </>
        )}
      </AsyncContent>
    </section>
  )
}

/** Consequences of accepting and declining. */
const Consequences = ({ order }: { order: OrderDetail }) => (
  <section className="mt-6 rounded-lg border border-line bg-surface p-5" aria-label="确认与拒绝">
    <h2 className="mb-2 text-lg font-semibold">您的答复</h2>
    <ul className="list-disc space-y-1 pl-5 text-ink-2">
      <li>确认接单：可写明承诺交付日期；款项按付款计划应付，双方按约定执行，不能再单方取消。</li>
      <li>
        拒绝接单：订单结束，买家看到您写的原因，已付款项退回
        {order.demandId !== null && '；需求恢复评选，您的这份报价结束，买家可选定其他报价'}。
      </li>
    </ul>
    <div className="mt-4 flex flex-wrap gap-3">
      <Button kind="main" onClick={() => store.openOrderStep('confirm')}>
        确认接单
      </Button>
      <Button kind="danger" className="max-md:h-11" onClick={() => store.openOrderStep('decline')}>
        拒绝接单
      </Button>
    </div>
  </section>
)

const AnsweredOrder = ({ order }: { order: OrderDetail }) => (
  <div className="mb-4">
    <Notice
      tone={isOrderDeclined(order.status) ? 'mute' : 'good'}
      title={isOrderDeclined(order.status) ? '已拒绝接单' : '这份订单已答复'}
    >
      <a className="text-accent hover:underline" href={links.sellerOrder(order.orderId)}>
        查看订单详情
      </a>
    </Notice>
  </div>
)

/** A new order for its supplier: demand, offer, payment schedule; accept or decline. */
export const OrderConfirm = ({ orderId }: { orderId: number }) => {
  const state = useStore(store.order)
  useEffect(() => store.startOrder('seller', orderId), [orderId])
  return (
    <>
      <AsyncContent
        state={state}
        what="订单"
        heading="确认订单"
        permission="order_manage"
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
        {(order) => {
          const waiting = order.steps.includes('confirm')
          return (
            <>
              {!waiting && <AnsweredOrder order={order} />}
              <OrderHead order={order} side="seller">
                <LinkButton className="max-md:h-11" href={links.sellerOrders({ status: 'pending_confirm' })}>
                  全部待确认订单
                </LinkButton>
              </OrderHead>
              <OrderItems order={order} />
              <OrderMilestones order={order} side="seller" />
              <OrderPayments order={order} side="seller" />
              <OrderFacts order={order} />
              {order.demandId !== null && <Demand demandId={order.demandId} />}
              {waiting && <Consequences order={order} />}
            </>
          )
        }}
      </AsyncContent>
      <StepDialog side="seller" goods={state.at === 'ready' && state.content.source === 'cart'} />
      <Toaster />
    </>
  )
}
