import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { cartChanged } from './cart/cart-count.ts'

/** What is being added to the cart again: an order, or one line of it. */
export const reordering = atom<Reordered | null>(null)
export interface Reordered {
  readonly orderId: number
  readonly lineId?: number | undefined
}

/** Adds the still available items of an order, or one line, to the cart, once; null while another call is under way. */
export async function reorderToCart(
  what: Reordered,
): Promise<Answer<{ readonly added: number; readonly missing: readonly string[] }> | null> {
  if (reordering.get() !== null) return null
  reordering.set(what)
  const answer = await api.orders.reorder(what)
  reordering.set(null)
  if (answer.ok) cartChanged(answer.content.count)
  return answer
}
