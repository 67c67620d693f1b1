import { api } from '../../client/browser.ts'
import type { MatchedDemand } from '../../contract/demands/matching.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../loaded.ts'

export const pageSize = 20
const address = addressOf<{ readonly current: number }>(
  (given) => ({ current: Math.min(numberIn(given, 'current') ?? 1, 1_000_000) }),
  ({ current }) => ({ tab: 'match', current: current === 1 ? undefined : current }),
)
const page = loadable<{ readonly total: number; readonly data: readonly MatchedDemand[] }>()

export const query = address.query
/** Demands that a subscription found or that the company was invited to, the newest first. */
export const matches = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now !== null) await page.load(() => api.demands.matchedDemands({ current: now.current, pageSize }))
}
export const start = (): (() => void) => address.start(() => void load())
export const choose = (current: number): void => address.set({ current })
