import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandRow, OwnDemandRow } from '../../contract/demands/demands.ts'
import { demandSortKeys, type DemandSortKey } from '../../domain/daily-lists.ts'
import { demandStatuses, type DemandStatus } from '../../domain/demands/demand-states.ts'
import { dailyList } from '../daily-list.ts'
import { selectedAction } from '../selected-action.ts'

interface DemandsPage {
  readonly total: number
  readonly data: readonly OwnDemandRow[]
  readonly counts: Readonly<Partial<Record<DemandStatus, number>>>
}

/** The company's own demands. */
export const buyerDemands = dailyList<DemandStatus, DemandSortKey, DemandsPage>({
  name: 'buyerDemands',
  statuses: demandStatuses,
  sortKeys: demandSortKeys,
  defaultColumns: ['budget', 'offers', 'deadline', 'state'],
  fetchPage: (conditions) => api.demands.buyerDemands(conditions),
  askSheet: (filter, demandIds) => api.demands.demandsSheet({ ...filter, demandIds }),
  rowKey: ({ demandId }) => demandId,
  path: '/platform/buyerAccount/requirement',
})

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
/** Confirmation of actions on the selected demands. */
export const demandsAction = selectedAction<'close' | 'extend', OwnDemandRow>(() => buyerDemands.load())
const idsOf = (rows: readonly OwnDemandRow[]) => rows.map(({ demandId }) => demandId)

/** Closes the selected demands; suppliers can read the reason. */
export const closeDemands = (reason: string): Promise<number | null> =>
  demandsAction.run((rows) => api.demands.demandsClose({ demandIds: idsOf(rows), reason }))
/** Moves the deadline of the selected demands to a later moment. */
export const extendDemands = (deadline: string): Promise<number | null> =>
  demandsAction.run((rows) => api.demands.demandsExtend({ demandIds: idsOf(rows), deadline }))

/** Deletes a draft, a rejected, closed or expired demand. */
export const deleteDemand = (then: () => void): Promise<boolean> =>
  submitDialog((demandId) => api.demands.demandDelete({ demandId }), then)
