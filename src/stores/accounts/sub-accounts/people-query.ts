import { createUrlQuery, parsePositiveInt } from '../../url-query.ts'

/** Tabs of the page 子账号. */
export const peopleTabs = ['people', 'invitations', 'log'] as const
export type PeopleTab = (typeof peopleTabs)[number]

/** URL query of 子账号: the open tab and the filters of its list. */
export interface PeopleQuery {
  readonly tab: PeopleTab
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
  /** Filters of accounts: role and state. */
  readonly roleId: number | undefined
  readonly state: 'active' | 'locked' | undefined
  /** Filters of the log: user; days in Shanghai, both inclusive, '' = open. */
  readonly userId: number | undefined
  readonly from: string
  readonly until: string
}

const emptyQuery = {
  keyword: '',
  current: 1,
  roleId: undefined,
  state: undefined,
  userId: undefined,
  from: '',
  until: '',
}
const states = ['active', 'locked'] as const
const day = (given: string | null) =>
  given !== null && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : ''

/** Parses a URL query; invalid values are ignored. */
export function parsePeopleQuery(given: URLSearchParams): PeopleQuery {
  const page = parsePositiveInt(given, 'current') ?? 1
  return {
    tab: peopleTabs.find((tab) => tab === given.get('tab')) ?? 'people',
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    current: page <= 1_000_000 ? page : 1,
    roleId: parsePositiveInt(given, 'roleId'),
    state: states.find((state) => state === given.get('state')),
    userId: parsePositiveInt(given, 'userId'),
    from: day(given.get('from')),
    until: day(given.get('until')),
  }
}

const address = createUrlQuery<PeopleQuery>(parsePeopleQuery, ({ tab, current, ...rest }) => ({
  tab: tab === 'people' ? undefined : tab,
  ...rest,
  current: current === 1 ? undefined : current,
}))

export const { query: peopleQuery, start: startPeopleQuery } = address
/** Changes filters and returns to the first page. */
export const setPeopleQuery = (change: Partial<PeopleQuery>): void => address.set({ current: 1, ...change })
/** Opens a tab without filters. */
export const openPeopleTab = (tab: PeopleTab, more: Partial<PeopleQuery> = {}): void =>
  address.set({ ...emptyQuery, tab, ...more })
