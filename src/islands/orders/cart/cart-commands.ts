import type { Failure } from '../../../contract/envelope.ts'
import type { CartItem } from '../../../contract/orders/cart.ts'
import * as actions from '../../../stores/orders/cart/cart-actions.ts'
import { toast } from '../../../ui/overlay/toast.ts'

/** Shows a failure as a toast, unless it was already reported (lost connection, ended session). True on success. */
export function toastFailure(failure: Failure | null | undefined): boolean {
  if (failure === null) return true
  if (failure !== undefined && failure.code !== 0 && failure.code !== 600) toast.error(failure.message)
  return false
}

/** Removes one item, with undo. */
export async function removeItemWithUndo(item: CartItem, canReturn: boolean): Promise<void> {
  if (!toastFailure(await actions.removeCartItems([item]))) return
  if (!canReturn) return void toast.success('已删除')
  toast.info('已删除', { label: '撤销', onClick: () => void actions.restoreCartItem(item).then(toastFailure) })
}

/** Moves items to the favourites. */
export async function moveItemsToFavourites(items: readonly CartItem[]): Promise<void> {
  if (toastFailure(await actions.moveToFavourites(items))) toast.success(`已移入收藏 ${items.length} 件`)
}
