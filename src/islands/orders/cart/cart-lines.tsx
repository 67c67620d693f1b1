import { useState, type ReactNode } from 'react'
import type { InvalidCartItem, CartItem } from '../../../contract/orders/cart.ts'
import { yuan } from '../../../domain/money.ts'
import {
  cartFaultLabels,
  isRecoverable,
  clampQuantity,
  maxQuantity,
  quantityNote,
} from '../../../domain/orders/cart-items.ts'
import * as actions from '../../../stores/orders/cart/cart-actions.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { removeItemWithUndo, toastFailure, moveItemsToFavourites } from './cart-commands.ts'
import { ItemPicture, itemNote, listingLink, similarLink, stockText } from './item-parts.tsx'
import { useStore } from '@nanostores/react'
import { discountText } from '../../../domain/orders/discounts.ts'
import * as store from '../../../stores/orders/cart/cart.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { QuantityStepper } from '../../../ui/form/QuantityStepper.tsx'

/** The fix for an item that cannot be ordered as it is. */
const ItemFix = ({ item }: { item: InvalidCartItem }) => {
  const { cartId, fault, productPrice, productName, unit } = item
  const within = clampQuantity(item.quantity, item)
  const fix = async (change: Parameters<typeof actions.fixCartItem>[1]) => {
    if (toastFailure(await actions.fixCartItem(cartId, change))) toast.success('已恢复为可结算')
  }
  const look = 'max-desk:h-11'
  if (fault === 'priceChanged') {
    return (
      <Button
        size="sm"
        className={look}
        aria-label={`按新价格购买：${productName}`}
        onClick={() => void fix({ agreedPrice: productPrice })}
      >
        按新价格购买
      </Button>
    )
  }
  if (isRecoverable(fault) && within !== null) {
    return (
      <Button
        size="sm"
        className={look}
        aria-label={`数量改为 ${within}：${productName}`}
        onClick={() => void fix({ quantity: within })}
      >
        改为 {within} {unit}
      </Button>
    )
  }
  if (fault === 'priceOpen') {
    return (
      <LinkButton
        size="sm"
        className={look}
        href={`${listingLink(item)}#inquiries`}
        aria-label={`去询价：${productName}`}
      >
        去询价
      </LinkButton>
    )
  }
  return (
    <LinkButton size="sm" className={look} href={similarLink(item)} aria-label={`查找相似：${productName}`}>
      查找相似
    </LinkButton>
  )
}

const UnavailableItem = ({ item }: { item: InvalidCartItem }) => {
  const lost = !isRecoverable(item.fault)
  const canOpen = item.fault !== 'unlisted'
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 desk:flex-nowrap desk:px-5">
      {lost && (
        <span className="max-desk:hidden">
          <Tag label="失效" />
        </span>
      )}
      <ItemPicture item={item} className={`w-14 ${lost ? 'opacity-50' : ''}`} />
      <div className="min-w-0 flex-1 basis-40">
        <p className={`line-clamp-2 ${lost ? 'text-ink-2' : 'font-medium'}`}>
          {canOpen ? (
            <a href={listingLink(item)} className="hover:text-accent">
              {item.productName}
            </a>
          ) : (
            item.productName
          )}
        </p>
        <p className="text-sm text-ink-3">
          {[item.shopName, itemNote(item)].filter((part) => part !== '').join(' · ')}
        </p>
        <p className={`text-sm ${lost ? 'text-ink-2' : 'text-warn'}`}>
          {cartFaultLabels[item.fault]}
          {item.fault === 'stockShort' && item.stock !== null && `：仅剩 ${item.stock} ${item.unit}`}
          {item.fault === 'belowMinimum' && `：最小起订量 ${item.minOrder} ${item.unit}`}
          {item.fault === 'priceChanged' && (
            <span className="whitespace-nowrap desk:ml-2">
              现价 ¥{yuan(item.productPrice)}，加入时 <s>¥{yuan(item.seenPrice)}</s>
            </span>
          )}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <ItemFix item={item} />
        <button
          type="button"
          className="text-sm text-ink-2 hover:text-bad max-desk:min-h-11 max-desk:px-2"
          aria-label={`删除：${item.productName}`}
          onClick={() => void removeItemWithUndo(item, false)}
        >
          删除
        </button>
      </div>
    </li>
  )
}

const Box = ({ title, items, children }: { title: string; items: readonly InvalidCartItem[]; children?: ReactNode }) =>
  items.length === 0 ? null : (
    <section className="mt-6 overflow-hidden rounded-lg border border-line bg-surface" aria-label={title}>
      <div className="flex min-h-12 items-center justify-between px-4 desk:px-5">
        <h2 className="font-medium">
          {title} <span className="font-normal text-ink-3">{items.length}</span>
        </h2>
        {children}
      </div>
      <ul>
        {items.map((item) => (
          <UnavailableItem key={item.cartId} item={item} />
        ))}
      </ul>
    </section>
  )

