import { api } from '../../client/browser.ts'
import type { DemandDetail } from '../../contract/demands/demands.ts'
import { loadable } from '../loaded.ts'

const part = loadable<DemandDetail>()
/** The demand that an order answers, as its supplier may read it. */
export const orderDemand = part.state

export const loadOrderDemand = (demandId: number): Promise<void> => part.load(() => api.demands.demand({ demandId }))
