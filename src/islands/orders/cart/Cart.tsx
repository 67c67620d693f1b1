import { useStore } from '@nanostores/react'
import { MessageSquareText, Store } from 'lucide-react'
import { useEffect } from 'react'
import type { CartShop } from '../../../contract/orders/cart.ts'
import { links } from '../../../domain/links.ts'
import { type CartContent, itemsOf } from '../../../stores/orders/cart/cart-view.ts'
import * as store from '../../../stores/orders/cart/cart.ts'
import { LinkButton } from '../../../ui/button/Button.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { UnavailableItems } from './UnavailableItems.tsx'
import { CartBar, ChooseAll } from './CartBar.tsx'
import { CartLine, cartColumnsClass } from './CartLine.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'

/** Items of one shop in the cart. */
const CartShopBox = ({ shop }: { shop: CartShop }) => {
  const { shopId, orgId, shopName, certified, holiday, products: items } = shop
  const chosen = items.filter(({ isChosen }) => isChosen).length
  const ids = items.map(({ cartId }) => cartId)
  return (
    <section className="mt-4 overflow-hidden rounded-lg border border-line bg-surface" aria-label={shopName}>
      <div className="flex items-center gap-x-3 px-4 py-3 desk:px-5">
        <Checkbox
          aria-label={`选择 ${shopName} 的全部商品`}
          checked={chosen === items.length}
          mixed={chosen > 0 && chosen < items.length}
          onChange={(event) => store.chooseCartItems(ids, event.target.checked)}
        />
        <a
          href={links.shopHome({ id: shopId, orgId })}
          className="flex min-w-0 items-center gap-2 font-medium hover:text-accent"
        >
          <Store className="size-4 shrink-0 text-ink-3" />
          <span className="truncate">{shopName}</span>
        </a>
        {certified && <Certified />}
        <a
          href={links.chat()}
          className="inline-flex items-center gap-1 text-sm text-ink-2 hover:text-accent max-desk:ml-auto max-desk:size-11 max-desk:justify-end max-desk:-my-3"
          data-chat-with="shop"
          data-org-id={orgId}
          data-shop-name={shopName}
        >
          <MessageSquareText className="size-4" />
          <span className="max-desk:sr-only">联系供应商</span>
        </a>
      </div>
      {holiday && (
        <p className="border-t border-line bg-warn-soft px-4 py-2 text-sm text-warn desk:px-5">
          {holiday.at === 'now' ? `店铺休假至 ${holiday.until}` : `店铺将于 ${holiday.from} 至 ${holiday.until} 休假`}
          {holiday.notice === '' ? '，订单可能延后处理' : `：${holiday.notice}`}
        </p>
      )}
      <ul>
        {items.map((item) => (
          <CartLine key={item.cartId} item={item} />
        ))}
      </ul>
    </section>
  )
}

const Nothing = () => (
  <EmptyState title="购物车是空的" text="一口价的服务与商品可以加入购物车，一起下单。">
    <LinkButton kind="main" href={links.goodsHall()}>
      去逛研发采购
    </LinkButton>
    <LinkButton href={links.serviceHall()}>去看研发服务</LinkButton>
    <LinkButton href={links.collection(1)}>我的收藏</LinkButton>
  </EmptyState>
)

/** Unsaved changes, with a retry. */
const Unsaved = () => {
  const failure = useStore(store.cartSaveFailure)
  if (failure === null) return null
  return (
    <div className="mt-4" role="alert">
      <Notice tone="act" title="修改尚未保存">
        {failure.message}，您的修改还在，
        <button
          type="button"
          className="text-accent hover:underline max-md:min-h-11"
          onClick={() => void store.flushCart()}
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
          className={`mt-4 hidden rounded-lg border border-line bg-surface px-5 text-sm text-ink-2 desk:grid ${cartColumnsClass}`}
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
      <UnavailableItems items={content.bad} />
      <CartBar content={content} />
    </>
  )
}

/** 购物车: items by shop, unavailable items apart, sticky total. */
export const Cart = () => {
  const state = useStore(store.cart)
  useEffect(() => store.startCart(), [])
  return (
    <div className="pt-4 desk:pt-0" aria-busy={state.at === 'ready' && state.refreshing}>
      <AsyncContent
        state={state}
        what="购物车"
        permission="my_orders"
        onRetry={() => void store.loadCart()}
        skeleton={<CartSkeleton />}
        frame={cardFrame}
        heading="购物车"
      >
        {(content) =>
          content.shops.length + content.bad.length === 0 ? (
            <>
              <h1 className="mb-4 text-2xl font-semibold">购物车</h1>
              {cardFrame(<Nothing />)}
            </>
          ) : (
            <Full content={content} />
          )
        }
      </AsyncContent>
      <Toaster />
    </div>
  )
}
