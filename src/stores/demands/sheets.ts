import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { takeSheet } from '../operations/made-sheet.ts'

/** The comparison of a demand's offers as a sheet. */
export const exportOffers = (demandId: number): Promise<Failure | null> =>
  takeSheet('offers', () => api.demands.offersSheet({ demandId }))

/** All demands of the company as a sheet. */
export const exportDemands = (): Promise<Failure | null> => takeSheet('demands', () => api.demands.demandsSheet({}))
