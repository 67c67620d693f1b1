import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { ClaimDetail } from '../../contract/accounts/company-claims.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { claimStatuses } from '../../domain/accounts/company-claims.ts'
import { isOutdated } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'
import { loadable } from '../loaded.ts'

/** Claims that companies submitted, for operators. */
export const reviews = filteredList(claimStatuses, api.accounts.claimReviews)

const part = loadable<ClaimDetail>()
/** The claim that stands open, with who holds what is claimed now. */
export const detail = part.state

/** What is typed about the open claim, and how the decision fares; null while nothing is open. */
export interface Deciding {
  readonly claimId: number
  readonly reason: string
  readonly sending: 'approve' | 'reject' | null
  readonly failure: Failure | null
}
export const deciding = atom<Deciding | null>(null)

export function open(claimId: number): void {
  deciding.set({ claimId, reason: '', sending: null, failure: null })
  void part.load(() => api.accounts.claimDetail({ claimId }), true)
}
export async function retry(): Promise<void> {
  const now = deciding.get()
  if (now !== null) await part.load(() => api.accounts.claimDetail({ claimId: now.claimId }), false)
}
export function close(): void {
  if (deciding.get()?.sending == null) deciding.set(null)
}
export function setReason(reason: string): void {
  const now = deciding.get()
  if (now !== null && now.sending === null) deciding.set({ ...now, reason })
}

/** Decides on the open claim, about the holders that are shown, once. True when it was taken. */
export async function decide(decision: 'approve' | 'reject'): Promise<boolean> {
  const now = deciding.get()
  const shown = part.state.get()
  if (now === null || now.sending !== null || shown.at !== 'ready') return false
  deciding.set({ ...now, sending: decision, failure: null })
  const { claimId, holders } = shown.content
  const holderIds = holders.map(({ companyId }) => companyId)
  const answer = await api.accounts.claimReview({ claimId, decision, reason: now.reason.trim(), holderIds })
  deciding.set({ ...now, sending: null, failure: answer.ok ? null : answer.failure })
  if (answer.ok) {
    deciding.set(null)
    await reviews.load()
    return true
  }
  // Decided by somebody else, or held by others meanwhile: what stands there now is shown.
  if (isOutdated(answer.failure) || answer.failure.code === failures.claimOutdated.code)
    await Promise.all([retry(), reviews.load()])
  return false
}
