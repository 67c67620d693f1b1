import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { links } from '../../../domain/links.ts'
import { itemsOf, type CartContent } from '../../../stores/orders/cart-view.ts'
import * as store from '../../../stores/orders/cart.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Toaster } from '../../../ui/Toaster.tsx'
import { card, Shown } from '../../Shown.tsx'
import { CartBad } from './CartBad.tsx'
import { CartBar, ChooseAll } from './CartBar.tsx'
import { columnsClass } from './CartLine.tsx'
import { CartShopBox } from './CartShopBox.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'

const Nothing = () => (
  <EmptyState title="购物车是空的" text="一口价的服务与商品可以加入购物车，一起下单。">
    <LinkButton kind="main" href={links.goodsHall()}>
      去逛研发采购
    </LinkButton>
    <LinkButton href={links.serviceHall()}>去看研发服务</LinkButton>
    <LinkButton href={links.collection(1)}>我的收藏</LinkButton>
  </EmptyState>
)

/** Changes that did not reach the server: they stay, and can be sent again. */
const Unsaved = () => {
  const failure = useStore(store.unsaved)
  if (failure === null) return null
  return (
    <div className="mt-4" role="alert">
      <Notice tone="act" title="修改尚未保存">
        {failure.message}，您的修改还在，
        <button
          type="button"
          className="text-accent hover:underline max-md:min-h-11"
          onClick={() => void store.flush()}
        >
          再试一次
        </button>
      </Notice>
    </div>
  )
}

const Full = ({ content }: { content: CartContent }) => {
  const items = itemsOf(content)
  const hasServices = items.some(({ downPaymentPercent }) => downPaymentPercent > 0)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h1 className="text-2xl font-semibold">
          购物车{' '}
          <span className="text-lg font-normal whitespace-nowrap text-ink-3">
            {items.length + content.bad.length} 件
          </span>
        </h1>
        {hasServices && <p className="text-sm text-ink-3">服务类商品下单后先付首付款，余款按里程碑支付</p>}
      </div>
      <Unsaved />
      {items.length > 0 && (
        <div
          className={`mt-4 hidden rounded-lg border border-line bg-surface px-5 text-sm text-ink-2 desk:grid ${columnsClass}`}
        >
          <div className="col-span-2 flex h-11 items-center">
            <ChooseAll items={items} />
          </div>
          <span className="text-right">单价</span>
          <span className="text-center">数量</span>
          <span className="text-right">小计</span>
          <span className="text-right">操作</span>
        </div>
      )}
      {content.shops.map((shop) => (
        <CartShopBox key={shop.shopId} shop={shop} />
      ))}
      <CartBad items={content.bad} />
      <CartBar content={content} />
    </>
  )
}

/** 购物车: by shop, what cannot be ordered apart, the sum in sight. */
export const Cart = () => {
  const state = useStore(store.cart)
  useEffect(() => store.start(), [])
  return (
    <div className="pt-4 desk:pt-0" aria-busy={state.at === 'ready' && state.refreshing}>
      <Shown
        state={state}
        what="购物车"
        permission="my_orders"
        onRetry={() => void store.load()}
        skeleton={<CartSkeleton />}
        frame={card}
        heading="购物车"
      >
        {(content) =>
          content.shops.length + content.bad.length === 0 ? (
            <>
              <h1 className="mb-4 text-2xl font-semibold">购物车</h1>
              {card(<Nothing />)}
            </>
          ) : (
            <Full content={content} />
          )
        }
      </Shown>
      <Toaster />
    </div>
  )
}
