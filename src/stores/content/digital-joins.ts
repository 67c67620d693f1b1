import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { DigitalJoin } from '../../contract/content/digital.ts'
import type { Failure } from '../../contract/envelope.ts'
import { failures } from '../../contract/failures.ts'
import { joinNoteFault, joinStatuses, type JoinEvent, type JoinStatus } from '../../domain/content/join-states.ts'
import { faultsOf } from '../faults.ts'
import { listAddress } from '../demands/list-query.ts'
import { loadable } from '../demands/loaded.ts'

interface Page {
  readonly total: number
  readonly data: readonly DigitalJoin[]
  readonly counts: Readonly<Partial<Record<JoinStatus, number>>>
}

export const pageSize = 20
const address = listAddress(joinStatuses)
const page = loadable<Page>()
export const query = address.query
/** What vendors sent, for operators. */
export const joins = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.content.digitalJoins({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

/** The question that stands open over the list, what is typed as its answer, and how its sending fares. */
export interface Asking {
  readonly join: DigitalJoin
  readonly event: 'accept' | 'decline'
  readonly note: string
  /** What is wrong with the note; empty otherwise. */
  readonly fault: string
  readonly sending: boolean
  readonly failure: Failure | null
}
export const asking = atom<Asking | null>(null)
/** Why a step without a question was not taken. */
export const refusal = atom<Failure | null>(null)
/** The one whose step is on its way. */
export const moving = atom<number | null>(null)

export const ask = (join: DigitalJoin, event: 'accept' | 'decline'): void =>
  asking.set({ join, event, note: '', fault: '', sending: false, failure: null })
export function dismiss(): void {
  if (asking.get()?.sending !== true) asking.set(null)
}
export function setNote(note: string): void {
  const now = asking.get()
  if (now !== null && !now.sending) asking.set({ ...now, note, fault: '' })
}

/** Somebody else was quicker: the list shows how it stands. */
function refresh({ code }: Failure): void {
  if (code === failures.stepNotAllowed.code || code === failures.notFound.code) void load()
}

/** Takes one, or gives it back; once, however often it is pressed. True when it was taken. */
export async function step(joinId: number, event: Exclude<JoinEvent, 'accept' | 'decline'>): Promise<boolean> {
  if (moving.get() !== null) return false
  moving.set(joinId)
  refusal.set(null)
  const answer = await api.content.digitalJoinStep({ joinId, event })
  moving.set(null)
  if (answer.ok) {
    await load()
    return true
  }
  refusal.set(answer.failure)
  refresh(answer.failure)
  return false
}

/** Ends the one that is asked about, with what came of it. True when it was taken. */
export async function settle(): Promise<boolean> {
  const now = asking.get()
  if (now === null || now.sending) return false
  const note = now.note.trim()
  const fault = joinNoteFault(now.event, note)
  if (fault !== null) {
    asking.set({ ...now, fault })
    return false
  }
  asking.set({ ...now, sending: true, fault: '', failure: null })
  const answer = await api.content.digitalJoinStep({ joinId: now.join.joinId, event: now.event, note })
  if (answer.ok) {
    asking.set(null)
    await load()
    return true
  }
  const named = faultsOf(answer.failure).find(({ field }) => field === 'note')?.message ?? ''
  asking.set({ ...now, sending: false, fault: named, failure: named === '' ? answer.failure : null })
  refresh(answer.failure)
  return false
}
