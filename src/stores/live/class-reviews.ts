import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { classStatuses, type ClassStatus } from '../../domain/live/classes.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly HostedClass[]
  readonly counts: Partial<Record<ClassStatus, number>>
}

export const pageSize = 20
const address = listAddress(classStatuses)
const page = loadable<Page>()
export const query = address.query
/** Classes of everybody, for operators. */
export const reviews = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.live.classReviews({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** The class that is read, what is typed as a reason, and how the decision fares. */
interface Open {
  readonly row: HostedClass
  readonly reason: string
  /** Why it was not sent; empty otherwise. */
  readonly fault: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const open = atom<Open | null>(null)
export const read = (row: HostedClass): void => open.set({ row, reason: '', fault: '', sending: false, failure: null })
export function close(): void {
  if (open.get()?.sending !== true) open.set(null)
}
export function setReason(reason: string): void {
  const now = open.get()
  if (now !== null && !now.sending) open.set({ ...now, reason, fault: '' })
}

/** Decides on the open class, once. True when the decision was taken. */
export async function decide(event: 'pass' | 'reject'): Promise<boolean> {
  const now = open.get()
  if (now === null || now.sending) return false
  const reason = now.reason.trim()
  if (event === 'reject' && reason === '') {
    open.set({ ...now, fault: '请写明原因，主讲方将看到' })
    return false
  }
  open.set({ ...now, sending: true, fault: '', failure: null })
  const { classId, version } = now.row
  const answer = await api.live.classReview({ classId, version, event, reason: event === 'reject' ? reason : '' })
  if (!answer.ok) {
    open.set({ ...now, failure: answer.failure })
    // Decided by somebody else meanwhile, or changed: the list shows how.
    if ([failures.stepNotAllowed.code, failures.conflict.code].some((code) => code === answer.failure.code)) void load()
    return false
  }
  open.set(null)
  await load()
  return true
}

/** Features a roadshow, or no longer. Answers what went wrong, if anything. */
export async function feature({ classId, featured }: HostedClass): Promise<string | undefined> {
  const answer = await api.live.classFeature({ classId, on: !featured })
  await load()
  return answer.ok ? undefined : answer.failure.message
}
