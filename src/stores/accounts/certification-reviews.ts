import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { certificationCalls } from '../../contract/accounts/certification.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { certificationStatuses } from '../../domain/accounts/certification.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

type Page = z.output<typeof certificationCalls.certificationReviews.output>
/** One version, with the one in force to compare with. */
export type Review = Page['data'][number]
export type Decision = z.output<typeof certificationCalls.certificationReview.input>['decision']

export const pageSize = 20
const address = listAddress(certificationStatuses)
const page = loadable<Page>()

export const query = address.query
/** Versions that companies submitted, for operators. */
export const reviews = page.state

/** The version under review, and how the decision on it fares. */
export type Open =
  | { readonly at: 'none' }
  | { readonly at: 'reading' | 'sending'; readonly review: Review; readonly failure: Failure | null }
export const open = atom<Open>({ at: 'none' })

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.accounts.certificationReviews({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

export const read = (review: Review): void => open.set({ at: 'reading', review, failure: null })
export function close(): void {
  if (open.get().at !== 'sending') open.set({ at: 'none' })
}

/** The next one that waits, behind the one that was decided; the first one when none is behind. */
function nextOf(before: number): Review | undefined {
  const now = reviews.get()
  const waiting = now.at === 'ready' ? now.content.data.filter(({ status }) => status === 'submitted') : []
  const others = waiting.filter(({ certificationId }) => certificationId !== before)
  const order = now.at === 'ready' ? now.content.data.map(({ certificationId }) => certificationId) : []
  const place = order.indexOf(before)
  return others.find(({ certificationId }) => order.indexOf(certificationId) > place) ?? others[0]
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
    if (answer.failure.code === failures.stepNotAllowed.code) void load()
    return false
  }
  const next = nextOf(certificationId)
  open.set(next === undefined ? { at: 'none' } : { at: 'reading', review: next, failure: null })
  await load()
  return true
}
