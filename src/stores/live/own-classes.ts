import { api } from '../../client/browser.ts'
import type { OwnClassRow } from '../../contract/live/classes.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'
import { loadable } from '../loadable.ts'

export const ownParts = ['joined', 'booked', 'watched'] as const
export type OwnPart = (typeof ownParts)[number] | 'favourite'
interface OwnQuery {
  readonly part: OwnPart
  /** Page, from 1. */
  readonly current: number
}

export const pageSize = 12

/** Parses a URL query; invalid values are ignored. Favourites are a separate page. */
export const parseOwnClassesQuery = (given: URLSearchParams, favourites: boolean): OwnQuery => ({
  part: favourites ? 'favourite' : (ownParts.find((part) => part === given.get('part')) ?? 'joined'),
  current: Math.min(parsePositiveInt(given, 'current') ?? 1, 1_000_000),
})

/** Creates the list of booked and watched classes, or of favourites. */
function createOwnClassList(favourites: boolean) {
  const address = createUrlQuery<OwnQuery>(
    (given) => parseOwnClassesQuery(given, favourites),
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
    /** Another tab starts at the first page. */
    choose: (change: Partial<OwnQuery>) => address.set({ current: 1, ...change }),
    /** Cancels a booking or favourite. Returns an error message, if any. */
    end: async ({ classId }: OwnClassRow): Promise<string | undefined> => {
      const call = favourites ? api.live.classFavourite : api.live.classBook
      const answer = await call({ classId, on: false })
      await load()
      return answer.ok ? undefined : answer.failure.message
    },
  }
}
export const joinedClasses = createOwnClassList(false)
export const favouriteClasses = createOwnClassList(true)
