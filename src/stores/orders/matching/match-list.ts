import { atom, type ReadableAtom } from 'nanostores'
import { api } from '../../../client/browser.ts'
import type { Answer, Failure } from '../../../contract/envelope.ts'
import type { MatchFilter, MatchList } from '../../../contract/orders/matching.ts'
import { isExceptionKind, type ExceptionKind } from '../../../domain/orders/matching/exceptions.ts'
import { matchStates, type MatchState } from '../../../domain/orders/matching/match-states.ts'
import { parseListQuery, type ListQuery } from '../../list-query.ts'
import { loadable, type Loaded } from '../../loadable.ts'
import { exportSheet } from '../../operations/sheet-export.ts'
import { onPush } from '../../operations/push-notices.ts'
import { createUrlQuery, parseDayParam, parsePositiveInt, type UrlQuery } from '../../url-query.ts'

/** Filters of the list in the address. */
export interface MatchQuery extends ListQuery<MatchState> {
  /** `any` = all kinds of exceptions; '' = also orders without one. */
  readonly kind: ExceptionKind | 'any' | ''
  /** Company on the other side, with its name for the chip. */
  readonly otherOrgId: number | undefined
  readonly otherName: string
  /** Days of the orders in Shanghai, both inclusive; '' = no limit. */
  readonly from: string
  readonly until: string
}

/** Parses filters from an address; invalid values are dropped. */
export function parseMatchQuery(search: string): MatchQuery {
  const given = new URLSearchParams(search)
  const kind = given.get('kind') ?? ''
  return {
    ...parseListQuery(search, matchStates),
    kind: kind === 'any' || isExceptionKind(kind) ? kind : '',
    otherOrgId: parsePositiveInt(given, 'org'),
    otherName: (given.get('name') ?? '').slice(0, 60),
    from: parseDayParam(given, 'from'),
    until: parseDayParam(given, 'until'),
  }
}

export const noMatchFilter = {
  status: undefined,
  keyword: '',
  kind: '',
  otherOrgId: undefined,
  otherName: '',
  from: '',
  until: '',
} as const

type Filter = Partial<MatchFilter>
const filterOf = ({ keyword, status, kind, otherOrgId, from, until }: MatchQuery): Filter => ({
  keyword,
  ...(status !== undefined && { status }),
  ...(kind === 'any' ? { exceptions: true as const } : kind !== '' && { kind }),
  ...(otherOrgId !== undefined && { otherOrgId }),
  ...(from !== '' && { from }),
  ...(until !== '' && { until }),
})

/** Matched orders of one side. */
export interface MatchListStore {
  readonly query: ReadableAtom<MatchQuery | null>
  readonly state: ReadableAtom<Loaded<MatchList>>
  readonly pageSize: number
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly updateQuery: UrlQuery<MatchQuery>['set']
  /** Downloads the statement of the filtered orders. Returns the failure, if any. */
  readonly downloadSheet: () => Promise<Failure | null>
}

const pageSize = 20

function createMatchList(
  list: (input: Filter & { current: number; pageSize: number }) => Promise<Answer<MatchList>>,
  askSheet: (input: Filter) => Promise<Answer<{ readonly url: string }>>,
): MatchListStore {
  const address = createUrlQuery<MatchQuery>(
    (given) => parseMatchQuery(given.toString()),
    ({ current, otherOrgId, otherName, ...query }) => ({
      ...query,
      org: otherOrgId,
      name: otherOrgId === undefined ? undefined : otherName,
      current: current > 1 ? current : undefined,
    }),
  )
  const page = loadable<MatchList>()
  const load = async () => {
    const now = address.query.get()
    if (now !== null) await page.load(() => list({ ...filterOf(now), current: now.current, pageSize }))
  }
  return {
    query: address.query,
    state: page.state,
    pageSize,
    start: () => {
      const stop = address.start(() => void load())
      const unsubscribe = onPush((notice) => {
        if (notice.kind === 'awake') void load()
      })
      return () => {
        stop()
        unsubscribe()
      }
    },
    load,
    updateQuery: (change) => address.set({ current: 1, ...change }),
    downloadSheet: async () => {
      const now = address.query.get()
      return now === null ? null : exportSheet('matches', () => askSheet(filterOf(now)))
    },
  }
}

export const buyerMatchList = createMatchList(
  (input) => api.orders.buyerMatches(input),
  (input) => api.orders.buyerMatchSheet(input),
)
export const sellerMatchList = createMatchList(
  (input) => api.orders.sellerMatches(input),
  (input) => api.orders.sellerMatchSheet(input),
)

/** Usual tax rate of the own shop; '' = not stated. */
export type ShopTaxRate =
  | { readonly at: 'loading' }
  | { readonly at: 'failed' }
  | { readonly at: 'ready' | 'saving'; readonly rate: number | null; readonly failure: Failure | null }
export const shopTaxRate = atom<ShopTaxRate>({ at: 'loading' })

export async function loadShopTaxRate(): Promise<void> {
  const answer = await api.orders.sellerTaxRate({})
  shopTaxRate.set(answer.ok ? { at: 'ready', rate: answer.content.taxRate, failure: null } : { at: 'failed' })
}

/** Saves the rate; true on success. */
export async function saveShopTaxRate(rate: number | null): Promise<boolean> {
  const now = shopTaxRate.get()
  if (now.at !== 'ready') return false
  shopTaxRate.set({ at: 'saving', rate, failure: null })
  const answer = await api.orders.sellerTaxRateSave({ taxRate: rate })
  shopTaxRate.set(
    answer.ok
      ? { at: 'ready', rate: answer.content.taxRate, failure: null }
      : { at: 'ready', rate: now.rate, failure: answer.failure },
  )
  return answer.ok
}
