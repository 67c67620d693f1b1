import { api } from '../../client/browser.ts'
import type { ScoreEntry } from '../../contract/live/scores.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'
import { loadable } from '../loadable.ts'

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
/** Parses a URL query; invalid values are ignored. */
export const parseScoresQuery = (given: URLSearchParams): ScoreQuery => ({
  part: scoreParts.find((part) => part === given.get('part')) ?? 'all',
  current: Math.min(parsePositiveInt(given, 'current') ?? 1, 1_000_000),
})
const address = createUrlQuery<ScoreQuery>(parseScoresQuery, ({ part, current }) => ({
  part: part === 'all' ? undefined : part,
  current: current === 1 ? undefined : current,
}))
const page = loadable<Page>()
export const scoresQuery = address.query
/** The user's points: balance and every movement, newest first. */
export const scores = page.state

export async function loadScores(): Promise<void> {
  const now = scoresQuery.get()
  if (now !== null) await page.load(() => api.live.scores({ ...now, pageSize }))
}
export const startScores = (): (() => void) => address.start(() => void loadScores())
/** Another tab starts at the first page. */
export const setScoresQuery = (change: Partial<ScoreQuery>): void => address.set({ current: 1, ...change })
