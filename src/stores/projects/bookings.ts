import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import type { OpsBooking } from '../../contract/projects/bookings.ts'
import {
  bookingNoteFault,
  bookingStatuses,
  type BookingEvent,
  type BookingStatus,
} from '../../domain/projects/booking-states.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'
import { faultsOf } from '../faults.ts'

interface Page {
  readonly total: number
  readonly data: readonly OpsBooking[]
  readonly counts: Readonly<Partial<Record<BookingStatus, number>>>
}

export const pageSize = 20
const address = listAddress(bookingStatuses)
const page = loadable<Page>()
export const query = address.query
/** Visits that people asked for, for operators. */
export const bookings = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.projects.bookings({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** The answer that is being written, and how its sending fares. */
export interface Answering {
  readonly booking: OpsBooking
  readonly event: BookingEvent
  readonly note: string
  /** What is wrong with the note; empty otherwise. */
  readonly fault: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const answering = atom<Answering | null>(null)

export const open = (booking: OpsBooking, event: BookingEvent): void =>
  answering.set({ booking, event, note: '', fault: '', sending: false, failure: null })
export function dismiss(): void {
  if (answering.get()?.sending !== true) answering.set(null)
}
export function setNote(note: string): void {
  const now = answering.get()
  if (now !== null && !now.sending) answering.set({ ...now, note, fault: '' })
}

/** Sends the answer, once. True when it was taken; what was typed stays otherwise. */
export async function send(): Promise<boolean> {
  const now = answering.get()
  if (now === null || now.sending) return false
  const note = now.note.trim()
  const fault = bookingNoteFault(now.event, note)
  if (fault !== null) {
    answering.set({ ...now, fault })
    return false
  }
  answering.set({ ...now, sending: true, fault: '', failure: null })
  const answer = await api.projects.bookingStep({ bookingId: now.booking.bookingId, event: now.event, note })
  if (answer.ok) {
    answering.set(null)
    await load()
    return true
  }
  const named = faultsOf(answer.failure).find(({ field }) => field === 'note')?.message ?? ''
  answering.set({ ...now, sending: false, fault: named, failure: named === '' ? answer.failure : null })
  // Somebody else was quicker: the list shows how it stands.
  const { code } = answer.failure
  if (code === failures.stepNotAllowed.code || code === failures.notFound.code) void load()
  return false
}
