import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Dispute } from '../../contract/orders/fulfilment.ts'
import type { Failure } from '../../contract/envelope.ts'
import { filteredList } from '../filtered-list.ts'

/** Disputed orders, for operators, longest waiting first. */
export const disputes = filteredList([], ({ current, pageSize }) => api.orders.disputes({ current, pageSize }))

export type VerdictEvent = 'resume' | 'complete' | 'cancel'
/** Open verdict dialog of a dispute and its submit state. */
interface Deciding {
  readonly dispute: Dispute
  readonly event: VerdictEvent
  readonly reason: string
  /** As typed, in yuan. */
  readonly refund: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const disputeVerdict = atom<Deciding | null>(null)

export const openDisputeVerdict = (dispute: Dispute, refund: string): void =>
  disputeVerdict.set({ dispute, event: 'resume', reason: '', refund, sending: false, failure: null })
export function closeDisputeVerdict(): void {
  if (disputeVerdict.get()?.sending !== true) disputeVerdict.set(null)
}
export function changeDisputeVerdict(part: Partial<Pick<Deciding, 'event' | 'reason' | 'refund'>>): void {
  const now = disputeVerdict.get()
  if (now !== null && !now.sending) disputeVerdict.set({ ...now, ...part, failure: null })
}

/** Submits the verdict, once; `refundAmount` (fen) belongs to a cancellation. True on success. */
export async function submitDisputeVerdict(refundAmount: number): Promise<boolean> {
  const now = disputeVerdict.get()
  if (now === null || now.sending) return false
  disputeVerdict.set({ ...now, sending: true, failure: null })
  const { dispute, event, reason } = now
  const back = event === 'cancel' ? { refundAmount } : {}
  const answer = await api.orders.disputeVerdict({ orderId: dispute.orderId, event, reason: reason.trim(), ...back })
  if (!answer.ok) {
    disputeVerdict.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  disputeVerdict.set(null)
  await disputes.load()
  return true
}
