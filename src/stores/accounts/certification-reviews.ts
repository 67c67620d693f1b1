import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { certificationCalls } from '../../contract/accounts/certification.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { CertificationStatus } from '../../domain/accounts/certification.ts'
import { isOutdated, nextOf } from '../deciding.ts'
import { filteredList } from '../filtered-list.ts'

/** One version, with the one in force to compare with. */
export type Review = z.output<typeof certificationCalls.certificationReviews.output>['data'][number]
export type Decision = z.output<typeof certificationCalls.certificationReview.input>['decision']

/** States that a version can be in, those that wait first; drafts are never submitted. */
const statuses = [
  'submitted',
  'more_info',
  'rejected',
  'approved',
  'expired',
  'revoked',
] as const satisfies CertificationStatus[]
/** Versions that companies submitted, for operators. */
export const reviews = filteredList(statuses, api.accounts.certificationReviews)

/** The version under review, and how the decision on it fares. */
export type Open =
  | { readonly at: 'none' }
  | { readonly at: 'reading' | 'sending'; readonly review: Review; readonly failure: Failure | null }
export const open = atom<Open>({ at: 'none' })

export const read = (review: Review): void => open.set({ at: 'reading', review, failure: null })
export function close(): void {
  if (open.get().at !== 'sending') open.set({ at: 'none' })
}

/** The next one that waits. */
function nextAfter(before: number): Review | undefined {
  const now = reviews.state.get()
  const rows = now.at === 'ready' ? now.content.data : []
  const isDecided = ({ certificationId }: Review) => certificationId === before
  return nextOf(
    rows.filter((row) => row.status === 'submitted' || isDecided(row)),
    isDecided,
  )
}

/**
 * Decides on the open version, once. What came next opens by itself; when nothing waits the window closes.
 * True when the decision was taken.
 */
export async function decide(decision: Decision, reason: string): Promise<boolean> {
  const now = open.get()
  if (now.at !== 'reading') return false
  const { review } = now
  open.set({ at: 'sending', review, failure: null })
  const { certificationId } = review
  const answer = await api.accounts.certificationReview({ certificationId, decision, reason })
  if (!answer.ok) {
    open.set({ at: 'reading', review, failure: answer.failure })
    // Decided by somebody else meanwhile: the list shows how.
    if (isOutdated(answer.failure)) void reviews.load()
    return false
  }
  const next = nextAfter(certificationId)
  open.set(next === undefined ? { at: 'none' } : { at: 'reading', review: next, failure: null })
  await reviews.load()
  return true
}
