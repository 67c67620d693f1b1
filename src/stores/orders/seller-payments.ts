import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { SellerPayment } from '../../contract/orders/payments.ts'
import { links } from '../../domain/links.ts'
import type { PaymentState } from '../../domain/orders/payment-states.ts'
import { filteredList } from '../filtered-list.ts'
import { onTold } from '../operations/told.ts'

/** States that a payee is shown. */
const shown = ['submitted', 'confirmed', 'rejected', 'closed', 'undone'] as const satisfies PaymentState[]
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
/** `undo` takes a confirmed receipt back. */
type Verdict = 'confirm' | 'reject' | 'undo'
/** Which one is judged, and how that fares. `key` belongs to the intention: sent again it is judged once. */
export const judged = atom<{
  readonly payment: SellerPayment
  readonly verdict: Verdict
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)

export function judge(payment: SellerPayment, verdict: Verdict): void {
  if (judged.get()?.sending === true) return
  judged.set({ payment, verdict, key: crypto.randomUUID(), sending: false, failure: null })
}
export function drop(): void {
  if (judged.get()?.sending !== true) judged.set(null)
}

type Word = { readonly received: number } | { readonly reason: string }
function answerTo({ payment, verdict, key }: NonNullable<ReturnType<typeof judged.get>>, word: Word) {
  const { paymentId, amount } = payment
  const once = { idempotencyKey: key }
  if ('received' in word) {
    const { received } = word
    // The dialog has named the difference before.
    return api.orders.paymentVerdict({ paymentId, verdict: 'confirm', received, difference: received - amount }, once)
  }
  const { reason } = word
  if (verdict === 'undo') return api.orders.paymentUndo({ paymentId, reason }, once)
  return api.orders.paymentVerdict({ paymentId, verdict: 'reject', reason }, once)
}

/** Gives the verdict, once: the sum that came in, in fen, or why nothing did or it is taken back. True after it worked. */
export async function give(word: Word): Promise<boolean> {
  const now = judged.get()
  if (now === null || now.sending) return false
  judged.set({ ...now, sending: true, failure: null })
  const answer = await answerTo(now, word)
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
