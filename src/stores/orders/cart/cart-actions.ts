import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { favouriteKey } from '../../../domain/catalogue/favourites.ts'
import type { CartItem } from '../../../contract/orders/cart.ts'
import { links } from '../../../domain/links.ts'
import { lastMarkChange } from '../../shops/own-marks.ts'
import { flushCart, loadCart, changeShownCart, notifyCartCount } from './cart.ts'
import { withoutItems } from './cart-view.ts'

/** Whether an exclusive cart action is under way. */
export const isCartBusy = atom(false)

/** Runs one action at a time; further clicks are ignored. */
async function runExclusive<T>(task: () => Promise<T>): Promise<T | undefined> {
  if (isCartBusy.get()) return undefined
  isCartBusy.set(true)
  try {
    return await task()
  } finally {
    isCartBusy.set(false)
  }
}

const idsOf = (items: readonly CartItem[]) => items.map(({ cartId }) => cartId)

async function takeOut(items: readonly CartItem[]): Promise<Failure | null> {
  const cartIds = idsOf(items)
  changeShownCart((content) => withoutItems(content, cartIds))
  const answer = await api.orders.cartDelete({ cartIds })
  if (answer.ok) notifyCartCount(answer.content.count)
  await loadCart()
  return answer.ok ? null : answer.failure
}

/** Removes items: hidden at once, restored on failure. */
export const removeCartItems = (items: readonly CartItem[]): Promise<Failure | null | undefined> =>
  runExclusive(async () => {
    await flushCart()
    return takeOut(items)
  })

/** Restores a removed item unchanged. */
export const restoreCartItem = ({
  kind,
  listingId,
  specId,
  quantity,
  isChosen,
}: CartItem): Promise<Failure | null | undefined> =>
  runExclusive(async () => {
    const answer = await api.orders.cartJoin({ kind, listingId, specId, quantity })
    if (!answer.ok) return answer.failure
    const { cartId, count } = answer.content
    if (!isChosen) await api.orders.cartSave({ items: [{ cartId, isChosen }] })
    notifyCartCount(count)
    await loadCart()
    return null
  })

/** Moves items to the favourites; items that fail stay in the cart. */
export const moveToFavourites = (items: readonly CartItem[]): Promise<Failure | null | undefined> =>
  runExclusive(async () => {
    await flushCart()
    const kept: CartItem[] = []
    for (const item of items) {
      const { kind, listingId } = item
      const answer = await api.shops.favouriteSave({ kind, listingId })
      if (!answer.ok) {
        if (kept.length > 0) await takeOut(kept)
        return answer.failure
      }
      lastMarkChange.set({ key: favouriteKey(kind, listingId), on: true, count: answer.content.count })
      kept.push(item)
    }
    return takeOut(kept)
  })

/** Accepts the current price or an available quantity. A price that changed again is shown. */
export const fixCartItem = (
  cartId: number,
  change: { readonly agreedPrice: number } | { readonly quantity: number },
): Promise<Failure | null | undefined> =>
  runExclusive(async () => {
    const answer = await api.orders.cartSave({ items: [{ cartId, ...change }] })
    if (answer.ok) notifyCartCount(answer.content.count)
    await loadCart()
    if (answer.ok) return null
    return answer.failure.code === failures.conflict.code
      ? { ...answer.failure, message: '价格再次变化，请重新核对' }
      : answer.failure
  })

/** Removes items that can no longer be ordered. */
export const clearLostItems = (): Promise<Failure | null | undefined> =>
  runExclusive(async () => {
    const answer = await api.orders.cartClear({ invalidOnly: true })
    if (answer.ok) notifyCartCount(answer.content.count)
    await loadCart()
    return answer.ok ? null : answer.failure
  })

/** Opens the checkout once everything is saved. */
export const goToCheckout = (): Promise<void> =>
  runExclusive(async () => {
    if (await flushCart()) location.assign(links.confirmOrder())
  }).then(() => undefined)
