import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { Booking } from '../../contract/projects/bookings.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly Booking[]
}

export const pageSize = 20
const address = listAddress<never>([])
const page = loadable<Page>()
export const query = address.query
/** The visits that the person asked for, the latest first. */
export const visits = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now !== null) await page.load(() => api.projects.ownBookings({ current: now.current, pageSize }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** The visit that is about to be given up. */
export interface Cancelling {
  readonly visit: Booking
  readonly sending: boolean
}
export const cancelling = atom<Cancelling | null>(null)
/** Why it was not given up. */
export const refusal = atom<Failure | null>(null)

export const askCancel = (visit: Booking): void => cancelling.set({ visit, sending: false })
export function dismiss(): void {
  if (cancelling.get()?.sending !== true) cancelling.set(null)
}

/** Gives the visit up, once. True when it was taken; the list shows how it stands either way. */
export async function cancel(): Promise<boolean> {
  const now = cancelling.get()
  if (now === null || now.sending) return false
  cancelling.set({ ...now, sending: true })
  refusal.set(null)
  const answer = await api.projects.bookingCancel({ bookingId: now.visit.bookingId })
  cancelling.set(null)
  if (!answer.ok) refusal.set(answer.failure)
  await load()
  return answer.ok
}
