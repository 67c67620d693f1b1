import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { Confirmation } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import { wishOf } from '../../../domain/orders/wish.ts'
import * as store from '../../../stores/orders/checkout.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { card, Shown } from '../../Shown.tsx'
import { CartSkeleton } from '../cart/CartSkeleton.tsx'
import { CheckoutAddresses } from './CheckoutAddresses.tsx'
import { CheckoutInvoice } from './CheckoutInvoice.tsx'
import { columnsClass } from './CheckoutItem.tsx'
import { CheckoutPart } from './CheckoutPart.tsx'
import { CheckoutRefused } from './CheckoutRefused.tsx'
import { CheckoutShop } from './CheckoutShop.tsx'
import { CheckoutBar, CheckoutSum } from './CheckoutSum.tsx'

const Nothing = () => (
  <EmptyState title="没有要结算的商品或服务" text="请在购物车中勾选要结算的，再来确认订单。">
    <LinkButton kind="main" href={links.cart()}>
      去购物车
    </LinkButton>
    <LinkButton href={links.buyerOrders()}>查看我的订单</LinkButton>
  </EmptyState>
)

type FullProps = { shown: Confirmation; who: number; refreshing: boolean; fromCart: boolean }

const Full = ({ shown, who, refreshing, fromCart }: FullProps) => (
  <>
    <CheckoutRefused />
    <div className="grid items-start gap-4 desk:grid-cols-[minmax(0,1fr)_304px] desk:gap-6">
      <div className="min-w-0 rounded-lg border border-line bg-surface">
        {shown.needsAddress && <CheckoutAddresses shown={shown} who={who} />}
        <CheckoutPart title="商品与服务" more={fromCart ? { label: '返回购物车', href: links.cart() } : undefined}>
          <div className="overflow-hidden rounded-lg border border-line">
            <div
              className={`hidden h-10 items-center bg-surface-2 px-5 text-sm text-ink-2 desk:grid ${columnsClass}`}
              aria-hidden
            >
              <span>商品与服务</span>
              <span className="text-right">单价</span>
              <span className="text-center">数量</span>
              <span className="text-right">本次应付</span>
              <span className="text-right">小计</span>
            </div>
            {shown.shops.map((shop) => (
              <CheckoutShop key={shop.shopId} shop={shop} />
            ))}
          </div>
        </CheckoutPart>
        <CheckoutInvoice shown={shown} />
      </div>
      <CheckoutSum shown={shown} refreshing={refreshing} />
    </div>
    <CheckoutBar shown={shown} refreshing={refreshing} />
  </>
)

/** 确认订单: address, what is ordered by shop, invoice, sums. `direct` is the word of 立即购买; without it, the cart. */
export const Checkout = ({ direct, who }: { direct: string; who: number }) => {
  const state = useStore(store.confirmation)
  useEffect(() => {
    void store.start(wishOf(direct))
    // Brought back from the browser's memory, it may have been submitted meanwhile.
    const again = (event: PageTransitionEvent) => event.persisted && void store.start(wishOf(direct))
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [direct])
  return (
    <div className="pt-4 desk:pt-6" aria-busy={state.at === 'ready' && state.refreshing}>
      <h1 className="sr-only">确认订单</h1>
      <Shown
        state={state}
        what="订单内容"
        permission="my_orders"
        onRetry={() => void store.load()}
        skeleton={<CartSkeleton />}
        frame={card}
      >
        {(shown) =>
          shown === null ? (
            card(<Nothing />)
          ) : (
            <Full
              shown={shown}
              who={who}
              refreshing={state.at === 'ready' && state.refreshing}
              fromCart={wishOf(direct) === undefined}
            />
          )
        }
      </Shown>
      <Toaster />
    </div>
  )
}
