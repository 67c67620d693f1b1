import { api } from '../../client/browser.ts'
import type { OperationLog } from '../../contract/accounts/profile.ts'
import type { SubAccountRow } from '../../contract/accounts/roles.ts'
import { loadable } from '../loaded.ts'
import { query } from './people-address.ts'

export const pageSize = 20
/** Lines that the server counts at most. */
export const mostLines = 10_000

const part = loadable<{ readonly total: number; readonly data: readonly OperationLog[] }>()
/** The company's operation log, a page of what meets the conditions of the address. */
export const lines = part.state

const whoPart = loadable<{ readonly data: readonly SubAccountRow[] }>()
/** People to narrow it by. */
export const doers = whoPart.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null || now.tab !== 'log') return
  const { keyword, current, userId, from, until } = now
  if (doers.get().at !== 'ready') void whoPart.load(() => api.accounts.subAccounts({ pageSize: 100 }))
  await part.load(() =>
    api.accounts.operationLogs({
      ...{ keyword, current, pageSize },
      ...(userId === undefined ? {} : { userId }),
      ...(from === '' ? {} : { from }),
      ...(until === '' ? {} : { until }),
    }),
  )
}
