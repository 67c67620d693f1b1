import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { links } from '../../domain/links.ts'
import { hasChangeOrders } from '../../domain/orders/change-order-states.ts'
import { isEnded } from '../../domain/orders/order-states.ts'
import * as store from '../../stores/orders/order.ts'
import { LinkButton } from '../../ui/button/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Toaster } from '../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../list/AsyncContent.tsx'
import { CardSkeleton, TableSkeleton } from '../list/TableSkeleton.tsx'
import { ChangeOrders } from './change-orders/ChangeOrders.tsx'
import { DeliverDialog } from './order-dialogs.tsx'
import { OrderMatching } from './matching/OrderMatching.tsx'
import { OrderMilestones } from './milestones/OrderMilestones.tsx'
import { OrderDeliveries } from './OrderDeliveries.tsx'
import { OrderSamples } from './samples/OrderSamples.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderHead } from './OrderHead.tsx'
import { OrderItems } from './OrderItems.tsx'
import { DecisiveAction, OrderNext } from './OrderNext.tsx'
import { OrderHistory, OrderPayments } from './OrderParts.tsx'
import { StepDialog } from './StepDialog.tsx'
import { OrderInvoices } from './invoices/OrderInvoices.tsx'
import { OrderFiles } from './documents/OrderFiles.tsx'
import { Refunds } from './refunds/Refunds.tsx'
import { OrderDisputes } from './disputes/OrderDisputes.tsx'
import { OrderDecision } from './record/OrderDecision.tsx'
import { OrderRecord } from './record/OrderRecord.tsx'
import { OrderReviews } from './reviews/OrderReviews.tsx'
import { SectionNav } from '../SectionNav.tsx'
import { useScrolledPast } from '../use-scrolled-past.ts'
import { OwnReference } from '../accounts/open-api/OwnReference.tsx'
import { ItemProgramme } from '../projects/programmes/ItemProgramme.tsx'
import type { Side } from '../../domain/sides.ts'

type Props = {
  side: Side
  orderId: number | null
  /** Just created from an offer: shows a notice. */
  made?: boolean
  /** Codes are shown instead of sent. */
  demo?: boolean
  /** Person of the page: drafts are theirs. */
  who?: number
}

/** The decisive action of a phone, once the next step has been scrolled away. */
const PhoneFoot = ({ order, side }: { order: OrderDetail; side: Side }) => (
  <div className="sticky bottom-0 z-20 -mx-4 mt-6 flex items-center justify-end gap-3 border-t border-line bg-surface px-4 py-2 empty:hidden desk:hidden print:hidden">
    <DecisiveAction order={order} side={side} />
  </div>
)

type ContentProps = { order: OrderDetail; side: Side; made: boolean; demo: boolean; who: number }

const OrderContent = ({ order, side, made, demo, who }: ContentProps) => {
  const content = useRef<HTMLDivElement>(null)
  const next = useRef<HTMLDivElement>(null)
  const isPast = useScrolledPast(next)
  return (
    <div ref={content}>
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
      {!made && (
        <SectionNav container={content}>
          {isPast && (
            <span className="hidden desk:block">
              <DecisiveAction order={order} side={side} />
            </span>
          )}
        </SectionNav>
      )}
      <div ref={next}>
        <OrderNext order={order} side={side} reviewsAt={`${made ? links.buyerOrder(order.orderId) : ''}#reviews`} />
      </div>
      {!made && order.history.some(({ event }) => event === 'dispute') && (
        <OrderDisputes side={side} orderId={order.orderId} />
      )}
      {order.milestones.length === 0 ? (
        <OrderDeliveries order={order} side={side} />
      ) : (
        <OrderMilestones order={order} side={side} />
      )}
      {!made && <OrderSamples side={side} orderId={order.orderId} who={who} />}
      {!made && hasChangeOrders(order) && <ChangeOrders side={side} orderId={order.orderId} demo={demo} />}
      <OrderItems order={order} />
      <OrderPayments order={order} side={side} />
      {!made && <Refunds side={side} orderId={order.orderId} />}
      <OrderFacts order={order} />
      {!made && <OwnReference kind="order" side={side} id={order.orderId} />}
      {!made && side === 'buyer' && <ItemProgramme kind="order" itemId={order.orderId} />}
      {!made && (
        <>
          <OrderFiles side={side} orderId={order.orderId} supplements={order.termsVersion - 1} />
          <OrderInvoices side={side} orderId={order.orderId} ended={isEnded(order.status)} />
          <OrderMatching side={side} orderId={order.orderId} />
          {!isEnded(order.status) && <OrderReviews side={side} orderId={order.orderId} />}
        </>
      )}
      {!made && <OrderHistory order={order} side={side} />}
      {!made && side === 'buyer' && <OrderDecision orderId={order.orderId} />}
      {!made && <OrderRecord side={side} orderId={order.orderId} />}
      {!made && isPast && <PhoneFoot order={order} side={side} />}
    </div>
  )
}

/** One order, from either side. */
export const Order = ({ side, orderId, made = false, demo = false, who = 0 }: Props) => {
  const state = useStore(store.order)
  useEffect(() => (orderId === null ? undefined : store.startOrder(side, orderId)), [side, orderId])
  if (orderId === null) {
    return cardFrame(
      <EmptyState drawing="lost" title="未指明订单" text="请从订单列表中打开。">
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
        {(order) => <OrderContent order={order} side={side} made={made} demo={demo} who={who} />}
      </AsyncContent>
      <StepDialog side={side} goods={goods} />
      <DeliverDialog goods={goods} />
      <Toaster />
    </>
  )
}
