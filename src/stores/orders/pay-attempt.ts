import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Payment } from '../../contract/orders/payments.ts'
import { uploadsOf } from '../operations/uploads.ts'
import { attempt, chosen, load, method, turnAway } from './pay.ts'

/** What is being sent: an attempt that begins, a voucher, giving up. */
export const sending = atom<{
  readonly at: 'none' | 'opening' | 'confirming' | 'closing'
  readonly failure: Failure | null
}>({ at: 'none', failure: null })
/** Where a gateway takes the money of the attempt; null = not asked since the page was opened. */
export const cashDesk = atom<{
  readonly paymentId: number
  readonly url: string | null
  readonly qr: string | null
} | null>(null)
/** The receipt of the transfer. */
export const voucher = uploadsOf('attachment')

/** Keys of vouchers by payment: sent again after a broken line it is the same sending. */
const keys = new Map<string, string>()
function keyOf(paymentId: number, fileId: string): string {
  const name = `${paymentId} ${fileId}`
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return key
}

/** Begins to pay what is chosen, once; the very same again finds the attempt that is there. True after it worked. */
export async function open(): Promise<boolean> {
  const way = method.get()
  const lineIds = [...chosen.get()]
  if (sending.get().at !== 'none' || way === null || lineIds.length === 0) return false
  sending.set({ at: 'opening', failure: null })
  const answer = await api.orders.paymentOpen({ lineIds, method: way })
  if (!answer.ok) return refused(answer.failure)
  const { payment, url, qr } = answer.content
  cashDesk.set(url === null && qr === null ? null : { paymentId: payment.paymentId, url, qr })
  if (attempt.get()?.paymentId !== payment.paymentId) voucher.start([])
  return done(payment)
}

/** Goes on with an attempt at a gateway: its lines are asked for again, which finds the same one. */
export async function resume(): Promise<boolean> {
  const now = attempt.get()
  if (now === null || now.method === 'bank') return false
  chosen.set(now.parts.map(({ lineId }) => lineId))
  method.set(now.method)
  return open()
}

/** Sends the voucher of a transfer, once. */
export async function confirm(): Promise<boolean> {
  const now = attempt.get()
  const [file] = voucher.files.get()
  if (now === null || file === undefined || sending.get().at !== 'none') return false
  sending.set({ at: 'confirming', failure: null })
  const { paymentId } = now
  const idempotencyKey = keyOf(paymentId, file.fileId)
  const answer = await api.orders.paymentConfirm({ paymentId, voucherId: file.fileId }, { idempotencyKey })
  if (!answer.ok) return refused(answer.failure)
  return done(answer.content)
}

/** Gives up the attempt, or takes its voucher back. */
export async function close(): Promise<boolean> {
  const now = attempt.get()
  if (now === null || sending.get().at !== 'none') return false
  sending.set({ at: 'closing', failure: null })
  const answer = await api.orders.paymentClose({ paymentId: now.paymentId })
  if (!answer.ok) return refused(answer.failure)
  sending.set({ at: 'none', failure: null })
  return leave()
}

/** Back to choosing what to pay and how. */
export async function leave(): Promise<true> {
  turnAway()
  cashDesk.set(null)
  voucher.start([])
  await load()
  return true
}

async function refused(failure: Failure): Promise<false> {
  sending.set({ at: 'none', failure })
  // It is not as it was shown: behind the refusal the page shows how it stands.
  if (failure.code >= 400) await load()
  return false
}

async function done(payment: Payment): Promise<true> {
  attempt.set(payment)
  sending.set({ at: 'none', failure: null })
  await load()
  return true
}

const everyMs = 3_000

/** Asks how an attempt at a gateway stands while its page is looked at. Returns the way to stop. */
export function watch(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void look()
  }, everyMs)
  return () => clearInterval(timer)
}

export async function look(): Promise<void> {
  const now = attempt.get()
  if (now === null) return
  const answer = await api.orders.paymentState({ paymentId: now.paymentId })
  // Given up meanwhile, or another one begun: its answer interests nobody.
  if (!answer.ok || attempt.get()?.paymentId !== now.paymentId) return
  if (answer.content.status === now.status) return
  attempt.set(answer.content)
  await load()
}
