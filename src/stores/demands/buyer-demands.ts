import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Answer, Failure } from '../../contract/envelope.ts'
import type { DemandRow } from '../../contract/demands/demands.ts'
import { demandStatuses, type DemandStatus } from '../../domain/demands/demand-states.ts'
import { listAddress } from './list-query.ts'
import { loadable } from './loaded.ts'

export interface BuyerDemandsPage {
  readonly total: number
  readonly data: readonly DemandRow[]
  readonly counts: Readonly<Partial<Record<DemandStatus, number>>>
}

/** Which question stands open over the list, and how its sending goes. */
export type DemandQuestion =
  | { readonly is: 'none' }
  | {
      readonly is: 'close' | 'reopen' | 'delete'
      readonly demand: Pick<DemandRow, 'demandId' | 'demandTitle'>
      readonly sending: boolean
      readonly failure: Failure | null
    }

export const pageSize = 20
const address = listAddress(demandStatuses)
const page = loadable<BuyerDemandsPage>()

export const query = address.query
export const demands = page.state
export const question = atom<DemandQuestion>({ is: 'none' })

/** Reads the list again with the conditions it has. */
export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, status, current } = now
  await page.load(() =>
    api.demands.buyerDemands({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }),
  )
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = address.set

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
