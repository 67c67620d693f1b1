import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { ListingCounts, Outcomes } from '../../contract/catalogue/publishing.ts'
import { isDeletable, sellerSteps } from '../../domain/catalogue/listing-actions.ts'
import { listingStatuses, type ListingStatus, type SellerListingEvent } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { listAddress, type ListQuery } from '../list-query.ts'
import { loadable, type Loaded } from '../loaded.ts'
import { callsOf, type SellerListing } from './listing-calls.ts'

export type ListingAct = SellerListingEvent | 'delete'

/** What is to be done with which listings: asked, under way, or done with some that could not be. */
export type ListingQuestion = { readonly act: ListingAct; readonly rows: readonly SellerListing[] } & (
  | { readonly at: 'asking'; readonly failure: Failure | null }
  | { readonly at: 'sending' }
  | { readonly at: 'told'; readonly outcomes: Outcomes }
)
export interface ListingsPage {
  readonly total: number
  readonly data: readonly SellerListing[]
}

export const pageSize = 20

/** Whether something may be done with a listing. */
export const allows = (row: SellerListing, act: ListingAct): boolean =>
  act === 'delete' ? isDeletable(row) : sellerSteps(row).includes(act)

/** The list of a shop's own services or goods. */
export interface SellerListings {
  readonly query: ReadableAtom<ListQuery<ListingStatus> | null>
  readonly page: ReadableAtom<Loaded<ListingsPage>>
  /** Undefined until they are known. */
  readonly counts: ReadableAtom<ListingCounts | undefined>
  readonly chosen: ReadableAtom<ReadonlySet<number>>
  readonly question: ReadableAtom<ListingQuestion | null>
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly search: (change: Partial<ListQuery<ListingStatus>>) => void
  readonly choose: (ids: ReadonlySet<number>) => void
  /** Rows of this page that are chosen and allow it. */
  readonly able: (act: ListingAct) => readonly SellerListing[]
  readonly ask: (act: ListingAct, rows: readonly SellerListing[]) => void
  readonly dismiss: () => void
  /** Does what is asked, once; true when nothing was left undone. */
  readonly answer: () => Promise<boolean>
}

/** A list by its kind, with its conditions in the address. */
export function sellerListings(kind: ListingKind): SellerListings {
  const calls = callsOf(kind)
  const address = listAddress(listingStatuses)
  const page = loadable<ListingsPage>()
  const counts = atom<ListingCounts | undefined>()
  const chosen = atom<ReadonlySet<number>>(new Set())
  const question = atom<ListingQuestion | null>(null)

  async function load(): Promise<void> {
    const now = address.query.get()
    if (now === null) return
    const { status, ...rest } = now
    const [, counted] = await Promise.all([
      page.load(() => calls.list({ ...rest, pageSize, ...(status === undefined ? {} : { status }) })),
      calls.count(),
    ])
    if (counted.ok) counts.set(counted.content)
    const read = page.state.get()
    if (read.at !== 'ready') return
    const there = new Set(read.content.data.map(({ id }) => id))
    chosen.set(new Set([...chosen.get()].filter((id) => there.has(id))))
    // The last page has emptied: the one before it is shown.
    const last = Math.max(1, Math.ceil(read.content.total / pageSize))
    if (read.content.data.length === 0 && now.current > last) address.set({ current: last })
  }

  return {
    ...{ query: address.query, page: page.state, counts, chosen, question, load },
    start: () => address.start(() => void load()),
    search: (change) => {
      chosen.set(new Set())
      address.set(change)
    },
    choose: (ids) => chosen.set(ids),
    able: (act) => {
      const read = page.state.get()
      return read.at === 'ready' ? read.content.data.filter((row) => chosen.get().has(row.id) && allows(row, act)) : []
    },
    ask: (act, rows) => {
      if (rows.length > 0) question.set({ act, rows, at: 'asking', failure: null })
    },
    dismiss: () => {
      if (question.get()?.at !== 'sending') question.set(null)
    },
    answer: async () => {
      const open = question.get()
      if (open?.at !== 'asking') return false
      const { act, rows } = open
      question.set({ act, rows, at: 'sending' })
      const ids = rows.map(({ id }) => id)
      const answer = await (act === 'delete' ? calls.remove(ids) : calls.change(ids, act))
      if (!answer.ok) {
        question.set({ act, rows, at: 'asking', failure: answer.failure })
        return false
      }
      const whole = answer.content.failed.length === 0
      question.set(whole ? null : { act, rows, at: 'told', outcomes: answer.content })
      chosen.set(new Set())
      await load()
      return whole
    },
  }
}

export const sellerServices = sellerListings('service')
export const sellerProducts = sellerListings('product')
