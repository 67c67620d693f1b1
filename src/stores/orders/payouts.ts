import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { PayoutDetail } from '../../contract/orders/payouts.ts'
import { payoutStatuses } from '../../domain/orders/payouts.ts'
import { today } from '../../domain/time.ts'
import { withReauthentication } from '../accounts/security/reauthenticate.ts'
import { filteredList } from '../filtered-list.ts'
import { loadable } from '../loadable.ts'
import { exportSheet } from '../operations/sheet-export.ts'
import { createUploads } from '../operations/uploads.ts'

/** Payouts for operators; those that wait come first. */
export const payoutList = filteredList(payoutStatuses, (conditions) => api.orders.payouts(conditions))

const part = loadable<PayoutDetail>()
/** The open payout. */
export const openPayoutDetail = part.state
/** Id of the open payout; null = none. */
export const openPayoutId = atom<number | null>(null)
/** Bank receipt of the dialog. */
export const payoutReceipt = createUploads('attachment')

export async function showPayout(payoutId: number): Promise<void> {
  openPayoutId.set(payoutId)
  part.reset()
  await reloadPayout()
}
export async function reloadPayout(): Promise<void> {
  const payoutId = openPayoutId.get()
  if (payoutId !== null) await part.load(() => api.orders.payout({ payoutId }))
}
export function closePayout(): void {
  if (payoutStep.get()?.sending === true) return
  payoutStep.set(null)
  openPayoutId.set(null)
}

export type PayoutStepKind = 'approve' | 'return' | 'paid' | 'failed' | 'bounce' | 'retry'
interface PayoutStep {
  readonly kind: PayoutStepKind
  readonly payout: PayoutDetail
  readonly key: string
  readonly reason: string
  readonly bankReference: string
  /** Day in Shanghai. */
  readonly paidOn: string
  readonly sending: boolean
  readonly failure: Failure | null
}
/** Step of the open payout that is being confirmed; null = none. */
export const payoutStep = atom<PayoutStep | null>(null)

export function openPayoutStep(kind: PayoutStepKind, payout: PayoutDetail): void {
  if (payoutStep.get()?.sending === true) return
  payoutReceipt.setFiles([])
  const empty = { reason: '', bankReference: '', paidOn: today(), sending: false, failure: null }
  payoutStep.set({ kind, payout, key: crypto.randomUUID(), ...empty })
}
export function closePayoutStep(): void {
  if (payoutStep.get()?.sending !== true) payoutStep.set(null)
}
type Typed = Partial<Pick<PayoutStep, 'reason' | 'bankReference' | 'paidOn'>>
export function changePayoutStep(typed: Typed): void {
  const now = payoutStep.get()
  if (now !== null && !now.sending) payoutStep.set({ ...now, ...typed, failure: null })
}

function send({ kind, payout, key, reason, bankReference, paidOn }: PayoutStep): Promise<Answer<PayoutDetail>> {
  const { payoutId, amount, account } = payout
  const once = { idempotencyKey: key }
  switch (kind) {
    case 'approve':
      return withReauthentication(() => api.orders.payoutApprove({ payoutId, amount, account }, once))
    case 'return':
      return api.orders.payoutReturn({ payoutId, reason }, once)
    case 'failed':
      return api.orders.payoutFailed({ payoutId, reason }, once)
    case 'bounce': {
      const rerouted = payout.reroutes.map(({ refundId }) => refundId)
      return api.orders.payoutBounce({ payoutId, reason, rerouted }, once)
    }
    case 'retry':
      return api.orders.payoutRetry({ payoutId }, once)
    case 'paid': {
      const receiptId = payoutReceipt.files.get()[0]?.fileId ?? ''
      return api.orders.payoutPaid({ payoutId, receiptId, bankReference, paidOn }, once)
    }
  }
}

/** Submits the step, once. True on success. */
export async function submitPayoutStep(): Promise<boolean> {
  const now = payoutStep.get()
  if (now === null || now.sending) return false
  payoutStep.set({ ...now, sending: true, failure: null })
  const answer = await send(now)
  if (!answer.ok) {
    // A refusal allows another try: new idempotency key. What another operator did shows at once.
    const key = answer.failure.code === 0 ? now.key : crypto.randomUUID()
    payoutStep.set({ ...now, key, sending: false, failure: answer.failure })
    if (answer.failure.code > 0) await Promise.all([payoutList.load(), reloadPayout()])
    return false
  }
  payoutStep.set(null)
  part.show(answer.content)
  await payoutList.load()
  return true
}

/** Downloads the sheet of approved payouts. Returns the failure, if any. */
export const downloadPayoutSheet = (): Promise<Failure | null> =>
  exportSheet('payouts', () => api.orders.payoutsSheet({}))
