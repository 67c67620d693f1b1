import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FollowRow } from '../../contract/shops/follows.ts'
import { markKey } from '../../domain/catalogue/marks.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../loaded.ts'
import { lastChange } from './marks.ts'

export interface FollowsQuery {
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
}

/** The query of an address; what makes no sense is left out. */
export function readFollows(given: URLSearchParams): FollowsQuery {
  const page = numberIn(given, 'current') ?? 1
  return { keyword: (given.get('keyword') ?? '').trim().slice(0, 30), current: page <= 1_000_000 ? page : 1 }
}

export const pageSize = 12
const address = addressOf<FollowsQuery>(readFollows, ({ keyword, current }) => ({
  tab: 2,
  keyword,
  current: current === 1 ? undefined : current,
}))
const page = loadable<{ readonly total: number; readonly data: readonly FollowRow[] }>()

export const query = address.query
export const follows = page.state

/** Which shop is about to be followed no longer, and how that goes. */
export type Ending =
  | { readonly at: 'none' }
  | { readonly at: 'asking'; readonly shop: FollowRow; readonly sending: boolean; readonly failure: Failure | null }
export const ending = atom<Ending>({ at: 'none' })

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { keyword, current } = now
  await page.load(() => api.shops.follows({ keyword, current, pageSize }))
  const state = follows.get()
  if (state.at === 'ready' && state.content.data.length === 0 && state.content.total > 0 && current > 1) {
    address.set({ current: Math.ceil(state.content.total / pageSize) })
  }
}
export const start = (): (() => void) => address.start(() => void load())
/** Another word begins at the first page. */
export const choose = (change: Partial<FollowsQuery>): void => address.set({ current: 1, ...change })

export const ask = (shop: FollowRow): void => ending.set({ at: 'asking', shop, sending: false, failure: null })
export function dismiss(): void {
  const open = ending.get()
  if (open.at === 'none' || !open.sending) ending.set({ at: 'none' })
}

/** Ends following the shop asked about, once, and reads the list anew. Answers whether it worked. */
export async function end(): Promise<boolean> {
  const open = ending.get()
  if (open.at === 'none' || open.sending) return false
  ending.set({ ...open, sending: true, failure: null })
  const { shopId } = open.shop
  const answer = await api.shops.followCancel({ shopId })
  if (!answer.ok) {
    ending.set({ ...open, sending: false, failure: answer.failure })
    return false
  }
  ending.set({ at: 'none' })
  lastChange.set({ key: markKey('shop', shopId), on: false, count: answer.content.count })
  await load()
  return true
}
