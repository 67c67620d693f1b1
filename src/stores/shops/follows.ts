import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FollowRow } from '../../contract/shops/follows.ts'
import { favouriteKey } from '../../domain/catalogue/favourites.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'
import { loadable } from '../loadable.ts'
import { lastMarkChange } from './own-marks.ts'

export interface FollowsQuery {
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
}

/** Parses the query of an address; invalid values are dropped. */
export function parseFollowsQuery(given: URLSearchParams): FollowsQuery {
  const page = parsePositiveInt(given, 'current') ?? 1
  return { keyword: (given.get('keyword') ?? '').trim().slice(0, 30), current: page <= 1_000_000 ? page : 1 }
}

export const followPageSize = 12
const address = createUrlQuery<FollowsQuery>(parseFollowsQuery, ({ keyword, current }) => ({
  tab: 2,
  keyword,
  current: current === 1 ? undefined : current,
}))
const page = loadable<{ readonly total: number; readonly data: readonly FollowRow[] }>()

export const followsQuery = address.query
export const follows = page.state

/** Unfollow dialog: its shop and submit state. */
export type Unfollowing =
  | { readonly at: 'none' }
  | { readonly at: 'asking'; readonly shop: FollowRow; readonly sending: boolean; readonly failure: Failure | null }
export const unfollowing = atom<Unfollowing>({ at: 'none' })

export async function loadFollows(): Promise<void> {
  const now = followsQuery.get()
  if (now === null) return
  const { keyword, current } = now
  await page.load(() => api.shops.follows({ keyword, current, pageSize: followPageSize }))
  const state = follows.get()
  if (state.at === 'ready' && state.content.data.length === 0 && state.content.total > 0 && current > 1) {
    address.set({ current: Math.ceil(state.content.total / followPageSize) })
  }
}
export const startFollows = (): (() => void) => address.start(() => void loadFollows())
/** Changes the keyword and returns to the first page. */
export const updateFollowsQuery = (change: Partial<FollowsQuery>): void => address.set({ current: 1, ...change })

export const openUnfollow = (shop: FollowRow): void =>
  unfollowing.set({ at: 'asking', shop, sending: false, failure: null })
export function closeUnfollow(): void {
  const open = unfollowing.get()
  if (open.at === 'none' || !open.sending) unfollowing.set({ at: 'none' })
}

/** Unfollows the shop of the open dialog, once, and reloads the list. True on success. */
export async function unfollowShop(): Promise<boolean> {
  const open = unfollowing.get()
  if (open.at === 'none' || open.sending) return false
  unfollowing.set({ ...open, sending: true, failure: null })
  const { shopId } = open.shop
  const answer = await api.shops.followCancel({ shopId })
  if (!answer.ok) {
    unfollowing.set({ ...open, sending: false, failure: answer.failure })
    return false
  }
  unfollowing.set({ at: 'none' })
  lastMarkChange.set({ key: favouriteKey('shop', shopId), on: false, count: answer.content.count })
  await loadFollows()
  return true
}
