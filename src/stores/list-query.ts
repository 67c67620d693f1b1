import { createUrlQuery, parsePositiveInt, type UrlQuery } from './url-query.ts'

/** Filters of a list as stored in the URL. */
export interface ListQuery<Status extends string> {
  readonly keyword: string
  /** Undefined = all. */
  readonly status: Status | undefined
  /** Page, from 1. */
  readonly current: number
}

/** Parses list filters from a URL query; invalid values are dropped. */
export function parseListQuery<Status extends string>(search: string, statuses: readonly Status[]): ListQuery<Status> {
  const given = new URLSearchParams(search)
  const page = parsePositiveInt(given, 'current') ?? 1
  return {
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    status: statuses.find((status) => status === given.get('status')),
    current: page <= 1_000_000 ? page : 1,
  }
}

/**
 * List filters in the URL; changing a filter returns to the first page. `fixed` are constant parameters, such as which
 * of several lists of a page is shown.
 */
export function listUrlQuery<Status extends string>(
  statuses: readonly Status[],
  fixed: Readonly<Record<string, string>> = {},
): UrlQuery<ListQuery<Status>> {
  const address = createUrlQuery<ListQuery<Status>>(
    (given) => parseListQuery(given.toString(), statuses),
    ({ keyword, status, current }) => ({ ...fixed, keyword, status, current: current > 1 ? current : undefined }),
  )
  return { ...address, set: (change) => address.set({ current: 1, ...change }) }
}
