import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandRow } from '../../contract/demands/demands.ts'
import { demandStatuses } from '../../domain/demands/demand-states.ts'
import { filteredList } from '../filtered-list.ts'

/** The company's own demands. */
export const demands = filteredList(demandStatuses, api.demands.buyerDemands)

/** Which question stands open over the list, and how its sending goes. */
export type DemandQuestion =
  | { readonly is: 'none' }
  | {
      readonly is: 'close' | 'reopen' | 'delete'
      readonly demand: Pick<DemandRow, 'demandId' | 'demandTitle'>
      readonly sending: boolean
      readonly failure: Failure | null
    }

export const question = atom<DemandQuestion>({ is: 'none' })

export function ask(is: 'close' | 'reopen' | 'delete', demand: Pick<DemandRow, 'demandId' | 'demandTitle'>): void {
  question.set({ is, demand, sending: false, failure: null })
}
export function dismiss(): void {
  const open = question.get()
  if (open.is === 'none' || !open.sending) question.set({ is: 'none' })
}

/** Sends what the open question is about, once; `then` runs after it worked. */
async function answerQuestion(
  send: (demandId: number) => Promise<Answer<unknown>>,
  then: () => void,
): Promise<boolean> {
  const open = question.get()
  if (open.is === 'none' || open.sending) return false
  question.set({ ...open, sending: true, failure: null })
  const answer = await send(open.demand.demandId)
  if (!answer.ok) {
    question.set({ ...open, sending: false, failure: answer.failure })
    return false
  }
  question.set({ is: 'none' })
  then()
  return true
}

/** Closes the demand for good reason; suppliers read the reason. */
export const close = (reason: string, then: () => void): Promise<boolean> =>
  answerQuestion((demandId) => api.demands.demandEditStatus({ demandId, event: 'close', reason }), then)
/** Opens a closed demand again until `deadline`; suppliers read the reason where there is one. */
export const reopen = (deadline: string, reason: string, then: () => void): Promise<boolean> =>
  answerQuestion((demandId) => api.demands.demandEditStatus({ demandId, event: 'reopen', deadline, reason }), then)
/** Deletes a draft, a rejected, closed or expired demand. */
export const remove = (then: () => void): Promise<boolean> =>
  answerQuestion((demandId) => api.demands.demandDelete({ demandId }), then)
