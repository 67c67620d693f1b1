import { api } from '../../../client/browser.ts'
import type { OperationLog } from '../../../contract/accounts/profile.ts'
import { loadable } from '../../loadable.ts'

export const pageSize = 10

interface SecurityHistoryPage {
  readonly current: number
  readonly total: number
  readonly data: readonly OperationLog[]
}

const part = loadable<SecurityHistoryPage>()
/** Security-relevant events of the user's account, newest first. */
export const securityHistory = part.state
let page = 1

/** Loads a page; by default the shown one. */
export function loadSecurityHistory(current = page): Promise<void> {
  page = current
  return part.load(async () => {
    const answer = await api.accounts.ownOperations({ current, pageSize })
    return answer.ok ? { ok: true, content: { ...answer.content, current } } : answer
  })
}