/** Items that cannot be ordered as they are: recoverable ones first, then lost ones. */
export const UnavailableItems = ({ items }: { items: readonly InvalidCartItem[] }) => {
  const [asking, setAsking] = useState(false)
  const lost = items.filter(({ fault }) => !isRecoverable(fault))
  const clear = async () => {
    if (toastFailure(await actions.clearLostItems())) toast.success('已清空失效商品')
    setAsking(false)
  }
  return (
    <>
      <Box title="需要您确认" items={items.filter(({ fault }) => isRecoverable(fault))} />
      <Box title="失效商品" items={lost}>
        <button
          type="button"
          className="text-sm text-ink-2 hover:text-bad max-desk:min-h-11"
          onClick={() => setAsking(true)}
        >
          清空失效商品
        </button>
      </Box>
      {asking && (
        <Confirm
          open
          danger
          title="清空失效商品"
          text={`将移除 ${lost.length} 件不能再下单的商品与服务。`}
          confirm="清空"
          cancel="保留"
          onCancel={() => setAsking(false)}
          onConfirm={() => void clear()}
        />
      )}
    </>
  )
}

/** Columns of the cart on wide screens: check box, item, price, quantity, total, actions. */
export const cartColumnsClass =
  'desk:grid-cols-[24px_minmax(0,1fr)_130px_140px_150px_80px] desk:items-center desk:gap-x-4'

const actionClass = 'whitespace-nowrap max-desk:min-h-11 max-desk:px-2'

const RowActions = ({ item }: { item: CartItem }) => (
  <div className="col-span-2 col-start-2 flex justify-end gap-2 text-sm text-ink-2 desk:col-auto desk:flex-col desk:items-end desk:gap-1">
    <button
      type="button"
      className={`${actionClass} hover:text-accent`}
      aria-label={`移入收藏：${item.productName}`}
      onClick={() => void moveItemsToFavourites([item])}
    >
      移入收藏
    </button>
    <button
      type="button"
      className={`${actionClass} hover:text-bad`}
      aria-label={`删除：${item.productName}`}
      onClick={() => void removeItemWithUndo(item, true)}
    >
      删除
    </button>
  </div>
)

/** One available item. */
export const CartLine = ({ item }: { item: CartItem }) => {
  const note = useStore(store.quantityNotes)[item.cartId]
  const stock = stockText(item)
  const cheaper = item.discountedPrice < item.productPrice
  return (
    <li
      className={`grid grid-cols-[24px_80px_minmax(0,1fr)] gap-x-3 gap-y-2 border-t border-line p-4 desk:px-5 ${cartColumnsClass} ${item.isChosen ? 'bg-accent-soft/60' : ''}`}
    >
      <Checkbox
        aria-label={`选择 ${item.productName}`}
        checked={item.isChosen}
        onChange={(event) => store.chooseCartItems([item.cartId], event.target.checked)}
      />
      <div className="contents min-w-0 gap-4 desk:flex">
        <ItemPicture item={item} className="w-20" />
        <div className="min-w-0">
          <a href={listingLink(item)} className="line-clamp-2 font-medium hover:text-accent">
            {item.productName}
          </a>
          <p className="mt-1 text-sm break-words text-ink-3">{itemNote(item)}</p>
          {item.discounts.length > 0 && (
            <p className="mt-0.5 text-sm text-ink-3">{discountText(item.discounts, item.unit)}</p>
          )}
          {stock && <p className={`mt-0.5 text-sm ${stock.few ? 'text-warn' : 'text-ink-3'}`}>{stock.text}</p>}
        </div>
      </div>
      <div className="col-start-3 desk:col-auto desk:text-right">
        <p className="whitespace-nowrap">¥{yuan(item.discountedPrice)}</p>
        {cheaper && <p className="text-sm text-ink-3">原价 ¥{yuan(item.productPrice)}</p>}
      </div>
      <div className="col-span-2 col-start-2 flex flex-wrap items-center justify-between gap-2 desk:contents">
        <div className="text-right desk:text-center">
          <QuantityStepper
            value={item.quantity}
            min={item.minOrder}
            max={Math.min(item.stock ?? maxQuantity, maxQuantity)}
            label={`${item.productName}的数量`}
            noteOf={(typed) => quantityNote(typed, item, item.unit)}
            onChange={(quantity) => store.setCartQuantity(item.cartId, quantity)}
          />
          {item.minOrder > 1 && (
            <p className="mt-1 text-xs text-ink-3">
              起订 {item.minOrder} {item.unit}
            </p>
          )}
          {note && (
            <p className="mt-1 text-xs text-warn" role="status">
              {note}
            </p>
          )}
        </div>
        <p className="order-first font-semibold whitespace-nowrap desk:order-none desk:text-right">
          ¥{yuan(item.productAmount)}
        </p>
      </div>
      <RowActions item={item} />
    </li>
  )
}
