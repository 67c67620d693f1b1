import { api } from '../../../client/browser.ts'
import type { MatchedDemand } from '../../../contract/demands/matching.ts'
import { createUrlQuery, parsePositiveInt } from '../../url-query.ts'
import { loadable } from '../../loadable.ts'

export const matchPageSize = 20
const address = createUrlQuery<{ readonly current: number }>(
  (given) => ({ current: Math.min(parsePositiveInt(given, 'current') ?? 1, 1_000_000) }),
  ({ current }) => ({ tab: 'match', current: current === 1 ? undefined : current }),
)
const page = loadable<{ readonly total: number; readonly data: readonly MatchedDemand[] }>()

export const matchQuery = address.query
/** Demands matched by a subscription or with an invitation to the company, newest first. */
export const matches = page.state

export async function loadMatches(): Promise<void> {
  const now = matchQuery.get()
  if (now !== null) await page.load(() => api.demands.matchedDemands({ current: now.current, pageSize: matchPageSize }))
}
export const startMatches = (): (() => void) => address.start(() => void loadMatches())
export const openMatchPage = (current: number): void => address.set({ current })
