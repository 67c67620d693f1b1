import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { QualificationReviewRow } from '../../contract/shops/qualifications.ts'
import { qualificationStatuses, type QualificationStatus } from '../../domain/shops/qualifications.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly QualificationReviewRow[]
  readonly counts: Partial<Record<QualificationStatus, number>>
}

export const pageSize = 20
const address = listAddress(qualificationStatuses)
const page = loadable<Page>()
export const query = address.query
/** Certificates that shops submitted, for operators. */
export const reviews = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.shops.qualificationReviews({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** The certificate under review, what is typed as a reason, and how the decision fares. */
export type Open =
  | { readonly at: 'none' }
  | {
      readonly at: 'reading' | 'sending'
      readonly row: QualificationReviewRow
      readonly reason: string
      /** Why it was not taken; empty otherwise. */
      readonly fault: string
      readonly failure: Failure | null
    }
export const open = atom<Open>({ at: 'none' })
export const read = (row: QualificationReviewRow): void =>
  open.set({ at: 'reading', row, reason: '', fault: '', failure: null })
export function close(): void {
  if (open.get().at !== 'sending') open.set({ at: 'none' })
}
export function setReason(reason: string): void {
  const now = open.get()
  if (now.at === 'reading') open.set({ ...now, reason, fault: '' })
}

/** Decides on the open certificate, once. True when the decision was taken. */
export async function decide(event: 'pass' | 'reject'): Promise<boolean> {
  const now = open.get()
  if (now.at !== 'reading') return false
  const reason = now.reason.trim()
  if (event === 'reject' && reason === '') {
    open.set({ ...now, fault: '请写明原因，供应商将看到' })
    return false
  }
  open.set({ ...now, at: 'sending', fault: '', failure: null })
  const { qualificationId, tag, name, scope, until, file } = now.row
  const answer = await api.shops.qualificationReview({
    ...{ qualificationId, event, reason: event === 'reject' ? reason : '' },
    seen: { tag, name, scope, until, fileId: file?.fileId ?? null },
  })
  if (!answer.ok) {
    open.set({ ...now, at: 'reading', failure: answer.failure })
    // Decided by somebody else meanwhile, or submitted anew: the list shows how.
    if (answer.failure.code === failures.stepNotAllowed.code || answer.failure.code === failures.conflict.code)
      void load()
    return false
  }
  open.set({ at: 'none' })
  await load()
  return true
}
