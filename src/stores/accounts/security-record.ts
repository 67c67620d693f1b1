import { api } from '../../client/browser.ts'
import type { OperationLog } from '../../contract/accounts/profile.ts'
import { loadable } from '../loaded.ts'

export const pageSize = 10

interface RecordPage {
  readonly current: number
  readonly total: number
  readonly data: readonly OperationLog[]
}

const part = loadable<RecordPage>()
/** What happened to the safety of the own account, newest first. */
export const record = part.state
let page = 1

/** Reads a page; without one the page that is shown. */
export function load(current = page): Promise<void> {
  page = current
  return part.load(async () => {
    const answer = await api.accounts.ownOperations({ current, pageSize })
    return answer.ok ? { ok: true, content: { ...answer.content, current } } : answer
  })
}
