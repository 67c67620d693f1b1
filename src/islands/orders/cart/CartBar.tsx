import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { CartItem } from '../../../contract/orders/cart.ts'
import * as actions from '../../../stores/orders/cart/cart-actions.ts'
import * as store from '../../../stores/orders/cart/cart.ts'
import { itemsOf, type CartContent } from '../../../stores/orders/cart/cart-view.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Confirm } from '../../../ui/overlay/Confirm.tsx'
import { Price } from '../../../ui/card/Price.tsx'
import { toast } from '../../../ui/overlay/toast.ts'
import { moveItemsToFavourites, toastFailure } from './cart-commands.ts'

/** Selects all items, or none. */
export const ChooseAll = ({ items }: { items: readonly CartItem[] }) => {
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
export const CartBar = ({ content }: { content: CartContent }) => {
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
          {none ? '请先勾选要结算的商品' : '邮费在确认订单时计算'}
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
