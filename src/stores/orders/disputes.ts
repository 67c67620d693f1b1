import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DisputeRow, OperatorDispute } from '../../contract/orders/disputes.ts'
import type { DisputeRuling } from '../../domain/orders/disputes.ts'
import { formatYuanInput, parseFen } from '../../domain/money-input.ts'
import { filteredList } from '../filtered-list.ts'
import type { TypedLine } from './refunds.ts'

/** Disputed orders, for operators, longest waiting first. */
export const disputes = filteredList([], ({ current, pageSize }) => api.orders.disputes({ current, pageSize }))

/** Open verdict dialog of a dispute and its submit state. */
interface Deciding {
  readonly dispute: OperatorDispute
  readonly event: DisputeRuling
  readonly reason: string
  readonly refunds: readonly TypedLine[]
  readonly sending: boolean
  readonly failure: Failure | null
}
export const disputeVerdict = atom<Deciding | null>(null)

/** Reads the dispute as it is now and opens its verdict dialog. Returns the failure, if any. */
export async function openDisputeVerdict({ disputeId }: DisputeRow): Promise<Failure | null> {
  const answer = await api.orders.dispute({ disputeId })
  if (!answer.ok) return answer.failure
  const refunds = answer.content.payments
    .filter(({ refundable }) => refundable > 0)
    .map(({ lineId, name, refundable }) => ({ lineId, name, most: refundable, typed: formatYuanInput(refundable) }))
  disputeVerdict.set({ dispute: answer.content, event: 'resume', reason: '', refunds, sending: false, failure: null })
  return null
}
export function closeDisputeVerdict(): void {
  if (disputeVerdict.get()?.sending !== true) disputeVerdict.set(null)
}
export function changeDisputeVerdict(part: Partial<Pick<Deciding, 'event' | 'reason'>>): void {
  const now = disputeVerdict.get()
  if (now !== null && !now.sending) disputeVerdict.set({ ...now, ...part, failure: null })
}
export function changeDisputeRefund(lineId: number, typed: string): void {
  const now = disputeVerdict.get()
  if (now === null || now.sending) return
  const refunds = now.refunds.map((line) => (line.lineId === lineId ? { ...line, typed } : line))
  disputeVerdict.set({ ...now, refunds, failure: null })
}

/** Submits the verdict, once; the refunds belong to a cancellation. True on success. */
export async function submitDisputeVerdict(): Promise<boolean> {
  const now = disputeVerdict.get()
  if (now === null || now.sending) return false
  disputeVerdict.set({ ...now, sending: true, failure: null })
  const { dispute, event, reason, refunds } = now
  const amounts = refunds.map(({ lineId, typed }) => ({ lineId, amount: parseFen(typed) ?? 0 }))
  const back = event === 'cancel' ? { refunds: amounts } : {}
  const answer = await api.orders.disputeVerdict({
    disputeId: dispute.disputeId,
    event,
    reason: reason.trim(),
    ...back,
  })
  if (!answer.ok) {
    disputeVerdict.set({ ...now, sending: false, failure: answer.failure })
    return false
  }
  disputeVerdict.set(null)
  await disputes.load()
  return true
}
