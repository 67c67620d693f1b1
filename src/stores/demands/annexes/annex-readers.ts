import { atom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { AnnexOpening, AnnexReader } from '../../../contract/demands/annexes.ts'
import type { Failure } from '../../../contract/envelope.ts'
import { loadable } from '../../loadable.ts'

export const annexRowsPerPage = 10
interface Page<Row> {
  readonly total: number
  readonly data: readonly Row[]
}

/** Companies that accepted the terms of an own demand, and the access log; each may fail independently. */
const readersPart = loadable<Page<AnnexReader>>()
const openingsPart = loadable<Page<AnnexOpening>>()
export const annexReaders = readersPart.state
export const annexOpenings = openingsPart.state
export const annexReadersPage = atom(1)
export const annexOpeningsPage = atom(1)

/** Dialog about one company: revoke or restore access. */
export type AccessDialog =
  | { readonly is: 'none' }
  | {
      readonly is: 'revoke' | 'allow'
      readonly reader: AnnexReader
      readonly sending: boolean
      readonly failure: Failure | null
    }
export const accessDialog = atom<AccessDialog>({ is: 'none' })

let shownDemandId: number | null = null

export async function loadAnnexReaders(current = annexReadersPage.get()): Promise<void> {
  const demandId = shownDemandId
  annexReadersPage.set(current)
  if (demandId !== null)
    await readersPart.load(() => api.demands.annexReaders({ demandId, current, pageSize: annexRowsPerPage }))
}
export async function loadAnnexOpenings(current = annexOpeningsPage.get()): Promise<void> {
  const demandId = shownDemandId
  annexOpeningsPage.set(current)
  if (demandId !== null)
    await openingsPart.load(() => api.demands.annexOpenings({ demandId, current, pageSize: annexRowsPerPage }))
}

/** Loads the readers of a demand's annexes. */
export async function startAnnexReaders(demandId: number): Promise<void> {
  if (shownDemandId !== demandId) {
    readersPart.reset()
    openingsPart.reset()
    accessDialog.set({ is: 'none' })
  }
  shownDemandId = demandId
  await Promise.all([loadAnnexReaders(1), loadAnnexOpenings(1)])
}

export const openAccessDialog = (is: 'revoke' | 'allow', reader: AnnexReader): void =>
  accessDialog.set({ is, reader, sending: false, failure: null })
export function closeAccessDialog(): void {
  const now = accessDialog.get()
  if (now.is !== 'none' && !now.sending) accessDialog.set({ is: 'none' })
}

/** Submits the open dialog; true on success. */
export async function submitAccessDecision(reason = ''): Promise<boolean> {
  const now = accessDialog.get()
  if (shownDemandId === null || now.is === 'none' || now.sending) return false
  accessDialog.set({ ...now, sending: true, failure: null })
  const answer = await api.demands.annexAccess({
    demandId: shownDemandId,
    orgId: now.reader.orgId,
    event: now.is,
    reason,
  })
  if (answer.ok) {
    accessDialog.set({ is: 'none' })
    await loadAnnexReaders()
    return true
  }
  accessDialog.set({ ...now, sending: false, failure: answer.failure })
  // A colleague decided meanwhile.
  if (answer.failure.code >= 1000) await loadAnnexReaders()
  return false
}
