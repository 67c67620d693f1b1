import type { ConfirmItem } from '../../../contract/orders/checkout.ts'
import { cartFaultLabels, clampQuantity } from '../../../domain/orders/cart-items.ts'
import { yuan } from '../../../domain/money.ts'
import * as store from '../../../stores/orders/checkout/checkout.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ItemPicture, itemNote, listingLink } from '../cart/item-parts.tsx'
import { toastFailure } from '../cart/cart-commands.ts'

/** Columns on wide screens: item, price, quantity, due now, total. */
export const checkoutColumnsClass = 'desk:grid-cols-[minmax(0,1fr)_104px_64px_116px_116px] desk:gap-x-4'

/** Why the item cannot be ordered as it is, and its remedies. */
const Fault = ({ item }: { item: ConfirmItem }) => {
  const { cartId, fault, productPrice, seenPrice, quantity } = item
  if (fault === null) return null
  const other = fault === 'stockShort' || fault === 'belowMinimum' ? clampQuantity(quantity, item) : null
  const accept = (change: Parameters<typeof store.acceptItemChange>[1]) =>
    void store.acceptItemChange(item, change).then(toastFailure)
  return (
    <div
      className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn desk:col-span-5"
      data-fault
    >
      <span>
        {cartFaultLabels[fault]}
        {fault === 'priceChanged' && `：¥${yuan(seenPrice)} → ¥${yuan(productPrice)}`}
        {fault === 'stockShort' && item.stock !== null && `：仅剩 ${item.stock} ${item.unit}`}
        {fault === 'belowMinimum' && `：最小起订量 ${item.minOrder} ${item.unit}`}
      </span>
      {fault === 'priceChanged' && (
        <Button kind="link" size="sm" className="px-0!" onClick={() => accept({ agreedPrice: productPrice })}>
          按新价格继续
        </Button>
      )}
      {other !== null && (
        <Button kind="link" size="sm" className="px-0!" onClick={() => accept({ quantity: other })}>
          改为 {other} {item.unit}
        </Button>
      )}
      {cartId !== null && (
        <Button kind="link" size="sm" className="px-0!" onClick={() => void store.leaveOutItem(cartId)}>
          本次不买
        </Button>
      )}
    </div>
  )
}

const Label = ({ children }: { children: string }) => <span className="text-sm text-ink-3 desk:hidden">{children}</span>

/** One item of the order. */
export const CheckoutItem = ({ item }: { item: ConfirmItem }) => {
  const cheaper = item.discountedPrice < item.productPrice
  const row = 'flex items-baseline justify-between gap-3 text-right desk:block'
  return (
    <li className={`grid gap-y-2 px-4 py-3 desk:items-center desk:px-5 ${checkoutColumnsClass}`}>
      <div className="flex min-w-0 items-center gap-3">
        <ItemPicture item={item} className="size-14 self-center!" />
        <div className="min-w-0">
          <a href={listingLink(item)} className="line-clamp-2 hover:text-accent">
            {item.productName}
          </a>
          <p className="text-sm break-words text-ink-3">{itemNote(item)}</p>
        </div>
      </div>
      <p className={row}>
        <Label>单价</Label>
        <span>
          ¥{yuan(item.discountedPrice)}
          {cheaper && <span className="block text-xs text-ink-3">原价 ¥{yuan(item.productPrice)}</span>}
        </span>
      </p>
      <p className={`${row} desk:text-center!`}>
        <Label>数量</Label>
        <span>
          {item.quantity} <span className="text-ink-3">{item.unit}</span>
        </span>
      </p>
      <p className={row}>
        <Label>本次应付</Label>
        <span>
          ¥{yuan(item.downPaymentAmount)}
          {item.downPaymentAmount < item.productAmount && (
            <span className="block text-xs text-ink-3">首付款 {item.downPaymentPercent}%</span>
          )}
        </span>
      </p>
      <p className={row}>
        <Label>小计</Label>
        <span className="font-semibold">¥{yuan(item.productAmount)}</span>
      </p>
      <Fault item={item} />
    </li>
  )
}
