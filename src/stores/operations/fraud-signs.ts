import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FraudSignDecision } from '../../domain/operations/fraud-signs.ts'

/** The decision whose reason is being written. */
interface OpenDecision {
  readonly signId: number
  readonly decision: FraudSignDecision
  readonly sending: boolean
  readonly failure: Failure | null
}
export const signDecision = atom<OpenDecision | null>(null)

export const openSignDecision = (signId: number, decision: FraudSignDecision): void =>
  signDecision.set({ signId, decision, sending: false, failure: null })
export function closeSignDecision(): void {
  if (signDecision.get()?.sending !== true) signDecision.set(null)
}

/** Submits the open decision once, then loads the page again. A refused one stays open with its reason. */
export async function submitSignDecision(reason: string): Promise<void> {
  const now = signDecision.get()
  if (now === null || now.sending) return
  signDecision.set({ ...now, sending: true, failure: null })
  const { signId, decision } = now
  const answer = await api.operations.fraudSignDecide({ signId, decision, reason })
  if (answer.ok) location.reload()
  else signDecision.set({ ...now, sending: false, failure: answer.failure })
}
