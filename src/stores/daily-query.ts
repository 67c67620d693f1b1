import { parseFen } from '../domain/money-input.ts'
import { parseListQuery, type ListQuery } from './list-query.ts'
import { createUrlQuery, parseDayParam, queryText, type UrlQuery } from './url-query.ts'

/** Filters and sort order of a list that people work in all day, as stored in the address. */
export interface DailyQuery<Status extends string, Key extends string> extends ListQuery<Status> {
  /** Days in Shanghai time, both inclusive; empty for no limit. */
  readonly from: string
  readonly until: string
  /** Bounds of the amount in yuan as typed, both inclusive; empty for no limit. */
  readonly amountFrom: string
  readonly amountTo: string
  /** Undefined for the order of the list. */
  readonly sortBy: Key | undefined
  readonly sortDown: boolean
  /** Other parameters of the address, such as the open tab; not part of a saved filter. */
  readonly extra: Readonly<Record<string, string>>
}

const filterNames = ['keyword', 'status', 'from', 'until', 'amountFrom', 'amountTo', 'sortBy', 'sortDown']
/** Names in filters and links of orders that were saved earlier. */
const earlierNames = { amountFrom: 'totalFrom', amountTo: 'totalTo' } as const
const ownParams = new Set([...filterNames, ...Object.values(earlierNames), 'current'])

const parseYuanParam = (params: URLSearchParams, name: keyof typeof earlierNames): string => {
  const text = params.get(name) ?? params.get(earlierNames[name]) ?? ''
  return parseFen(text) === null ? '' : text
}

/** Parses filters from an address; invalid values are dropped. */
export function parseDailyQuery<Status extends string, Key extends string>(
  search: string,
  statuses: readonly Status[],
  sortKeys: readonly Key[],
): DailyQuery<Status, Key> {
  const given = new URLSearchParams(search)
  const others = [...given].filter(([name]) => !ownParams.has(name))
  return {
    ...parseListQuery(search, statuses),
    from: parseDayParam(given, 'from'),
    until: parseDayParam(given, 'until'),
    amountFrom: parseYuanParam(given, 'amountFrom'),
    amountTo: parseYuanParam(given, 'amountTo'),
    sortBy: sortKeys.find((key) => key === given.get('sortBy')),
    sortDown: given.get('sortDown') === '1',
    extra: Object.fromEntries(others),
  }
}

/** Filters and sort order as address parameters, without the page. */
const filterParams = (query: DailyQuery<string, string>) => {
  const { keyword, status, from, until, amountFrom, amountTo, sortBy, sortDown } = query
  return {
    keyword,
    status,
    from,
    until,
    amountFrom,
    amountTo,
    sortBy,
    sortDown: sortBy !== undefined && sortDown ? 1 : undefined,
  }
}

/** Query of an address with these filters and this sort order; '' if there are none. */
export const savedQuery = (query: DailyQuery<string, string>): string => queryText(filterParams(query))

/** Whether rows are left out; the sort order leaves none out. */
export const isFiltered = (query: DailyQuery<string, string>): boolean =>
  savedQuery({ ...query, sortBy: undefined }) !== ''

/** No filter; the sort order stays. */
export const noFilter = {
  status: undefined,
  keyword: '',
  from: '',
  until: '',
  amountFrom: '',
  amountTo: '',
} as const

/** Stores the filters in the address, beside other parameters such as the open tab. */
export function createDailyAddress<Status extends string, Key extends string>(
  statuses: readonly Status[],
  sortKeys: readonly Key[],
): UrlQuery<DailyQuery<Status, Key>> {
  const address = createUrlQuery<DailyQuery<Status, Key>>(
    (given) => parseDailyQuery(given.toString(), statuses, sortKeys),
    (query) => ({
      ...query.extra,
      ...filterParams(query),
      current: query.current > 1 ? query.current : undefined,
    }),
  )
  return { ...address, set: (change) => address.set({ current: 1, ...change }) }
}
