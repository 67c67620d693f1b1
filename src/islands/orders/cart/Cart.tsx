import { useStore } from '@nanostores/react'
import { MessageSquareText, Store } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { CartShop, CartItem } from '../../../contract/orders/cart.ts'
import { links } from '../../../domain/links.ts'
import { type CartContent, itemsOf } from '../../../stores/orders/cart/cart-view.ts'
import * as store from '../../../stores/orders/cart/cart.ts'
import { LinkButton, Button } from '../../../ui/button/Button.tsx'
import { Certified } from '../../../ui/card/Certified.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Toaster } from '../../../ui/overlay/Toaster.tsx'
import { cardFrame, AsyncContent } from '../../list/AsyncContent.tsx'
import { UnavailableItems, CartLine, cartColumnsClass } from './cart-lines.tsx'
import { CartSkeleton } from './CartSkeleton.tsx'
import * as actions from '../../../stores/orders/cart/cart-actions.ts'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { moveItemsToFavourites, toastFailure } from './cart-commands.ts'

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
  <EmptyState title="购物车暂无商品" text="一口价的服务与商品可以加入购物车，一起下单。">
    <LinkButton kind="main" href={links.goodsHall()}>
      浏览研发采购
    </LinkButton>
    <LinkButton href={links.serviceHall()}>浏览研发服务</LinkButton>
    <LinkButton href={links.quickOrder()}>快速下单</LinkButton>
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
          重试
        </button>
      </Notice>
    </div>
  )
}

/** Selects all items, or none. */
const ChooseAll = ({ items }: { items: readonly CartItem[] }) => {
  const chosen = items.filter(({ isChosen }) => isChosen).length
  return (
    <Checkbox
      checked={items.length > 0 && chosen === items.length}
      mixed={chosen > 0 && chosen < items.length}
      disabled={items.length === 0}
      onChange={(event) =>
        store.chooseCartItems(
          items.map(({ cartId }) => cartId),
          event.target.checked,
        )
      }
    >
      全选
    </Checkbox>
  )
}

const RemovalDialog = ({ chosen, onClose }: { chosen: readonly CartItem[]; onClose: () => void }) => {
  const remove = async () => {
    if (toastFailure(await actions.removeCartItems(chosen))) toast.success(`已删除 ${chosen.length} 件`)
    onClose()
  }
  return (
    <Confirm
      open
      danger
      title="删除选中的商品"
      text={`将从购物车移除选中的 ${chosen.length} 件。`}
      confirm="删除"
      cancel="保留"
      onCancel={onClose}
      onConfirm={() => void remove()}
    />
  )
}

/** Sticky total, and the checkout button. */
const CartBar = ({ content }: { content: CartContent }) => {
  const isEstimate = useStore(store.isEstimate)
  const busy = useStore(actions.isCartBusy)
  const [asking, setAsking] = useState(false)
  const items = itemsOf(content)
  const chosen = items.filter(({ isChosen }) => isChosen)
  const none = chosen.length === 0
  const deed = 'max-desk:hidden text-ink-2 disabled:text-ink-disabled'
  return (
    <div className="sticky bottom-14 z-10 desk:bottom-0 mt-6 flex min-h-16 items-center gap-3 border-line-strong bg-surface max-desk:-mx-4 max-desk:border-t max-desk:py-2 max-desk:pl-4 desk:h-18 desk:gap-6 desk:rounded-lg desk:border desk:pl-5">
      <span className="shrink-0 whitespace-nowrap">
        <ChooseAll items={items} />
      </span>
      <button type="button" className={`${deed} hover:text-bad`} disabled={none} onClick={() => setAsking(true)}>
        删除选中
      </button>
      <button
        type="button"
        className={`${deed} hover:text-accent`}
        disabled={none}
        onClick={() => void moveItemsToFavourites(chosen)}
      >
        移入收藏
      </button>
      <div className="ml-auto min-w-0 text-right" aria-live="polite">
        <p className="flex flex-wrap items-baseline justify-end gap-x-1">
          <span className="max-desk:text-sm">
            已选 <b className="font-semibold">{content.chosenCount}</b> 件，{isEstimate ? '合计约' : '合计'}
          </span>
          <Price fen={content.chosenAmount} size="lg" />
        </p>
        <p id="cart-why" className="text-xs text-ink-3">
          {none ? '请先勾选要结算的商品' : '运费在确认订单时计算'}
        </p>
      </div>
      <Button
        kind="main"
        className="h-11! shrink-0 px-5! max-desk:mr-3 desk:h-full! desk:w-40 desk:rounded-l-none! desk:text-lg!"
        disabled={none}
        busy={busy}
        aria-describedby="cart-why"
        onClick={() => void actions.goToCheckout()}
      >
        结算
      </Button>
      {asking && <RemovalDialog chosen={chosen} onClose={() => setAsking(false)} />}
    </div>
  )
}

const Full = ({ content }: { content: CartContent }) => {
  const items = itemsOf(content)
  const hasDownPayments = items.some(({ kind, downPaymentPercent }) => kind === 'service' && downPaymentPercent > 0)
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-2">
        <h1 className="text-2xl font-semibold">
          购物车{' '}
          <span className="text-lg font-normal whitespace-nowrap text-ink-3">
            {items.length + content.bad.length} 件
          </span>
        </h1>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-3">
          {hasDownPayments && <span>服务下单后先付首付款，余款按里程碑付款</span>}
          <a href={links.quickOrder()} className="text-accent hover:underline max-md:py-2.5">
            快速下单
          </a>
        </p>
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
