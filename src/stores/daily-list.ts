import { atom, type ReadableAtom } from 'nanostores'
import type { Answer, Failure } from '../contract/envelope.ts'
import type { FilteredListName } from '../domain/accounts/saved-filters.ts'
import { parseFen } from '../domain/money-input.ts'
import { savedFilters, type SavedFilters } from './accounts/saved-filters.ts'
import { createDailyAddress, type DailyQuery } from './daily-query.ts'
import { loadable, type Loadable, type Loaded } from './loadable.ts'
import { exportSheet } from './operations/sheet-export.ts'
import { onPush } from './operations/push-notices.ts'
import { shownColumns, type ShownColumns } from './shown-columns.ts'

/** Filters of a call. Amounts in fen. */
export interface ListFilter<Status extends string> {
  readonly keyword: string
  readonly status?: Status | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly amountFrom?: number | undefined
  readonly amountTo?: number | undefined
}
/** What a page of the list is asked with. */
export interface PageConditions<Status extends string, Key extends string> extends ListFilter<Status> {
  readonly sortBy?: Key | undefined
  readonly sortDown: boolean
  readonly current: number
  readonly pageSize: number
}
interface Page {
  readonly total: number
  readonly data: readonly unknown[]
}

/** A list that people work in all day: filters and sort order in the address, chosen columns, selected rows. */
export interface DailyList<Status extends string, Key extends string, P extends Page> {
  readonly name: FilteredListName
  readonly statuses: readonly Status[]
  readonly sortKeys: readonly Key[]
  /** Null before `start`: on the server and before hydration. */
  readonly query: ReadableAtom<DailyQuery<Status, Key> | null>
  readonly state: ReadableAtom<Loaded<P>>
  readonly pageSize: number
  /** Loads, and reloads on push notices about its things. Returns the unsubscribe function. */
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly updateQuery: (change: Partial<DailyQuery<Status, Key>>) => void
  readonly columns: ShownColumns
  readonly savedFilters: SavedFilters
  readonly rowKey: (row: P['data'][number]) => number
  /** Keys of the selected rows; those of other pages are not in it. */
  readonly selected: ReadableAtom<ReadonlySet<number>>
  readonly select: (keys: ReadonlySet<number>) => void
  /** Updates the shown page without a request. */
  readonly update: Loadable<P>['update']
  /** Downloads a sheet of the filtered rows, or only of the selected ones. Returns the failure, if any. */
  readonly downloadSheet: (only?: ReadonlySet<number>) => Promise<Failure | null>
}

interface Options<Status extends string, Key extends string, P extends Page> {
  readonly name: FilteredListName
  readonly statuses: readonly Status[]
  readonly sortKeys: readonly Key[]
  /** Columns that a person who has chosen none sees, beside those that are always shown. */
  readonly defaultColumns: readonly string[]
  /** `extra` are other parameters of the address. */
  readonly fetchPage: (
    conditions: PageConditions<Status, Key>,
    extra: Readonly<Record<string, string>>,
  ) => Promise<Answer<P>>
  readonly rowKey: (row: P['data'][number]) => number
  /** Asks for a sheet of the filtered rows, or of the selected ones. Without it there is none. */
  readonly askSheet?: (filter: ListFilter<Status>, only?: number[]) => Promise<Answer<{ readonly url: string }>>
  /** Notices below this path reload the list. */
  readonly path?: string
  readonly pageSize?: number
}

const filled = (text: string) => (text === '' ? undefined : text)
const amount = (text: string) => parseFen(text) ?? undefined

function filterOf<Status extends string>(query: DailyQuery<Status, string>): ListFilter<Status> {
  const { keyword, status, from, until, amountFrom, amountTo } = query
  return {
    keyword,
    status,
    from: filled(from),
    until: filled(until),
    amountFrom: amount(amountFrom),
    amountTo: amount(amountTo),
  }
}

export function dailyList<Status extends string, Key extends string, P extends Page>(
  options: Options<Status, Key, P>,
): DailyList<Status, Key, P> {
  const { name, statuses, sortKeys, defaultColumns, fetchPage, rowKey, askSheet, path, pageSize = 20 } = options
  const address = createDailyAddress(statuses, sortKeys)
  const page = loadable<P>()
  const selected = atom<ReadonlySet<number>>(new Set())
  const columns = shownColumns(name, defaultColumns)
  const load = async () => {
    const now = address.query.get()
    if (now === null) return
    const { sortBy, sortDown, current, extra } = now
    await page.load(() => fetchPage({ ...filterOf(now), sortBy, sortDown, current, pageSize }, extra))
    const state = page.state.get()
    // What is not on the page any more is not selected any more.
    const keys = state.at === 'ready' ? state.content.data.map(rowKey) : []
    if (selected.get().size > 0) selected.set(new Set(keys.filter((key) => selected.get().has(key))))
    // The last page became empty: show the page before it.
    const last = state.at === 'ready' ? Math.max(1, Math.ceil(state.content.total / pageSize)) : current
    if (keys.length === 0 && current > last) address.set({ current: last })
  }
  return {
    name,
    statuses,
    sortKeys,
    query: address.query,
    state: page.state,
    pageSize,
    columns,
    savedFilters: savedFilters(name),
    rowKey,
    selected,
    select: (keys) => selected.set(keys),
    update: page.update,
    start: () => {
      columns.start()
      const stop = address.start(() => void load())
      const unsubscribe = onPush((notice) => {
        if (path === undefined) return
        if (notice.kind === 'awake' || (notice.kind === 'notice' && notice.path.startsWith(path))) void load()
      })
      return () => {
        stop()
        unsubscribe()
      }
    },
    load,
    updateQuery: address.set,
    downloadSheet: async (only) => {
      const now = address.query.get()
      if (now === null || askSheet === undefined) return null
      // A selected row may have left the filter meanwhile.
      return exportSheet(name, () =>
        only === undefined ? askSheet(filterOf(now)) : askSheet({ keyword: '' }, [...only]),
      )
    },
  }
}
