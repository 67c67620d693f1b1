import { MessageSquareText, Store } from 'lucide-react'
import type { CartShop } from '../../../contract/orders/cart.ts'
import { links } from '../../../domain/links.ts'
import * as store from '../../../stores/orders/cart.ts'
import { Certified } from '../../../ui/Certified.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { CartLine } from './CartLine.tsx'

/** What lies in the cart of one shop. */
export const CartShopBox = ({ shop }: { shop: CartShop }) => {
  const { shopId, orgId, shopName, certified, holiday, items } = shop
  const chosen = items.filter(({ isChosen }) => isChosen).length
  const ids = items.map(({ cartId }) => cartId)
  return (
    <section className="mt-4 overflow-hidden rounded-lg border border-line bg-surface" aria-label={shopName}>
      <div className="flex items-center gap-x-3 px-4 py-3 desk:px-5">
        <Checkbox
          aria-label={`选择 ${shopName} 的全部商品`}
          checked={chosen === items.length}
          mixed={chosen > 0 && chosen < items.length}
          onChange={(event) => store.choose(ids, event.target.checked)}
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
