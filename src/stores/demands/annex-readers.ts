import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { AnnexOpening, AnnexReader } from '../../contract/demands/annexes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { loadable } from '../loaded.ts'

export const rowsAPage = 10
interface Page<Row> {
  readonly total: number
  readonly data: readonly Row[]
}

/** Who accepted the terms of a demand of one's own, and what they opened: each may fail on its own. */
const readersPart = loadable<Page<AnnexReader>>()
const openingsPart = loadable<Page<AnnexOpening>>()
export const readers = readersPart.state
export const openings = openingsPart.state
export const readersPage = atom(1)
export const openingsPage = atom(1)

/** The question about one company: stop it, or let it in again. */
export type AccessQuestion =
  | { readonly is: 'none' }
  | {
      readonly is: 'revoke' | 'allow'
      readonly reader: AnnexReader
      readonly sending: boolean
      readonly failure: Failure | null
    }
export const question = atom<AccessQuestion>({ is: 'none' })

let shown: number | null = null

export async function loadReaders(current = readersPage.get()): Promise<void> {
  const demandId = shown
  readersPage.set(current)
  if (demandId !== null)
    await readersPart.load(() => api.demands.annexReaders({ demandId, current, pageSize: rowsAPage }))
}
export async function loadOpenings(current = openingsPage.get()): Promise<void> {
  const demandId = shown
  openingsPage.set(current)
  if (demandId !== null)
    await openingsPart.load(() => api.demands.annexOpenings({ demandId, current, pageSize: rowsAPage }))
}

/** Shows the readers of a demand's confidential part. */
export async function start(demandId: number): Promise<void> {
  if (shown !== demandId) {
    readersPart.reset()
    openingsPart.reset()
    question.set({ is: 'none' })
  }
  shown = demandId
  await Promise.all([loadReaders(1), loadOpenings(1)])
}

export const ask = (is: 'revoke' | 'allow', reader: AnnexReader): void =>
  question.set({ is, reader, sending: false, failure: null })
export function dismiss(): void {
  const now = question.get()
  if (now.is !== 'none' && !now.sending) question.set({ is: 'none' })
}

/** Answers the question that is open; true when it was done. */
export async function decide(reason = ''): Promise<boolean> {
  const now = question.get()
  if (shown === null || now.is === 'none' || now.sending) return false
  question.set({ ...now, sending: true, failure: null })
  const answer = await api.demands.annexAccess({ demandId: shown, orgId: now.reader.orgId, event: now.is, reason })
  if (answer.ok) {
    question.set({ is: 'none' })
    await loadReaders()
    return true
  }
  question.set({ ...now, sending: false, failure: answer.failure })
  // A colleague has decided meanwhile.
  if (answer.failure.code >= 1000) await loadReaders()
  return false
}
