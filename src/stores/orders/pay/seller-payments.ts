import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { SellerPayment } from '../../../contract/orders/payments.ts'
import { links } from '../../../domain/links.ts'
import type { PaymentState } from '../../../domain/orders/payment-states.ts'
import { filteredList } from '../../filtered-list.ts'
import { onPush } from '../../operations/push-notices.ts'

/** Payment states shown to the payee. */
const shownStates = ['submitted', 'confirmed', 'rejected', 'closed', 'undone'] as const satisfies PaymentState[]
const list = filteredList(shownStates, ({ keyword: _none, ...conditions }) => api.orders.sellerPayments(conditions), {
  fixed: { view: 'payments' },
})
/** Loads the list and reloads on push notices. Returns the unsubscribe function. */
function startSellerPayments(): () => void {
  const stop = list.start()
  const stopPush = onPush((notice) => {
    if (notice.kind === 'awake') void list.load()
    if (notice.kind === 'notice' && notice.path === links.sellerReceivedPayments()) void list.load()
  })
  return () => {
    stop()
    stopPush()
  }
}
/** Payments by buyers, pending verdicts first. */
export const sellerPayments = { ...list, start: startSellerPayments }
/** `undo` reverses a confirmed receipt. */
type Verdict = 'confirm' | 'reject' | 'undo'
/** Payment of the open verdict dialog and its submit state. `key` is the idempotency key. */
export const paymentVerdict = atom<{
  readonly payment: SellerPayment
  readonly verdict: Verdict
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)

export function openPaymentVerdict(payment: SellerPayment, verdict: Verdict): void {
  if (paymentVerdict.get()?.sending === true) return
  paymentVerdict.set({ payment, verdict, key: crypto.randomUUID(), sending: false, failure: null })
}
export function closePaymentVerdict(): void {
  if (paymentVerdict.get()?.sending !== true) paymentVerdict.set(null)
}

type VerdictInput = { readonly received: number } | { readonly reason: string }
function sendVerdict(
  { payment, verdict, key }: NonNullable<ReturnType<typeof paymentVerdict.get>>,
  word: VerdictInput,
) {
  const { paymentId, amount } = payment
  const once = { idempotencyKey: key }
  if ('received' in word) {
    const { received } = word
    // The dialog has shown the difference.
    return api.orders.paymentVerdict({ paymentId, verdict: 'confirm', received, difference: received - amount }, once)
  }
  const { reason } = word
  if (verdict === 'undo') return api.orders.paymentUndo({ paymentId, reason }, once)
  return api.orders.paymentVerdict({ paymentId, verdict: 'reject', reason }, once)
}

/** Submits the verdict, once: the amount received in fen, or the reason of a rejection or reversal. True on success. */
export async function submitPaymentVerdict(word: VerdictInput): Promise<boolean> {
  const now = paymentVerdict.get()
  if (now === null || now.sending) return false
  paymentVerdict.set({ ...now, sending: true, failure: null })
  const answer = await sendVerdict(now, word)
  if (!answer.ok) {
    // A refusal allows another try with different input: new idempotency key.
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    paymentVerdict.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code >= 400) void list.load()
    return false
  }
  paymentVerdict.set(null)
  await list.load()
  return true
}
