import { api } from '../../../client/browser.ts'
import type { OperationLog } from '../../../contract/accounts/profile.ts'
import type { SubAccountRow } from '../../../contract/accounts/roles.ts'
import { loadable } from '../../loadable.ts'
import { peopleQuery } from './people-query.ts'

export const pageSize = 20
/** Maximum number of log entries that the server counts. */
export const maxCountedLogs = 10_000

const part = loadable<{ readonly total: number; readonly data: readonly OperationLog[] }>()
/** Page of the company's operation log that matches the filters of the URL. */
export const operationLogs = part.state

const actorsPart = loadable<{ readonly data: readonly SubAccountRow[] }>()
/** People to filter the log by. */
export const logActors = actorsPart.state

export async function loadOperationLogs(): Promise<void> {
  const now = peopleQuery.get()
  if (now === null || now.tab !== 'log') return
  const { keyword, current, userId, from, until } = now
  if (logActors.get().at !== 'ready') void actorsPart.load(() => api.accounts.subAccounts({ pageSize: 100 }))
  await part.load(() =>
    api.accounts.operationLogs({
      keyword,
      current,
      pageSize,
      ...(userId === undefined ? {} : { userId }),
      ...(from === '' ? {} : { from }),
      ...(until === '' ? {} : { until }),
    }),
  )
}
