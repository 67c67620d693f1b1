import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { ClaimDetail } from '../../../contract/accounts/company-claims.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { failures } from '../../../contract/failures.ts'
import { claimStatuses } from '../../../domain/accounts/company-claims.ts'
import { isOutdated } from '../../row-decision.ts'
import { filteredList } from '../../filtered-list.ts'
import { loadable } from '../../loadable.ts'

/** Claims that companies submitted, for operators. */
export const claimReviews = filteredList(claimStatuses, api.accounts.claimReviews)

const part = loadable<ClaimDetail>()
/** The open claim with the current holders of the claimed name or code. */
export const claimDetail = part.state

/** Reason and submit state of the decision on the open claim; null while none is open. */
export interface ClaimDecision {
  readonly claimId: number
  readonly reason: string
  readonly sending: 'approve' | 'reject' | null
  readonly failure: Failure | null
}
export const claimDecision = atom<ClaimDecision | null>(null)

export function openClaimReview(claimId: number): void {
  claimDecision.set({ claimId, reason: '', sending: null, failure: null })
  void part.load(() => api.accounts.claimDetail({ claimId }), true)
}
export async function reloadClaimReview(): Promise<void> {
  const now = claimDecision.get()
  if (now !== null) await part.load(() => api.accounts.claimDetail({ claimId: now.claimId }), false)
}
export function closeClaimReview(): void {
  if (claimDecision.get()?.sending == null) claimDecision.set(null)
}
export function setClaimReason(reason: string): void {
  const now = claimDecision.get()
  if (now !== null && now.sending === null) claimDecision.set({ ...now, reason })
}

/** Submits the decision once, with the shown holders for a conflict check. True on success. */
export async function decideClaim(decision: 'approve' | 'reject'): Promise<boolean> {
  const now = claimDecision.get()
  const shown = part.state.get()
  if (now === null || now.sending !== null || shown.at !== 'ready') return false
  claimDecision.set({ ...now, sending: decision, failure: null })
  const { claimId, holders } = shown.content
  const holderIds = holders.map(({ companyId }) => companyId)
  const answer = await api.accounts.claimReview({ claimId, decision, reason: now.reason.trim(), holderIds })
  claimDecision.set({ ...now, sending: null, failure: answer.ok ? null : answer.failure })
  if (answer.ok) {
    claimDecision.set(null)
    await claimReviews.load()
    return true
  }
  // Decided by somebody else, or other holders meanwhile: reload.
  if (isOutdated(answer.failure) || answer.failure.code === failures.claimOutdated.code)
    await Promise.all([reloadClaimReview(), claimReviews.load()])
  return false
}
