import { api } from '../../client/browser.ts'
import type { DemandRow } from '../../contract/demands/demands.ts'
import { loadable } from '../loaded.ts'

const part = loadable<readonly DemandRow[]>()
/** Demands of the own company to copy from, the newest first. */
export const older = part.state

/** So many are offered; older ones are found by their words. */
const most = 20

export const findOlder = (keyword: string): Promise<void> =>
  part.load(async () => {
    const answer = await api.demands.buyerDemands({ keyword: keyword.trim().slice(0, 30), pageSize: most })
    return answer.ok ? { ok: true, content: answer.content.data } : answer
  })
