import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import { exportSheet } from './sheet-export.ts'

/** Downloads the report of a month. Returns the failure, or null. */
export const downloadMonthlyReport = (month: string): Promise<Failure | null> =>
  exportSheet('report', () => api.operations.monthlyReport({ month }))
