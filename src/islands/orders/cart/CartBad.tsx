import { useState, type ReactNode } from 'react'
import type { BadCartItem } from '../../../contract/orders/cart.ts'
import { yuan } from '../../../domain/money.ts'
import { cartFaultLabels, isMendable, quantityWithin } from '../../../domain/orders/cart-items.ts'
import * as actions from '../../../stores/orders/cart-actions.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { toast } from '../../../ui/toast.ts'
import { removeOne, worked } from './cart-doings.ts'
import { ItemPicture, noteOf, pageOf, similarTo } from './item-parts.tsx'

/** The one thing that helps with an item that cannot be ordered as it is. */
const Way = ({ item }: { item: BadCartItem }) => {
  const { cartId, fault, price, title, unit } = item
  const within = quantityWithin(item.quantity, item)
  const mend = async (change: Parameters<typeof actions.mend>[1]) => {
    if (worked(await actions.mend(cartId, change))) toast.good('已恢复为可结算')
  }
  const look = 'max-desk:h-11'
  if (fault === 'priceChanged') {
    return (
      <Button
        size="sm"
        className={look}
        aria-label={`按新价格购买：${title}`}
        onClick={() => void mend({ agreedPrice: price })}
      >
        按新价格购买
      </Button>
    )
  }
  if (isMendable(fault) && within !== null) {
    return (
      <Button
        size="sm"
        className={look}
        aria-label={`数量改为 ${within}：${title}`}
        onClick={() => void mend({ quantity: within })}
      >
        改为 {within} {unit}
      </Button>
    )
  }
  if (fault === 'priceOpen') {
    return (
      <LinkButton size="sm" className={look} href={`${pageOf(item)}#inquiries`} aria-label={`去询价：${title}`}>
        去询价
      </LinkButton>
    )
  }
  return (
    <LinkButton size="sm" className={look} href={similarTo(item)} aria-label={`找相似：${title}`}>
      找相似
    </LinkButton>
  )
}

const BadLine = ({ item }: { item: BadCartItem }) => {
  const lost = !isMendable(item.fault)
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
            <a href={pageOf(item)} className="hover:text-accent">
              {item.title}
            </a>
          ) : (
            item.title
          )}
        </p>
        <p className="text-sm text-ink-3">{[item.shopName, noteOf(item)].filter((part) => part !== '').join(' · ')}</p>
        <p className={`text-sm ${lost ? 'text-ink-2' : 'text-warn'}`}>
          {cartFaultLabels[item.fault]}
          {item.fault === 'stockShort' && item.stock !== null && `：仅剩 ${item.stock} ${item.unit}`}
          {item.fault === 'belowMinimum' && `：最小起订量 ${item.minOrder} ${item.unit}`}
          {item.fault === 'priceChanged' && (
            <span className="whitespace-nowrap desk:ml-2">
              现价 ¥{yuan(item.price)}，加入时 <s>¥{yuan(item.seenPrice)}</s>
            </span>
          )}
        </p>
      </div>
      <div className="ml-auto flex items-center gap-3">
        <Way item={item} />
        <button
          type="button"
          className="text-sm text-ink-2 hover:text-bad max-desk:min-h-11 max-desk:px-2"
          aria-label={`删除：${item.title}`}
          onClick={() => void removeOne(item, false)}
        >
          删除
        </button>
      </div>
    </li>
  )
}

const Box = ({ title, items, children }: { title: string; items: readonly BadCartItem[]; children?: ReactNode }) =>
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
          <BadLine key={item.cartId} item={item} />
        ))}
      </ul>
    </section>
  )

/** What cannot be ordered as it is: first what its person can mend, then what is lost. */
export const CartBad = ({ items }: { items: readonly BadCartItem[] }) => {
  const [asking, setAsking] = useState(false)
  const lost = items.filter(({ fault }) => !isMendable(fault))
  const clear = async () => {
    if (worked(await actions.clearLost())) toast.good('已清空失效商品')
    setAsking(false)
  }
  return (
    <>
      <Box title="需要您确认" items={items.filter(({ fault }) => isMendable(fault))} />
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
