import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { cartChanged } from './cart/cart-count.ts'

/** Id of the order being added to the cart again. */
export const reorderingId = atom<number | null>(null)

/** Adds an order's still available items to the cart, once; null while another call is under way. */
export async function reorderToCart(
  orderId: number,
): Promise<Answer<{ readonly added: number; readonly missing: readonly string[] }> | null> {
  if (reorderingId.get() !== null) return null
  reorderingId.set(orderId)
  const answer = await api.orders.reorder({ orderId })
  reorderingId.set(null)
  if (answer.ok) cartChanged(answer.content.count)
  return answer
}
