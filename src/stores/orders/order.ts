import type { ReadableAtom } from 'nanostores'
import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { OrderDetail } from '../../contract/orders/orders.ts'
import { loadable, type Loaded } from '../demands/loaded.ts'

const part = loadable<OrderDetail>()
/** The order that is looked at, from either side. */
export const order: ReadableAtom<Loaded<OrderDetail>> = part.state

/** The seller's answer to a new order. */
export type OrderStep =
  | { readonly at: 'none' }
  | { readonly at: 'asking' | 'sending'; readonly event: 'confirm' | 'decline'; readonly failure: Failure | null }
export const step = atom<OrderStep>({ at: 'none' })

let shown: { side: 'buyer' | 'seller'; orderId: number } | null = null

export async function load(): Promise<void> {
  const now = shown
  if (now === null) return
  const { side, orderId } = now
  await part.load(() => (side === 'buyer' ? api.orders.buyerOrder({ orderId }) : api.orders.sellerOrder({ orderId })))
}
/** Shows one order as the side that looks. */
export async function start(side: 'buyer' | 'seller', orderId: number): Promise<void> {
  if (shown?.orderId !== orderId || shown.side !== side) part.reset()
  shown = { side, orderId }
  await load()
}

export const askStep = (event: 'confirm' | 'decline'): void => step.set({ at: 'asking', event, failure: null })
export function dropStep(): void {
  if (step.get().at === 'asking') step.set({ at: 'none' })
}
/** Confirms or declines, once. True after it worked; the order is then read again. */
export async function takeStep(reason: string): Promise<boolean> {
  const now = step.get()
  const orderId = shown?.orderId
  if (now.at !== 'asking' || orderId === undefined) return false
  step.set({ ...now, at: 'sending', failure: null })
  const answer = await api.orders.sellerOrderStep({ orderId, event: now.event, reason })
  if (!answer.ok) {
    step.set({ ...now, at: 'asking', failure: answer.failure })
    return false
  }
  step.set({ at: 'none' })
  part.change((order) => ({ ...order, status: answer.content.status }))
  await load()
  return true
}
