import { atom, type ReadableAtom } from 'nanostores'

/** Conditions of a list as its address holds them. */
export interface ListQuery<Status extends string> {
  readonly keyword: string
  /** Undefined = all. */
  readonly status: Status | undefined
  /** Page, from 1. */
  readonly current: number
}

/** Conditions out of the query of an address; what makes no sense is left out. */
export function readListQuery<Status extends string>(search: string, statuses: readonly Status[]): ListQuery<Status> {
  const given = new URLSearchParams(search)
  const page = Number(given.get('current'))
  return {
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    status: statuses.find((status) => status === given.get('status')),
    current: Number.isInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  }
}

function write(query: ListQuery<string>, fixed: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(fixed)
  if (query.keyword !== '') given.set('keyword', query.keyword)
  if (query.status !== undefined) given.set('status', query.status)
  if (query.current > 1) given.set('current', String(query.current))
  const text = given.toString()
  return text === '' ? '' : `?${text}`
}

export interface ListAddress<Status extends string> {
  /** Null before `start`, which is on the server and before hydration. */
  readonly query: ReadableAtom<ListQuery<Status> | null>
  /** Reads the address, and again whenever the person goes back or on. Returns the way to stop. */
  readonly start: (changed: () => void) => () => void
  /** Changes conditions and the address with them; another condition starts at the first page. */
  readonly set: (change: Partial<ListQuery<Status>>) => void
}

/**
 * Keeps the conditions of a list in the address, so that back works and a link shows the same list. `fixed` is what the
 * address says besides: which of several lists of a page.
 */
export function listAddress<Status extends string>(
  statuses: readonly Status[],
  fixed: Readonly<Record<string, string>> = {},
): ListAddress<Status> {
  const query = atom<ListQuery<Status> | null>(null)
  let tell = () => {}
  return {
    query,
    start: (changed) => {
      tell = changed
      const read = () => {
        query.set(readListQuery(location.search, statuses))
        changed()
      }
      read()
      addEventListener('popstate', read)
      return () => removeEventListener('popstate', read)
    },
    set: (change) => {
      const before = query.get()
      if (before === null) return
      const next = { ...before, current: 1, ...change }
      query.set(next)
      history.pushState(null, '', location.pathname + write(next, fixed))
      tell()
    },
  }
}
