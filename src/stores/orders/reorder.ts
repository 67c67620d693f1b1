import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer } from '../../contract/envelope.ts'
import { cartChanged } from './cart-count.ts'

/** The order whose things are being put into the cart. */
export const reordering = atom<number | null>(null)

/** Puts what can still be bought of an order into the cart, once; null while another is under way. */
export async function reorder(
  orderId: number,
): Promise<Answer<{ readonly added: number; readonly missing: readonly string[] }> | null> {
  if (reordering.get() !== null) return null
  reordering.set(orderId)
  const answer = await api.orders.reorder({ orderId })
  reordering.set(null)
  if (answer.ok) cartChanged(answer.content.count)
  return answer
}
