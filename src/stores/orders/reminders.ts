import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Outcomes } from '../../contract/daily-list.ts'
import type { Answer } from '../../contract/envelope.ts'
import type { Side } from '../../domain/sides.ts'

/** Whether a reminder is being sent. */
export const isReminding = atom(false)

/** Reminds the other side of what some orders wait for, once. Null while another call is under way. */
export async function remindOtherSide(side: Side, orderIds: readonly number[]): Promise<Answer<Outcomes> | null> {
  if (isReminding.get()) return null
  isReminding.set(true)
  const input = { orderIds: [...orderIds] }
  const answer = await (side === 'buyer' ? api.orders.buyerOrdersRemind(input) : api.orders.sellerOrdersRemind(input))
  isReminding.set(false)
  return answer
}
