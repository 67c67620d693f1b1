import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Failure } from '../../../contract/envelope.ts'
import type { Payment } from '../../../contract/orders/payments.ts'
import { createUploads } from '../../operations/uploads.ts'
import { paymentAttempt, chosenLineIds, loadPayInfo, paymentMethod, leaveAttempt } from './pay.ts'

/** Call under way: creating an attempt, sending a voucher, or cancelling. */
export const paymentSending = atom<{
  readonly at: 'none' | 'opening' | 'confirming' | 'closing'
  readonly failure: Failure | null
}>({ at: 'none', failure: null })
/** Gateway link of the attempt; null until requested on this page. */
export const gatewayLink = atom<{
  readonly paymentId: number
  readonly url: string | null
  readonly qr: string | null
} | null>(null)
/** Voucher of the transfer. */
export const transferVoucher = createUploads('attachment')

/** Idempotency keys of vouchers by payment: the same after a lost connection. */
const keys = new Map<string, string>()
function keyOf(paymentId: number, fileId: string): string {
  const name = `${paymentId} ${fileId}`
  const key = keys.get(name) ?? crypto.randomUUID()
  keys.set(name, key)
  return key
}

/** Creates a payment attempt for the chosen lines, once; repeating it finds the existing attempt. True on success. */
export async function startPayment(): Promise<boolean> {
  const way = paymentMethod.get()
  const lineIds = [...chosenLineIds.get()]
  if (paymentSending.get().at !== 'none' || way === null || lineIds.length === 0) return false
  paymentSending.set({ at: 'opening', failure: null })
  const answer = await api.orders.paymentOpen({ lineIds, method: way })
  if (!answer.ok) return handleRefusal(answer.failure)
  const { payment, url, qr } = answer.content
  gatewayLink.set(url === null && qr === null ? null : { paymentId: payment.paymentId, url, qr })
  if (paymentAttempt.get()?.paymentId !== payment.paymentId) transferVoucher.setFiles([])
  return finishStep(payment)
}

/** Resumes a gateway attempt: requesting its lines again finds the same attempt. */
export async function resumePayment(): Promise<boolean> {
  const now = paymentAttempt.get()
  if (now === null || now.method === 'bank') return false
  chosenLineIds.set(now.parts.map(({ lineId }) => lineId))
  paymentMethod.set(now.method)
  return startPayment()
}

/** Sends the voucher of a transfer, once. */
export async function submitVoucher(): Promise<boolean> {
  const now = paymentAttempt.get()
  const [file] = transferVoucher.files.get()
  if (now === null || file === undefined || paymentSending.get().at !== 'none') return false
  paymentSending.set({ at: 'confirming', failure: null })
  const { paymentId } = now
  const idempotencyKey = keyOf(paymentId, file.fileId)
  const answer = await api.orders.paymentConfirm({ paymentId, voucherId: file.fileId }, { idempotencyKey })
  if (!answer.ok) {
    // Refused, or waiting for approval: the next press is another request. Only a lost answer repeats the same one.
    if (answer.failure.code !== 0) keys.delete(`${paymentId} ${file.fileId}`)
    return handleRefusal(answer.failure)
  }
  return finishStep(answer.content)
}

/** Cancels the attempt, or withdraws its voucher. */
export async function cancelPayment(): Promise<boolean> {
  const now = paymentAttempt.get()
  if (now === null || paymentSending.get().at !== 'none') return false
  paymentSending.set({ at: 'closing', failure: null })
  const answer = await api.orders.paymentClose({ paymentId: now.paymentId })
  if (!answer.ok) return handleRefusal(answer.failure)
  paymentSending.set({ at: 'none', failure: null })
  return leavePayment()
}

/** Returns to choosing lines and method. */
export async function leavePayment(): Promise<true> {
  leaveAttempt()
  gatewayLink.set(null)
  transferVoucher.setFiles([])
  await loadPayInfo()
  return true
}

async function handleRefusal(failure: Failure): Promise<false> {
  paymentSending.set({ at: 'none', failure })
  // The state has changed: reload it behind the error.
  if (failure.code >= 400) await loadPayInfo()
  return false
}

async function finishStep(payment: Payment): Promise<true> {
  paymentAttempt.set(payment)
  paymentSending.set({ at: 'none', failure: null })
  await loadPayInfo()
  return true
}

const pollMs = 3_000

/** Polls a gateway attempt while the page is visible. Returns the stop function. */
export function watchPayment(): () => void {
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') void checkPayment()
  }, pollMs)
  return () => clearInterval(timer)
}

export async function checkPayment(): Promise<void> {
  const now = paymentAttempt.get()
  if (now === null) return
  const answer = await api.orders.paymentState({ paymentId: now.paymentId })
  // The attempt was cancelled or replaced meanwhile: ignore the answer.
  if (!answer.ok || paymentAttempt.get()?.paymentId !== now.paymentId) return
  if (answer.content.status === now.status) return
  paymentAttempt.set(answer.content)
  await loadPayInfo()
}
