import type { ReadableAtom } from 'nanostores'
import type { Answer } from '../contract/envelope.ts'
import type { Address } from './address.ts'
import { listAddress, type ListQuery } from './list-query.ts'
import { loadable, type Loadable, type Loaded } from './loaded.ts'

/** What a page of a list is asked for with. */
interface Conditions<Status extends string> {
  readonly keyword: string
  readonly current: number
  readonly pageSize: number
  readonly status?: Status
}

/** A list by keyword and state, a page at a time. `FilteredList.tsx` of the islands draws it. */
export interface FilteredList<Status extends string, Page> {
  /** States it can be filtered by. */
  readonly statuses: readonly Status[]
  readonly pageSize: number
  /** Null before `start`, which is on the server and before hydration. */
  readonly query: ReadableAtom<ListQuery<Status> | null>
  readonly state: ReadableAtom<Loaded<Page>>
  /** Reads the list again with the conditions it has. */
  readonly load: () => Promise<void>
  /** Reads the address and the list, and both again whenever the person goes back or on. Returns the way to stop. */
  readonly start: () => () => void
  /** Changes conditions; the address and the list follow. */
  readonly choose: Address<ListQuery<Status>>['set']
  /** Changes what is shown without reading. */
  readonly change: Loadable<Page>['change']
}

interface Options {
  readonly pageSize?: number
  /** What the address says besides: which of several lists of a page. */
  readonly fixed?: Readonly<Record<string, string>>
}

/** A list that `ask` reads, with its conditions kept in the address. */
export function filteredList<Status extends string, Page>(
  statuses: readonly Status[],
  ask: (conditions: Conditions<Status>) => Promise<Answer<Page>>,
  { pageSize = 20, fixed = {} }: Options = {},
): FilteredList<Status, Page> {
  const address = listAddress(statuses, fixed)
  const page = loadable<Page>()
  const load = async () => {
    const now = address.query.get()
    if (now === null) return
    const { keyword, status, current } = now
    await page.load(() => ask({ keyword, current, pageSize, ...(status === undefined ? {} : { status }) }))
  }
  return {
    ...{ statuses, pageSize, load, query: address.query, state: page.state, change: page.change },
    start: () => address.start(() => void load()),
    choose: address.set,
  }
}
