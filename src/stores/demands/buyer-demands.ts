import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandRow } from '../../contract/demands/demands.ts'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { filteredList } from '../filtered-list.ts'

/** The company's own demands. */
export const buyerDemands = filteredList(demandStatuses, api.demands.buyerDemands)

/** Open dialog over the list, with its submit state. */
export type DemandDialog =
  | { readonly is: 'none' }
  | {
      readonly is: 'close' | 'reopen' | 'delete'
      readonly demand: Pick<DemandRow, 'demandId' | 'demandTitle'>
      readonly sending: boolean
      readonly failure: Failure | null
    }

export const demandDialog = atom<DemandDialog>({ is: 'none' })

export function openDemandDialog(
  is: 'close' | 'reopen' | 'delete',
  demand: Pick<DemandRow, 'demandId' | 'demandTitle'>,
): void {
  demandDialog.set({ is, demand, sending: false, failure: null })
}
export function closeDemandDialog(): void {
  const open = demandDialog.get()
  if (open.is === 'none' || !open.sending) demandDialog.set({ is: 'none' })
}

/** Submits the open dialog, once; `then` runs on success. */
async function submitDialog(send: (demandId: number) => Promise<Answer<unknown>>, then: () => void): Promise<boolean> {
  const open = demandDialog.get()
  if (open.is === 'none' || open.sending) return false
  demandDialog.set({ ...open, sending: true, failure: null })
  const answer = await send(open.demand.demandId)
  if (!answer.ok) {
    demandDialog.set({ ...open, sending: false, failure: answer.failure })
    return false
  }
  demandDialog.set({ is: 'none' })
  then()
  return true
}

/** Closes the demand; suppliers can read the reason. */
export const closeDemand = (reason: string, then: () => void): Promise<boolean> =>
  submitDialog((demandId) => api.demands.demandEditStatus({ demandId, event: 'close', reason }), then)
/** Reopens a closed demand until `deadline`; suppliers can read the optional reason. */
export const reopenDemand = (deadline: string, reason: string, then: () => void): Promise<boolean> =>
  submitDialog((demandId) => api.demands.demandEditStatus({ demandId, event: 'reopen', deadline, reason }), then)
/** Deletes a draft, a rejected, closed or expired demand. */
export const deleteDemand = (then: () => void): Promise<boolean> =>
  submitDialog((demandId) => api.demands.demandDelete({ demandId }), then)
