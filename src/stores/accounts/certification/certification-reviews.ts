import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { certificationCalls } from '../../../contract/accounts/certification.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { isCertificationSubmitted, type CertificationStatus } from '../../../domain/accounts/certification.ts'
import { isOutdated, nextRow } from '../../row-decision.ts'
import { filteredList } from '../../filtered-list.ts'

/** A submitted version with the version in force for comparison. */
export type CertificationReview = z.output<typeof certificationCalls.certificationReviews.output>['data'][number]
export type CertificationDecision = z.output<typeof certificationCalls.certificationReview.input>['decision']

/** States of a version, waiting ones first; drafts are never submitted. */
const statuses = [
  'submitted',
  'more_info',
  'rejected',
  'approved',
  'expired',
  'revoked',
] as const satisfies CertificationStatus[]
/** Versions that companies submitted, for operators. */
export const certificationReviews = filteredList(statuses, api.accounts.certificationReviews)

/** The version under review and the submit state of its decision. */
export type OpenCertificationReview =
  | { readonly at: 'none' }
  | { readonly at: 'reading' | 'sending'; readonly review: CertificationReview; readonly failure: Failure | null }
export const currentReview = atom<OpenCertificationReview>({ at: 'none' })

export const openCertificationReview = (review: CertificationReview): void =>
  currentReview.set({ at: 'reading', review, failure: null })
export function closeCertificationReview(): void {
  if (currentReview.get().at !== 'sending') currentReview.set({ at: 'none' })
}

/** The next waiting version. */
function nextAfter(before: number): CertificationReview | undefined {
  const now = certificationReviews.state.get()
  const rows = now.at === 'ready' ? now.content.data : []
  const isDecided = ({ certificationId }: CertificationReview) => certificationId === before
  return nextRow(
    rows.filter((row) => isCertificationSubmitted(row.status) || isDecided(row)),
    isDecided,
  )
}

/**
 * Submits the decision on the open version once, then opens the next waiting one or closes the window.
 * True on success.
 */
export async function decideCertification(decision: CertificationDecision, reason: string): Promise<boolean> {
  const now = currentReview.get()
  if (now.at !== 'reading') return false
  const { review } = now
  currentReview.set({ at: 'sending', review, failure: null })
  const { certificationId } = review
  const answer = await api.accounts.certificationReview({ certificationId, decision, reason })
  if (!answer.ok) {
    currentReview.set({ at: 'reading', review, failure: answer.failure })
    // Decided by somebody else meanwhile: reload the list.
    if (isOutdated(answer.failure)) void certificationReviews.load()
    return false
  }
  const next = nextAfter(certificationId)
  currentReview.set(next === undefined ? { at: 'none' } : { at: 'reading', review: next, failure: null })
  await certificationReviews.load()
  return true
}
