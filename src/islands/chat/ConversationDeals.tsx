import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { offerLabels } from '../../domain/demands/offer-states.ts'
import { links } from '../../domain/links.ts'
import { yuan } from '../../domain/money.ts'
import { orderLabel } from '../../domain/orders/order-states.ts'
import * as store from '../../stores/chat/conversation-deals.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { StateBadge } from '../../ui/text/StateBadge.tsx'

const rowClass = 'block rounded-md px-3 py-2 hover:bg-surface-2'

const Orders = ({ orders }: Pick<store.ConversationDeals, 'orders'>) => (
  <ul aria-label="双方的订单">
    {orders.map(({ orderId, orderNo, title, total, status, side }) => (
      <li key={orderId}>
        <a
          className={rowClass}
          target="_blank"
          rel="noopener"
          href={side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)}
        >
          <span className="line-clamp-2">{title}</span>
          <span className="mt-1 flex flex-wrap items-center justify-between gap-x-2 text-sm text-ink-3">
            <span className="tabular-nums">¥{yuan(total)}</span>
            <StateBadge {...orderLabel(status, side)} />
          </span>
          <span className="text-xs text-ink-3">{orderNo}</span>
        </a>
      </li>
    ))}
  </ul>
)

const Offers = ({ offers }: Pick<store.ConversationDeals, 'offers'>) => (
  <ul aria-label="双方的报价">
    {offers.map(({ offerId, demandId, title, status, side }) => (
      <li key={offerId}>
        <a
          className={rowClass}
          target="_blank"
          rel="noopener"
          href={side === 'buyer' ? links.buyerDemand(demandId) : links.makeOffer(demandId)}
        >
          <span className="line-clamp-2">{title}</span>
          <span className="mt-1 block text-sm">
            <StateBadge {...offerLabels[status]} />
          </span>
        </a>
      </li>
    ))}
  </ul>
)

const Heading = ({ children }: { children: string }) => (
  <h3 className="px-3 pt-3 pb-1 text-sm text-ink-3">{children}</h3>
)

/** Beside a conversation on wide screens: the orders and offers of both sides, each in a new tab. */
export const ConversationDeals = ({ conversationId }: { conversationId: number }) => {
  const state = useStore(store.conversationDeals)
  useEffect(() => store.startConversationDeals(conversationId), [conversationId])
  return (
    <aside aria-label="订单与报价" className="w-64 shrink-0 overflow-y-auto border-l border-line">
      <h2 className="flex h-12 items-center border-b border-line px-3 font-semibold">订单与报价</h2>
      {state.at === 'loading' && (
        <div className="p-3">
          <Skeleton count={4} label="订单与报价加载中" />
        </div>
      )}
      {state.at === 'failed' && (
        <p className="p-3 text-sm text-ink-3">
          订单与报价加载失败，
          <button
            type="button"
            className="text-accent underline"
            onClick={() => store.loadConversationDeals(conversationId)}
          >
            请重试
          </button>
        </p>
      )}
      {state.at === 'ready' && state.content.orders.length === 0 && state.content.offers.length === 0 && (
        <p className="p-3 text-sm text-ink-3">双方暂无订单与报价。</p>
      )}
      {state.at === 'ready' && state.content.orders.length > 0 && (
        <>
          <Heading>最近的订单</Heading>
          <Orders orders={state.content.orders} />
        </>
      )}
      {state.at === 'ready' && state.content.offers.length > 0 && (
        <>
          <Heading>最近的报价</Heading>
          <Offers offers={state.content.offers} />
        </>
      )}
    </aside>
  )
}
