import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { exportSheet } from '../operations/sheet-export.ts'

/** Downloads the comparison of a demand's offers. */
export const exportOffers = (demandId: number): Promise<Failure | null> =>
  exportSheet('offers', () => api.demands.offersSheet({ demandId }))
