import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { DeclarationReview } from '../../contract/projects/declarations.ts'
import {
  declarationReasonError,
  declarationStatuses,
  isDeclarationDraft,
} from '../../domain/projects/declaration-states.ts'
import { isOutdated } from '../row-decision.ts'
import { loadable } from '../loadable.ts'
import { filteredList } from '../filtered-list.ts'

/** States visible to operators; drafts are private to their company. */
const reviewedStatuses = declarationStatuses.filter((status) => !isDeclarationDraft(status))
/** Declarations submitted by companies, for operators. */
export const declarationReviews = filteredList(reviewedStatuses, api.projects.declarationReviews)

const part = loadable<DeclarationReview>()
/** The open declaration with its documents. */
export const declarationDetail = part.state
/** Reason and submit state of the decision; null while none is open. */
export interface DeclarationDecision {
  readonly declarationId: number
  readonly reason: string
  /** Error message; empty = none. */
  readonly fault: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const declarationDecision = atom<DeclarationDecision | null>(null)

const readDetail = (declarationId: number, fresh: boolean) =>
  part.load(() => api.projects.declarationReviewDetail({ declarationId }), fresh)
export function openDeclarationReview(declarationId: number): void {
  declarationDecision.set({ declarationId, reason: '', fault: '', sending: false, failure: null })
  void readDetail(declarationId, true)
}
export function reloadDeclarationReview(): void {
  const now = declarationDecision.get()
  if (now !== null) void readDetail(now.declarationId, false)
}
export function closeDeclarationReview(): void {
  if (declarationDecision.get()?.sending !== true) declarationDecision.set(null)
}
export function setDeclarationReason(reason: string): void {
  const now = declarationDecision.get()
  if (now !== null && !now.sending) declarationDecision.set({ ...now, reason, fault: '' })
}

/** Applies a step to the open declaration once; true on success. */
export async function decideDeclaration(event: 'take' | 'return' | 'accept' | 'reject'): Promise<boolean> {
  const now = declarationDecision.get()
  const shown = part.state.get()
  if (now === null || now.sending || shown.at !== 'ready') return false
  const reason = event === 'return' || event === 'reject' ? now.reason.trim() : ''
  const fault = declarationReasonError(event, reason)
  if (fault !== null) {
    declarationDecision.set({ ...now, fault })
    return false
  }
  declarationDecision.set({ ...now, sending: true, fault: '', failure: null })
  const { version } = shown.content
  const answer = await api.projects.declarationReview({ declarationId: now.declarationId, event, reason, version })
  if (!answer.ok) {
    declarationDecision.set({ ...now, sending: false, failure: answer.failure })
    // Changed by another operator or the company meanwhile: reload.
    if (isOutdated(answer.failure)) await Promise.all([readDetail(now.declarationId, false), declarationReviews.load()])
    return false
  }
  if (event === 'take') {
    declarationDecision.set({ ...now, sending: false, failure: null })
    await Promise.all([readDetail(now.declarationId, false), declarationReviews.load()])
  } else {
    declarationDecision.set(null)
    await declarationReviews.load()
  }
  return true
}
