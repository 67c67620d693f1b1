import type { Failure } from '../../../contract/envelope.ts'
import type { CartItem } from '../../../contract/orders/cart.ts'
import * as actions from '../../../stores/orders/cart-actions.ts'
import { toast } from '../../../ui/toast.ts'

/** Says a failure, unless the lost line or the ended session has said it. True when it worked. */
export function worked(failure: Failure | null | undefined): boolean {
  if (failure === null) return true
  if (failure !== undefined && failure.code !== 0 && failure.code !== 600) toast.bad(failure.message)
  return false
}

/** Takes one item out, with a way back. */
export async function removeOne(item: CartItem, canReturn: boolean): Promise<void> {
  if (!worked(await actions.remove([item]))) return
  if (!canReturn) return void toast.good('已删除')
  toast.say('已删除', { label: '撤销', onClick: () => void actions.restore(item).then(worked) })
}

/** Moves items to the favourites. */
export async function keepInstead(items: readonly CartItem[]): Promise<void> {
  if (worked(await actions.moveToFavourites(items))) toast.good(`已移入收藏 ${items.length} 件`)
}
