import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { SellerPayment } from '../../contract/orders/payments.ts'
import { links } from '../../domain/links.ts'
import type { PaymentState } from '../../domain/orders/payment-states.ts'
import { filteredList } from '../filtered-list.ts'
import { onTold } from '../operations/told.ts'

/** States that a payee is shown. */
const shown = ['submitted', 'confirmed', 'rejected', 'closed'] as const satisfies PaymentState[]
const list = filteredList(shown, ({ keyword: _none, ...conditions }) => api.orders.sellerPayments(conditions), {
  fixed: { view: 'payments' },
})
/** Reads the list, and again when its people are told of a payment. Returns the way to stop. */
function start(): () => void {
  const stop = list.start()
  const deaf = onTold((heard) => {
    if (heard.kind === 'awake') void list.load()
    if (heard.kind === 'notice' && heard.path === links.sellerReceivedPayments()) void list.load()
  })
  return () => {
    stop()
    deaf()
  }
}
/** What buyers paid, what waits for a verdict first. */
export const payments = { ...list, start }
/** Which one is judged, and how that fares. `key` belongs to the intention: sent again it is judged once. */
export const judged = atom<{
  readonly payment: SellerPayment
  readonly verdict: 'confirm' | 'reject'
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)

export function judge(payment: SellerPayment, verdict: 'confirm' | 'reject'): void {
  if (judged.get()?.sending === true) return
  judged.set({ payment, verdict, key: crypto.randomUUID(), sending: false, failure: null })
}
export function drop(): void {
  if (judged.get()?.sending !== true) judged.set(null)
}

/** Gives the verdict, once: the sum that came in, in fen, or why nothing did. True after it worked. */
export async function give(word: { readonly received: number } | { readonly reason: string }): Promise<boolean> {
  const now = judged.get()
  if (now === null || now.sending) return false
  judged.set({ ...now, sending: true, failure: null })
  const { paymentId } = now.payment
  const input =
    'received' in word
      ? { paymentId, verdict: 'confirm' as const, received: word.received }
      : { paymentId, verdict: 'reject' as const, reason: word.reason }
  const answer = await api.orders.paymentVerdict(input, { idempotencyKey: now.key })
  if (!answer.ok) {
    // A refusal leaves the key free for another try with other words.
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    judged.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void list.load()
    return false
  }
  judged.set(null)
  await list.load()
  return true
}
