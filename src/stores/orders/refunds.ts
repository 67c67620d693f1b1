import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Refund, refundsCalls } from '../../contract/orders/refunds.ts'
import { links } from '../../domain/links.ts'
import { loadable } from '../loaded.ts'
import { onTold } from '../operations/told.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { onMoved } from './order.ts'

export type RefundsPage = z.output<typeof refundsCalls.buyerRefunds.output>
type Side = 'buyer' | 'seller'

const part = loadable<RefundsPage>()
/** Refunds of the order that is looked at, and what may still go back. */
export const refunds = part.state
/** The receipt of a transfer back. */
export const voucher = uploadsOf('attachment')

/** What is asked of the person. `key` belongs to the intention: sent again it is done once. */
export type RefundDeed =
  { readonly kind: 'wish' } | { readonly kind: 'agree' | 'refuse' | 'done' | 'withdraw'; readonly refund: Refund }
export const deed = atom<
  (RefundDeed & { readonly key: string; readonly sending: boolean; readonly failure: Failure | null }) | null
>(null)

let shown: { readonly side: Side; readonly orderId: number } | null = null

export async function load(): Promise<void> {
  if (shown === null) return
  const { side, orderId } = shown
  await part.load(() =>
    side === 'buyer' ? api.orders.buyerRefunds({ orderId }) : api.orders.sellerRefunds({ orderId }),
  )
}

/** Shows the refunds of one order, and again when its people are told of it. Returns the way to stop. */
export function start(side: Side, orderId: number): () => void {
  if (shown?.orderId !== orderId || shown.side !== side) {
    part.reset()
    deed.set(null)
  }
  shown = { side, orderId }
  void load()
  const own = side === 'buyer' ? links.buyerOrder(orderId) : links.sellerOrder(orderId)
  const stopTold = onTold((heard) => {
    if (heard.kind === 'awake' || (heard.kind === 'notice' && heard.path === own)) void load()
  })
  const stopMoved = onMoved(() => void load())
  return () => {
    stopTold()
    stopMoved()
  }
}

export function ask(what: RefundDeed): void {
  if (deed.get()?.sending === true) return
  voucher.start([])
  deed.set({ ...what, key: crypto.randomUUID(), sending: false, failure: null })
}
export function drop(): void {
  if (deed.get()?.sending !== true) deed.set(null)
}

/** What is typed with a deed: of a wish line, sum and reason; of a refusal the reason. Amount in fen. */
export interface RefundWords {
  readonly lineId?: number
  readonly amount?: number
  readonly reason?: string
}

/** Does what was asked about, once. True after it worked; the list is then read again. */
export async function send(words: RefundWords = {}): Promise<boolean> {
  const now = deed.get()
  if (now === null || now.sending || shown === null) return false
  deed.set({ ...now, sending: true, failure: null })
  const answer = await sent(now, shown, words)
  if (!answer.ok) {
    // A refusal leaves the key free for another try with other words.
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    deed.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void load()
    return false
  }
  deed.set(null)
  await load()
  return true
}

function sent(
  now: RefundDeed & { readonly key: string },
  { side, orderId }: { readonly side: Side; readonly orderId: number },
  { lineId = 0, amount = 0, reason = '' }: RefundWords,
) {
  const key = { idempotencyKey: now.key }
  if (now.kind === 'wish') {
    const wish = { orderId, lineId, amount, reason }
    return side === 'buyer' ? api.orders.refundAsk(wish, key) : api.orders.refundGive(wish, key)
  }
  const { refundId } = now.refund
  if (now.kind === 'withdraw') return api.orders.refundWithdraw({ refundId })
  const voucherId = voucher.files.get()[0]?.fileId
  const about = now.kind === 'done' && voucherId !== undefined ? { voucherId } : {}
  return api.orders.refundStep({ refundId, event: now.kind, reason, ...about }, key)
}
