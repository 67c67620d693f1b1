import { api } from '../../client/browser.ts'
import type { OwnClassRow } from '../../contract/live/classes.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../loaded.ts'

export const ownParts = ['joined', 'booked', 'watched'] as const
export type OwnPart = (typeof ownParts)[number] | 'favourite'
interface OwnQuery {
  readonly part: OwnPart
  /** Page, from 1. */
  readonly current: number
}

export const pageSize = 12

/** The query of an address; what makes no sense is left out. Favourites are a page of their own. */
export const readOwn = (given: URLSearchParams, favourites: boolean): OwnQuery => ({
  part: favourites ? 'favourite' : (ownParts.find((part) => part === given.get('part')) ?? 'joined'),
  current: Math.min(numberIn(given, 'current') ?? 1, 1_000_000),
})

/** Classes that a person booked and watched, or keeps. */
function listOf(favourites: boolean) {
  const address = addressOf<OwnQuery>(
    (given) => readOwn(given, favourites),
    ({ part, current }) => ({
      part: favourites || part === 'joined' ? undefined : part,
      current: current === 1 ? undefined : current,
    }),
  )
  const page = loadable<{ readonly total: number; readonly data: readonly OwnClassRow[] }>()
  async function load(): Promise<void> {
    const now = address.query.get()
    if (now !== null) await page.load(() => api.live.ownClasses({ ...now, pageSize }))
  }
  return {
    rows: page.state,
    query: address.query,
    load,
    start: () => address.start(() => void load()),
    /** Another part begins at the first page. */
    choose: (change: Partial<OwnQuery>) => address.set({ current: 1, ...change }),
    /** Books or keeps a class no longer. Answers what went wrong, if anything. */
    end: async ({ classId }: OwnClassRow): Promise<string | undefined> => {
      const call = favourites ? api.live.classFavourite : api.live.classBook
      const answer = await call({ classId, on: false })
      await load()
      return answer.ok ? undefined : answer.failure.message
    },
  }
}
export const joined = listOf(false)
export const kept = listOf(true)
