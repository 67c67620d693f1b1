import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { paymentsCalls, SellerPayment } from '../../contract/orders/payments.ts'
import { links } from '../../domain/links.ts'
import { paymentStates } from '../../domain/orders/payment-states.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'
import { onTold } from '../operations/told.ts'

export type SellerPaymentsPage = z.output<typeof paymentsCalls.sellerPayments.output>

export const pageSize = 20
const address = listAddress(paymentStates, { view: 'payments' })
const page = loadable<SellerPaymentsPage>()
export const query = address.query
/** What buyers paid, what waits for a verdict first. */
export const payments = page.state
/** Which one is judged, and how that fares. `key` belongs to the intention: sent again it is judged once. */
export const judged = atom<{
  readonly payment: SellerPayment
  readonly verdict: 'confirm' | 'reject'
  readonly key: string
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { status, current } = now
  await page.load(() => api.orders.sellerPayments({ ...(status === undefined ? {} : { status }), current, pageSize }))
}

/** Reads the list, and again when its people are told of a payment. Returns the way to stop. */
export function start(): () => void {
  const stop = address.start(() => void load())
  const deaf = onTold((heard) => {
    if (heard.kind === 'awake') void load()
    if (heard.kind === 'notice' && heard.path === links.sellerReceivedPayments()) void load()
  })
  return () => {
    stop()
    deaf()
  }
}
export const choose = address.set

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
    if (answer.failure.code >= 400) void load()
    return false
  }
  judged.set(null)
  await load()
  return true
}
