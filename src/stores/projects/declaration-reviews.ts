import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DeclarationReview } from '../../contract/projects/declarations.ts'
import { declarationReasonFault, declarationStatuses } from '../../domain/projects/declaration-states.ts'
import { isOutdated } from '../deciding.ts'
import { loadable } from '../loaded.ts'
import { filteredList } from '../filtered-list.ts'

/** States that operators see: drafts are their company's alone. */
const reviewedStatuses = declarationStatuses.filter((status) => status !== 'draft')
/** What companies handed in, for operators. */
export const reviews = filteredList(reviewedStatuses, api.projects.declarationReviews)

const part = loadable<DeclarationReview>()
/** The declaration that stands open, with all that was handed in. */
export const detail = part.state
/** What is typed as a reason, and how the decision fares; null while nothing is open. */
export interface Deciding {
  readonly declarationId: number
  readonly reason: string
  /** Why it was not taken; empty otherwise. */
  readonly fault: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const deciding = atom<Deciding | null>(null)

const readDetail = (declarationId: number, fresh: boolean) =>
  part.load(() => api.projects.declarationReviewDetail({ declarationId }), fresh)
export function open(declarationId: number): void {
  deciding.set({ declarationId, reason: '', fault: '', sending: false, failure: null })
  void readDetail(declarationId, true)
}
export function retry(): void {
  const now = deciding.get()
  if (now !== null) void readDetail(now.declarationId, false)
}
export function close(): void {
  if (deciding.get()?.sending !== true) deciding.set(null)
}
export function setReason(reason: string): void {
  const now = deciding.get()
  if (now !== null && !now.sending) deciding.set({ ...now, reason, fault: '' })
}

/** Takes a step with the open declaration, once. True when it was taken. */
export async function decide(event: 'take' | 'return' | 'accept' | 'reject'): Promise<boolean> {
  const now = deciding.get()
  const shown = part.state.get()
  if (now === null || now.sending || shown.at !== 'ready') return false
  const reason = event === 'return' || event === 'reject' ? now.reason.trim() : ''
  const fault = declarationReasonFault(event, reason)
  if (fault !== null) {
    deciding.set({ ...now, fault })
    return false
  }
  deciding.set({ ...now, sending: true, fault: '', failure: null })
  const { version } = shown.content
  const answer = await api.projects.declarationReview({ declarationId: now.declarationId, event, reason, version })
  if (!answer.ok) {
    deciding.set({ ...now, sending: false, failure: answer.failure })
    // Somebody else was quicker, or the company changed it: what stands there now is shown.
    if (isOutdated(answer.failure)) await Promise.all([readDetail(now.declarationId, false), reviews.load()])
    return false
  }
  if (event === 'take') {
    deciding.set({ ...now, sending: false, failure: null })
    await Promise.all([readDetail(now.declarationId, false), reviews.load()])
  } else {
    deciding.set(null)
    await reviews.load()
  }
  return true
}
