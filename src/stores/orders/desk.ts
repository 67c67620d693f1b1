import { api } from '../../client/browser.ts'
import type { Desk } from '../../contract/orders/desk.ts'
import { loadable } from '../loaded.ts'

const part = loadable<Desk>()
/** To-dos, figures and payments of the desk that is open. */
export const desk = part.state

let side: 'buyer' | 'seller' = 'buyer'

export const load = (): Promise<void> =>
  part.load(() => (side === 'buyer' ? api.orders.buyerDesk({}) : api.orders.sellerDesk({})))

export async function start(of: 'buyer' | 'seller'): Promise<void> {
  if (side !== of) part.reset()
  side = of
  await load()
}
