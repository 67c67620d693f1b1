import { useStore } from '@nanostores/react'
import type { CartItem } from '../../../contract/orders/cart.ts'
import { discountText } from '../../../domain/orders/discounts.ts'
import { maxQuantity, quantityNote } from '../../../domain/orders/cart-items.ts'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/cart/cart.ts'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { QuantityStepper } from '../../../ui/form/QuantityStepper.tsx'
import { moveItemsToFavourites, removeItemWithUndo } from './cart-commands.ts'
import { ItemPicture, itemNote, listingLink, stockText } from './item-parts.tsx'

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
