import { addressOf, numberIn, type Address } from './address.ts'

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
  const page = numberIn(given, 'current') ?? 1
  return {
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    status: statuses.find((status) => status === given.get('status')),
    current: page <= 1_000_000 ? page : 1,
  }
}

/**
 * Keeps the conditions of a list in the address, so that back works and a link shows the same list; another condition
 * starts at the first page. `fixed` is what the address says besides: which of several lists of a page.
 */
export function listAddress<Status extends string>(
  statuses: readonly Status[],
  fixed: Readonly<Record<string, string>> = {},
): Address<ListQuery<Status>> {
  const address = addressOf<ListQuery<Status>>(
    (given) => readListQuery(given.toString(), statuses),
    ({ keyword, status, current }) => ({ ...fixed, keyword, status, current: current > 1 ? current : undefined }),
  )
  return { ...address, set: (change) => address.set({ current: 1, ...change }) }
}
