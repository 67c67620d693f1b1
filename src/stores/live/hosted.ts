import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { HostedClass } from '../../contract/live/hosting.ts'
import { classStatuses, type ClassStatus } from '../../domain/live/classes.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly HostedClass[]
  readonly counts: Partial<Record<ClassStatus, number>>
}

export const pageSize = 10
const address = listAddress(classStatuses)
const page = loadable<Page>()
export const query = address.query
/** Classes of the own shop, what begins last first. */
export const hosted = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.live.hostedClasses({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** The class that is to be cancelled, why, and how that goes. */
interface Cancelling {
  readonly row: HostedClass
  readonly reason: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const cancelling = atom<Cancelling | null>(null)
export const askCancel = (row: HostedClass): void => cancelling.set({ row, reason: '', sending: false, failure: null })
export function dismiss(): void {
  if (cancelling.get()?.sending !== true) cancelling.set(null)
}
export function setReason(reason: string): void {
  const now = cancelling.get()
  if (now !== null && !now.sending) cancelling.set({ ...now, reason, failure: null })
}

/** Cancels the class asked about, once. True when it is cancelled. */
export async function cancel(): Promise<boolean> {
  const now = cancelling.get()
  if (now === null || now.sending || now.reason.trim() === '') return false
  cancelling.set({ ...now, sending: true, failure: null })
  const answer = await api.live.classCancel({ classId: now.row.classId, reason: now.reason.trim() })
  if (!answer.ok) {
    cancelling.set({ ...now, failure: answer.failure })
    return false
  }
  cancelling.set(null)
  await load()
  return true
}
