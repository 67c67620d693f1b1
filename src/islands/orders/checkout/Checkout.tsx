import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { failures } from '../../../contract/failures.ts'
import type { Confirmation } from '../../../contract/orders/checkout.ts'
import { links } from '../../../domain/links.ts'
import { parseCartRequest } from '../../../domain/orders/cart-request.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { CartSkeleton } from '../cart/CartSkeleton.tsx'
import { CheckoutAddresses } from './CheckoutAddresses.tsx'
import { CheckoutInvoice } from './CheckoutInvoice.tsx'
import { checkoutColumnsClass } from './CheckoutItem.tsx'
import { CheckoutPart } from './CheckoutPart.tsx'
import { CheckoutShop } from './CheckoutShop.tsx'
import { CheckoutBar, CheckoutSum } from './CheckoutSum.tsx'

const titles: Readonly<Record<number, string>> = {
  [failures.conflict.code]: '价格或运费刚刚有变化，订单尚未提交',
  [failures.itemsInvalid.code]: '部分商品或服务刚刚有变化，订单尚未提交',
  [failures.notFound.code]: '购物车已在其他页面变动，订单尚未提交',
}

/** Why the order was refused, with all differences from what was shown. */
const CheckoutRefused = () => {
  const now = useStore(store.checkoutSubmitState)
  if (now.at !== 'refused') return null
  const { failure, changed } = now
  const certify = failure.code === failures.notCertified.code || failure.code === failures.certificationExpired.code
  return (
    <div className="mb-4" data-refused>
      <Notice tone="bad" title={titles[failure.code] ?? failure.message}>
        {failure.code === 0 && '网络可能中断。再次点击“提交订单”不会重复下单。'}
        {failure.code === failures.notFound.code && '页面已显示最新内容，请核对后再提交。'}
        {certify && (
          <a href={links.buyerAccount({ tab: 'certification' })} className="text-accent underline underline-offset-3">
            去企业认证
          </a>
        )}
        {changed.length > 0 && (
          <>
            <ul className="mt-1 space-y-1">
              {changed.map(({ subject, before, after }) => (
                <li key={subject} className="break-words">
                  {subject}：<s className="text-ink-3">{before}</s> → <b className="font-semibold text-ink">{after}</b>
                </li>
              ))}
            </ul>
            <p className="mt-1">页面已显示最新内容，请核对后再次提交。</p>
          </>
        )}
      </Notice>
    </div>
  )
}

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
              className={`hidden h-10 items-center bg-surface-2 px-5 text-sm text-ink-2 desk:grid ${checkoutColumnsClass}`}
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

/** 确认订单: address, items by shop, invoice, totals. `direct` is the serialised request of 立即购买; without it, the cart. */
export const Checkout = ({ direct, who }: { direct: string; who: number }) => {
  const state = useStore(store.confirmation)
  useEffect(() => {
    void store.startCheckout(parseCartRequest(direct))
    // Restored from the back-forward cache: it may have been submitted meanwhile.
    const again = (event: PageTransitionEvent) => event.persisted && void store.startCheckout(parseCartRequest(direct))
    addEventListener('pageshow', again)
    return () => removeEventListener('pageshow', again)
  }, [direct])
  return (
    <div className="pt-4 desk:pt-6" aria-busy={state.at === 'ready' && state.refreshing}>
      <h1 className="sr-only">确认订单</h1>
      <AsyncContent
        state={state}
        what="订单内容"
        permission="my_orders"
        onRetry={() => void store.loadCheckout()}
        skeleton={<CartSkeleton />}
        frame={cardFrame}
      >
        {(shown) =>
          shown === null ? (
            cardFrame(<Nothing />)
          ) : (
            <Full
              shown={shown}
              who={who}
              refreshing={state.at === 'ready' && state.refreshing}
              fromCart={parseCartRequest(direct) === undefined}
            />
          )
        }
      </AsyncContent>
      <Toaster />
    </div>
  )
}
