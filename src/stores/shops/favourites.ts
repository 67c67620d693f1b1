import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { Failure } from '../../contract/envelope.ts'
import type { FavouriteRow } from '../../contract/shops/follows.ts'
import { markKey } from '../../domain/catalogue/marks.ts'
import { addressOf, numberIn } from '../address.ts'
import { loadable } from '../loaded.ts'
import { lastChange } from './marks.ts'

/** Which of one's favourites are shown. */
export const favouriteParts = ['all', 'service', 'product', 'down', 'gone'] as const
export type FavouritePart = (typeof favouriteParts)[number]
export interface FavouritesQuery {
  readonly part: FavouritePart
  readonly keyword: string
  /** Page, from 1. */
  readonly current: number
}

/** The query of an address; what makes no sense is left out. */
export function readFavourites(given: URLSearchParams): FavouritesQuery {
  const page = numberIn(given, 'current') ?? 1
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

export const pageSize = 20
const address = addressOf<FavouritesQuery>(readFavourites, ({ part, keyword, current }) => ({
  tab: 1,
  part: part === 'all' ? undefined : part,
  keyword,
  current: current === 1 ? undefined : current,
}))
const page = loadable<FavouritesPage>()

export const query = address.query
export const favourites = page.state
/** Rows chosen on this page, by favouriteId. */
export const chosen = atom<ReadonlySet<number>>(new Set())

/** Which rows are about to go, and how that goes. */
export type Removing =
  | { readonly at: 'none' }
  | {
      readonly at: 'asking'
      readonly rows: readonly FavouriteRow[]
      readonly sending: boolean
      readonly failure: Failure | null
    }
export const removing = atom<Removing>({ at: 'none' })

export async function load(): Promise<void> {
  const now = query.get()
  if (now === null) return
  const { part, keyword, current } = now
  await page.load(() =>
    api.shops.favourites({
      ...{ keyword, current, pageSize },
      ...(part === 'service' || part === 'product' ? { kind: part } : {}),
      ...(part === 'down' || part === 'gone' ? { changed: part } : {}),
    }),
  )
  const state = favourites.get()
  if (state.at !== 'ready') return
  const shown = new Set(state.content.data.map(({ favouriteId }) => favouriteId))
  chosen.set(new Set([...chosen.get()].filter((id) => shown.has(id))))
  // The last of the last page went: the page before it is the last one now.
  if (state.content.data.length === 0 && state.content.total > 0 && current > 1) {
    address.set({ current: Math.ceil(state.content.total / pageSize) })
  }
}
export const start = (): (() => void) => address.start(() => void load())
/** Other conditions begin at the first page. */
export function choose(change: Partial<FavouritesQuery>): void {
  chosen.set(new Set())
  address.set({ current: 1, ...change })
}

export function pick(favouriteId: number, on: boolean): void {
  const next = new Set(chosen.get())
  if (on) next.add(favouriteId)
  else next.delete(favouriteId)
  chosen.set(next)
}
export function pickAll(on: boolean): void {
  const state = favourites.get()
  if (state.at !== 'ready') return
  chosen.set(new Set(on ? state.content.data.map(({ favouriteId }) => favouriteId) : []))
}

export const ask = (rows: readonly FavouriteRow[]): void =>
  removing.set({ at: 'asking', rows, sending: false, failure: null })
/** Asks about the chosen rows. */
export function askChosen(): void {
  const state = favourites.get()
  if (state.at === 'ready') ask(state.content.data.filter(({ favouriteId }) => chosen.get().has(favouriteId)))
}
export function dismiss(): void {
  const open = removing.get()
  if (open.at === 'none' || !open.sending) removing.set({ at: 'none' })
}

/** Takes the rows asked about out, once, and reads the list anew. Answers how many went, undefined where it failed. */
export async function remove(): Promise<number | undefined> {
  const open = removing.get()
  if (open.at === 'none' || open.sending) return undefined
  removing.set({ ...open, sending: true, failure: null })
  const answer = await api.shops.favouritesDelete({ favouriteIds: open.rows.map(({ favouriteId }) => favouriteId) })
  if (!answer.ok) {
    removing.set({ ...open, sending: false, failure: answer.failure })
    return undefined
  }
  removing.set({ at: 'none' })
  for (const { kind, listingId } of open.rows) lastChange.set({ key: markKey(kind, listingId), on: false })
  await load()
  return open.rows.length
}
