import { useState, type ReactNode } from 'react'
import type { InvalidCartItem } from '../../../contract/orders/cart.ts'
import { yuan } from '../../../domain/money.ts'
import { cartFaultLabels, isRecoverable, clampQuantity } from '../../../domain/orders/cart-items.ts'
import * as actions from '../../../stores/orders/cart/cart-actions.ts'
import { Button, LinkButton } from '../../../ui/button/Button.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { removeItemWithUndo, toastFailure } from './cart-commands.ts'
import { ItemPicture, itemNote, listingLink, similarLink } from './item-parts.tsx'

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
    <LinkButton size="sm" className={look} href={similarLink(item)} aria-label={`找相似：${productName}`}>
      找相似
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
