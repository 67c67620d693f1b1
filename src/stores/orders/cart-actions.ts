import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { markKey } from '../../domain/catalogue/marks.ts'
import type { CartItem } from '../../contract/orders/cart.ts'
import { links } from '../../domain/links.ts'
import { lastChange } from '../shops/marks.ts'
import { flush, load, show, tell } from './cart.ts'
import { without } from './cart-view.ts'

/** Whether something is being done with the cart that takes no second click. */
export const busy = atom(false)

/** One thing after the other: a second click while one is under way does nothing. */
async function alone<T>(what: () => Promise<T>): Promise<T | undefined> {
  if (busy.get()) return undefined
  busy.set(true)
  try {
    return await what()
  } finally {
    busy.set(false)
  }
}

const idsOf = (items: readonly CartItem[]) => items.map(({ cartId }) => cartId)

async function take(items: readonly CartItem[]): Promise<Failure | null> {
  const cartIds = idsOf(items)
  show((content) => without(content, cartIds))
  const answer = await api.orders.cartDelete({ cartIds })
  if (answer.ok) tell(answer.content.count)
  await load()
  return answer.ok ? null : answer.failure
}

/** Takes items out: gone at once, back where it fails. */
export const remove = (items: readonly CartItem[]): Promise<Failure | null | undefined> =>
  alone(async () => {
    await flush()
    return take(items)
  })

/** Puts an item back that was taken out, as it was. */
export const restore = ({
  kind,
  listingId,
  specId,
  quantity,
  isChosen,
}: CartItem): Promise<Failure | null | undefined> =>
  alone(async () => {
    const answer = await api.orders.cartJoin({ kind, listingId, specId, quantity })
    if (!answer.ok) return answer.failure
    const { cartId, count } = answer.content
    if (!isChosen) await api.orders.cartSave({ items: [{ cartId, isChosen }] })
    tell(count)
    await load()
    return null
  })

/** Keeps items among the favourites and takes them out of the cart; what cannot be kept stays. */
export const moveToFavourites = (items: readonly CartItem[]): Promise<Failure | null | undefined> =>
  alone(async () => {
    await flush()
    const kept: CartItem[] = []
    for (const item of items) {
      const { kind, listingId } = item
      const answer = await api.shops.favouriteSave({ kind, listingId })
      if (!answer.ok) {
        if (kept.length > 0) await take(kept)
        return answer.failure
      }
      lastChange.set({ key: markKey(kind, listingId), on: true, count: answer.content.count })
      kept.push(item)
    }
    return take(kept)
  })

/** Buys on at the price now, or in a quantity that there is. A price that moved again is shown anew. */
export const mend = (
  cartId: number,
  change: { readonly agreedPrice: number } | { readonly quantity: number },
): Promise<Failure | null | undefined> =>
  alone(async () => {
    const answer = await api.orders.cartSave({ items: [{ cartId, ...change }] })
    if (answer.ok) tell(answer.content.count)
    await load()
    if (answer.ok) return null
    return answer.failure.code === failures.conflict.code
      ? { ...answer.failure, message: '价格刚刚又有变化，请再看一次' }
      : answer.failure
  })

/** Takes out what can no longer be ordered. */
export const clearLost = (): Promise<Failure | null | undefined> =>
  alone(async () => {
    const answer = await api.orders.cartClear({ invalidOnly: true })
    if (answer.ok) tell(answer.content.count)
    await load()
    return answer.ok ? null : answer.failure
  })

/** Goes on to the order once everything is saved. */
export const checkOut = (): Promise<void> =>
  alone(async () => {
    if (await flush()) location.assign(links.confirmOrder())
  }).then(() => undefined)
