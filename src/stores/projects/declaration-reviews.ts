import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { DeclarationReview, DeclarationReviewRow } from '../../contract/projects/declarations.ts'
import {
  declarationReasonFault,
  declarationStatuses,
  type DeclarationStatus,
} from '../../domain/projects/declaration-states.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly DeclarationReviewRow[]
  readonly counts: Readonly<Partial<Record<DeclarationStatus, number>>>
}
/** States that operators see: drafts are their company's alone. */
export const reviewedStatuses = declarationStatuses.filter((status) => status !== 'draft')
export const pageSize = 20
const address = listAddress(reviewedStatuses)
const page = loadable<Page>()
export const query = address.query
export const reviews = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.projects.declarationReviews({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

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
    const { code } = answer.failure
    if (code === failures.stepNotAllowed.code || code === failures.conflict.code) {
      await Promise.all([readDetail(now.declarationId, false), load()])
    }
    return false
  }
  if (event === 'take') {
    deciding.set({ ...now, sending: false, failure: null })
    await Promise.all([readDetail(now.declarationId, false), load()])
  } else {
    deciding.set(null)
    await load()
  }
  return true
}
