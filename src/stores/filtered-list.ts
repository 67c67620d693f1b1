import type { ReadableAtom } from 'nanostores'
import type { Answer } from '../contract/envelope.ts'
import type { UrlQuery } from './url-query.ts'
import { listUrlQuery, type ListQuery } from './list-query.ts'
import { loadable, type Loadable, type Loaded } from './loadable.ts'

/** Filters sent with the request of a page. */
interface Conditions<Status extends string> {
  readonly keyword: string
  readonly current: number
  readonly pageSize: number
  readonly status?: Status
}

/** A paged list filtered by keyword and state. Rendered by `FilteredList.tsx` of the islands. */
export interface FilteredList<Status extends string, Page> {
  /** States it can be filtered by. */
  readonly statuses: readonly Status[]
  readonly pageSize: number
  /** Null before `start`: on the server and before hydration. */
  readonly query: ReadableAtom<ListQuery<Status> | null>
  readonly state: ReadableAtom<Loaded<Page>>
  /** Reloads the list with the current filters. */
  readonly load: () => Promise<void>
  /** Reads the URL and loads the list, again on every popstate. Returns the stop function. */
  readonly start: () => () => void
  /** Changes filters; updates the URL and reloads the list. */
  readonly setQuery: UrlQuery<ListQuery<Status>>['set']
  /** Updates the shown page without a request. */
  readonly update: Loadable<Page>['update']
}

interface Options {
  readonly pageSize?: number
  /** Constant URL parameters, such as which of several lists of a page is shown. */
  readonly fixed?: Readonly<Record<string, string>>
}

/** A list whose pages `fetchPage` loads, with its filters in the URL. */
export function filteredList<Status extends string, Page>(
  statuses: readonly Status[],
  fetchPage: (conditions: Conditions<Status>) => Promise<Answer<Page>>,
  { pageSize = 20, fixed = {} }: Options = {},
): FilteredList<Status, Page> {
  const urlQuery = listUrlQuery(statuses, fixed)
  const page = loadable<Page>()
  const load = async () => {
    const now = urlQuery.query.get()
    if (now === null) return
    const { keyword, status, current } = now
    await page.load(() => fetchPage({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }))
  }
  return {
    statuses,
    pageSize,
    load,
    query: urlQuery.query,
    state: page.state,
    update: page.update,
    start: () => urlQuery.start(() => void load()),
    setQuery: urlQuery.set,
  }
}
