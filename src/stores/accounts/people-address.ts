import { addressOf, numberIn } from '../address.ts'

/** Parts of the page 子账号. */
export const peopleTabs = ['people', 'invitations', 'log'] as const
export type PeopleTab = (typeof peopleTabs)[number]

/** What the address of 子账号 holds: the open part, and the conditions of its list. */
export interface PeopleQuery {
  readonly tab: PeopleTab
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
  /** Accounts with this role; of one state. */
  readonly roleId: number | undefined
  readonly state: 'active' | 'locked' | undefined
  /** Log lines of one person; days in Shanghai, both included, '' = open. */
  readonly userId: number | undefined
  readonly from: string
  readonly until: string
}

const plain = { keyword: '', current: 1, roleId: undefined, state: undefined, userId: undefined, from: '', until: '' }
const states = ['active', 'locked'] as const
const day = (given: string | null) =>
  given !== null && /^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : ''

/** The query of an address; what makes no sense is left out. */
export function readPeople(given: URLSearchParams): PeopleQuery {
  const page = numberIn(given, 'current') ?? 1
  return {
    tab: peopleTabs.find((tab) => tab === given.get('tab')) ?? 'people',
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    current: page <= 1_000_000 ? page : 1,
    roleId: numberIn(given, 'roleId'),
    state: states.find((state) => state === given.get('state')),
    userId: numberIn(given, 'userId'),
    from: day(given.get('from')),
    until: day(given.get('until')),
  }
}

const address = addressOf<PeopleQuery>(readPeople, ({ tab, current, ...rest }) => ({
  tab: tab === 'people' ? undefined : tab,
  ...rest,
  current: current === 1 ? undefined : current,
}))

export const { query, start } = address
/** Other conditions begin at the first page. */
export const choose = (change: Partial<PeopleQuery>): void => address.set({ current: 1, ...change })
/** Another part of the page begins without conditions. */
export const open = (tab: PeopleTab, more: Partial<PeopleQuery> = {}): void => address.set({ ...plain, tab, ...more })
