import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FavouriteRow } from '../../contract/shops/follows.ts'
import { favouriteKey } from '../../domain/catalogue/favourites.ts'
import { storeFavourites } from '../offline/own-lists.ts'
import { createUrlQuery, parsePositiveInt } from '../url-query.ts'
import { loadable } from '../loadable.ts'
import { lastMarkChange } from './own-marks.ts'

/** Tabs of the favourites. */
export const favouriteParts = ['all', 'service', 'product', 'down', 'gone'] as const
export type FavouritePart = (typeof favouriteParts)[number]
export interface FavouritesQuery {
  readonly part: FavouritePart
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
}

/** Parses the query of an address; invalid values are dropped. */
export function parseFavouritesQuery(given: URLSearchParams): FavouritesQuery {
  const page = parsePositiveInt(given, 'current') ?? 1
  return {
    part: favouriteParts.find((part) => part === given.get('part')) ?? 'all',
    keyword: (given.get('keyword') ?? '').trim().slice(0, 30),
    current: page <= 1_000_000 ? page : 1,
  }
}

interface FavouritesPage {
  readonly total: number
  readonly data: readonly FavouriteRow[]
  readonly counts: { readonly service: number; readonly product: number; readonly down: number; readonly gone: number }
}

export const favouritePageSize = 20
const address = createUrlQuery<FavouritesQuery>(parseFavouritesQuery, ({ part, keyword, current }) => ({
  tab: 1,
  part: part === 'all' ? undefined : part,
  keyword,
  current: current === 1 ? undefined : current,
}))
const page = loadable<FavouritesPage>()

export const favouritesQuery = address.query
export const favourites = page.state
/** Selected rows of this page, by favouriteId. */
export const chosenFavourites = atom<ReadonlySet<number>>(new Set())

/** Removal dialog: its rows and submit state. */
export type FavouriteRemoval =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking'
      readonly rows: readonly FavouriteRow[]
      readonly sending: boolean
      readonly failure: Failure | null
    }
export const favouriteRemoval = atom<FavouriteRemoval>({ at: 'none' })

export async function loadFavourites(): Promise<void> {
  const now = favouritesQuery.get()
  if (now === null) return
  const { part, keyword, current } = now
  await page.load(() =>
    api.shops.favourites({
      keyword,
      current,
      pageSize: favouritePageSize,
      ...(part === 'service' || part === 'product' ? { kind: part } : {}),
      ...(part === 'down' || part === 'gone' ? { changed: part } : {}),
    }),
  )
  const state = favourites.get()
  if (state.at !== 'ready') return
  if (part === 'all' && keyword === '' && current === 1) void storeFavourites(state.content.data)
  const shown = new Set(state.content.data.map(({ favouriteId }) => favouriteId))
  chosenFavourites.set(new Set([...chosenFavourites.get()].filter((id) => shown.has(id))))
  // The last page became empty: show the page before it.
  if (state.content.data.length === 0 && state.content.total > 0 && current > 1) {
    address.set({ current: Math.ceil(state.content.total / favouritePageSize) })
  }
}
export const startFavourites = (): (() => void) => address.start(() => void loadFavourites())
/** Changes filters and returns to the first page. */
export function updateFavouritesQuery(change: Partial<FavouritesQuery>): void {
  chosenFavourites.set(new Set())
  address.set({ current: 1, ...change })
}

export function toggleFavourite(favouriteId: number, on: boolean): void {
  const next = new Set(chosenFavourites.get())
  if (on) next.add(favouriteId)
  else next.delete(favouriteId)
  chosenFavourites.set(next)
}
export function toggleAllFavourites(on: boolean): void {
  const state = favourites.get()
  if (state.at !== 'ready') return
  chosenFavourites.set(new Set(on ? state.content.data.map(({ favouriteId }) => favouriteId) : []))
}

export const openFavouriteRemoval = (rows: readonly FavouriteRow[]): void =>
  favouriteRemoval.set({ at: 'asking', rows, sending: false, failure: null })
/** Opens the removal dialog for the selected rows. */
export function removeChosenFavourites(): void {
  const state = favourites.get()
  if (state.at === 'ready')
    openFavouriteRemoval(state.content.data.filter(({ favouriteId }) => chosenFavourites.get().has(favouriteId)))
}
export function closeFavouriteRemoval(): void {
  const open = favouriteRemoval.get()
  if (open.at === 'none' || !open.sending) favouriteRemoval.set({ at: 'none' })
}

/**
 * Removes the rows of the open dialog, once, and reloads the list. Returns the number removed, undefined on failure.
 */
export async function removeFavourites(): Promise<number | undefined> {
  const open = favouriteRemoval.get()
  if (open.at === 'none' || open.sending) return undefined
  favouriteRemoval.set({ ...open, sending: true, failure: null })
  const answer = await api.shops.favouritesDelete({ favouriteIds: open.rows.map(({ favouriteId }) => favouriteId) })
  if (!answer.ok) {
    favouriteRemoval.set({ ...open, sending: false, failure: answer.failure })
    return undefined
  }
  favouriteRemoval.set({ at: 'none' })
  for (const { kind, listingId } of open.rows) lastMarkChange.set({ key: favouriteKey(kind, listingId), on: false })
  await loadFavourites()
  return open.rows.length
}
