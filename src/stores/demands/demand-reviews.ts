import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { DemandForReview, DemandReviewRow } from '../../contract/demands/demand-reviews.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { listAddress } from './list-query.ts'
import { loadable } from './loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly DemandReviewRow[]
}

export const pageSize = 20
const address = listAddress(demandStatuses)
const page = loadable<Page>()
const content = loadable<DemandForReview>()
export const query = address.query
/** Demands that wait for their review, the oldest first. */
export const reviews = page.state
/** The one under review, whole. */
export const opened = content.state
/** Which one is open, and how the verdict on it fares. */
export const open = atom<{
  readonly row: DemandReviewRow
  readonly sending: boolean
  readonly failure: Failure | null
} | null>(null)

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, current } = now
  await page.load(() => api.demands.demandReviews({ keyword, current, pageSize }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** Opens one to be read. */
export async function read(row: DemandReviewRow): Promise<void> {
  open.set({ row, sending: false, failure: null })
  await content.load(() => api.demands.demandForReview({ demandId: row.demandId }), true)
}

/** Back to the list, which may have changed meanwhile. */
export function close(): void {
  if (open.get()?.sending === true) return
  open.set(null)
  void load()
}

/** The one that waits behind the one that was decided; the first one when none is behind. */
function nextOf(before: number): DemandReviewRow | undefined {
  const now = reviews.get()
  const rows = now.at === 'ready' ? now.content.data : []
  const place = rows.findIndex(({ demandId }) => demandId === before)
  const others = rows.filter((_, index) => index !== place)
  return others[place] ?? others[0]
}

/** What tells that the list is older than what happened. */
const outdated: readonly number[] = [failures.stepNotAllowed.code, failures.conflict.code, failures.notFound.code]

/** Decides on the open one, once, about what was read. The next one opens by itself. True when it was taken. */
export async function decide(verdict: 'pass' | 'reject', reason: string): Promise<boolean> {
  const [now, shown] = [open.get(), opened.get()]
  if (now === null || now.sending || shown.at !== 'ready') return false
  const { demandId, version } = shown.content
  open.set({ ...now, sending: true, failure: null })
  const answer = await api.demands.demandReview({ demandId, verdict, reason, version })
  if (!answer.ok) {
    open.set({ ...now, sending: false, failure: answer.failure })
    if (outdated.includes(answer.failure.code)) void load()
    return false
  }
  const next = nextOf(demandId)
  open.set(null)
  await Promise.all([load(), next === undefined ? undefined : read(next)])
  return true
}
