import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Dispute } from '../../contract/orders/fulfilment.ts'
import type { Failure } from '../../contract/envelope.ts'
import { filteredList } from '../filtered-list.ts'

/** Orders in dispute, for operators, the one that waits longest first. */
export const disputes = filteredList([], ({ current, pageSize }) => api.orders.disputes({ current, pageSize }))

export type VerdictEvent = 'resume' | 'complete' | 'cancel'
/** The dispute that is being decided, and how the sending of its verdict fares. */
interface Deciding {
  readonly dispute: Dispute
  readonly event: VerdictEvent
  readonly reason: string
  /** As typed, in yuan. */
  readonly refund: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const deciding = atom<Deciding | null>(null)

export const decide = (dispute: Dispute, refund: string): void =>
  deciding.set({ dispute, event: 'resume', reason: '', refund, sending: false, failure: null })
export function dismiss(): void {
  if (deciding.get()?.sending !== true) deciding.set(null)
}
export function change(part: Partial<Pick<Deciding, 'event' | 'reason' | 'refund'>>): void {
  const now = deciding.get()
  if (now !== null && !now.sending) deciding.set({ ...now, ...part, failure: null })
}

/** Gives the verdict, once; `refundAmount` (fen) goes with a cancellation. True when it was taken. */
export async function settle(refundAmount: number): Promise<boolean> {
  const now = deciding.get()
  if (now === null || now.sending) return false
  deciding.set({ ...now, sending: true, failure: null })
  const { dispute, event, reason } = now
  const back = event === 'cancel' ? { refundAmount } : {}
  const answer = await api.orders.disputeVerdict({ orderId: dispute.orderId, event, reason: reason.trim(), ...back })
  if (!answer.ok) {
    deciding.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  deciding.set(null)
  await disputes.load()
  return true
}
