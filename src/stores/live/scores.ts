import { api } from '../../client/browser.ts'
import type { ScoreEntry } from '../../contract/live/scores.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../loaded.ts'

export const scoreParts = ['all', 'earned', 'spent'] as const
interface ScoreQuery {
  readonly part: (typeof scoreParts)[number]
  /** Page, from 1. */
  readonly current: number
}
interface Page {
  readonly total: number
  readonly data: readonly ScoreEntry[]
  readonly balance: number
  readonly earned: number
  readonly spent: number
}

export const pageSize = 20
/** The query of an address; what makes no sense is left out. */
export const readScores = (given: URLSearchParams): ScoreQuery => ({
  part: scoreParts.find((part) => part === given.get('part')) ?? 'all',
  current: Math.min(numberIn(given, 'current') ?? 1, 1_000_000),
})
const address = addressOf<ScoreQuery>(readScores, ({ part, current }) => ({
  part: part === 'all' ? undefined : part,
  current: current === 1 ? undefined : current,
}))
const page = loadable<Page>()
export const query = address.query
/** Points of this person: what is left, and every movement, the newest first. */
export const scores = page.state

export async function load(): Promise<void> {
  const now = query.get()
  if (now !== null) await page.load(() => api.live.scores({ ...now, pageSize }))
}
export const start = (): (() => void) => address.start(() => void load())
/** Another part begins at the first page. */
export const choose = (change: Partial<ScoreQuery>): void => address.set({ current: 1, ...change })
