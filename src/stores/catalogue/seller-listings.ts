import { atom, type ReadableAtom } from 'nanostores'
import type { Failure } from '../../contract/envelope.ts'
import type { ListingCounts, Outcomes } from '../../contract/catalogue/publishing.ts'
import { isDeletable, sellerActions } from '../../domain/catalogue/listing-actions.ts'
import { listingStatuses, type ListingStatus, type SellerListingEvent } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { listUrlQuery, type ListQuery } from '../list-query.ts'
import { loadable, type Loaded } from '../loadable.ts'
import { listingCalls, type SellerListing } from './listing-calls.ts'

export type ListingAction = SellerListingEvent | 'delete'

/** Confirmation of a bulk action: asking, sending, or done with some failures. */
export type ListingConfirmation = { readonly action: ListingAction; readonly rows: readonly SellerListing[] } & (
  | { readonly at: 'asking'; readonly failure: Failure | null }
  | { readonly at: 'sending' }
  | { readonly at: 'told'; readonly outcomes: Outcomes }
)
export interface ListingsPage {
  readonly total: number
  readonly data: readonly SellerListing[]
}

export const sellerListingPageSize = 20

/** Whether an action is allowed for a listing. */
export const isActionAllowed = (row: SellerListing, act: ListingAction): boolean =>
  act === 'delete' ? isDeletable(row) : sellerActions(row).includes(act)

/** List of the shop's own services or goods. */
export interface SellerListings {
  readonly query: ReadableAtom<ListQuery<ListingStatus> | null>
  readonly page: ReadableAtom<Loaded<ListingsPage>>
  /** Undefined until loaded. */
  readonly counts: ReadableAtom<ListingCounts | undefined>
  readonly selected: ReadableAtom<ReadonlySet<number>>
  readonly confirmation: ReadableAtom<ListingConfirmation | null>
  readonly start: () => () => void
  readonly load: () => Promise<void>
  readonly updateQuery: (change: Partial<ListQuery<ListingStatus>>) => void
  readonly select: (ids: ReadonlySet<number>) => void
  /** Selected rows of this page that allow the action. */
  readonly selectedFor: (act: ListingAction) => readonly SellerListing[]
  readonly requestConfirmation: (act: ListingAction, rows: readonly SellerListing[]) => void
  readonly cancelConfirmation: () => void
  /** Runs the confirmed action, once; true when every row succeeded. */
  readonly runConfirmed: () => Promise<boolean>
}

/** Creates the list store of one kind; filters are stored in the address. */
export function createSellerListings(kind: ListingKind): SellerListings {
  const calls = listingCalls(kind)
  const address = listUrlQuery(listingStatuses)
  const page = loadable<ListingsPage>()
  const counts = atom<ListingCounts | undefined>()
  const selected = atom<ReadonlySet<number>>(new Set())
  const confirmation = atom<ListingConfirmation | null>(null)

  async function load(): Promise<void> {
    const now = address.query.get()
    if (now === null) return
    const { status, ...rest } = now
    const [, counted] = await Promise.all([
      page.load(() =>
        calls.list({ ...rest, pageSize: sellerListingPageSize, ...(status === undefined ? {} : { status }) }),
      ),
      calls.count(),
    ])
    if (counted.ok) counts.set(counted.content)
    const read = page.state.get()
    if (read.at !== 'ready') return
    const present = new Set(read.content.data.map(({ id }) => id))
    selected.set(new Set([...selected.get()].filter((id) => present.has(id))))
    // The last page became empty: show the page before it.
    const last = Math.max(1, Math.ceil(read.content.total / sellerListingPageSize))
    if (read.content.data.length === 0 && now.current > last) address.set({ current: last })
  }

  return {
    query: address.query,
    page: page.state,
    counts,
    selected,
    confirmation,
    load,
    start: () => address.start(() => void load()),
    updateQuery: (change) => {
      selected.set(new Set())
      address.set(change)
    },
    select: (ids) => selected.set(ids),
    selectedFor: (act) => {
      const read = page.state.get()
      return read.at === 'ready'
        ? read.content.data.filter((row) => selected.get().has(row.id) && isActionAllowed(row, act))
        : []
    },
    requestConfirmation: (act, rows) => {
      if (rows.length > 0) confirmation.set({ action: act, rows, at: 'asking', failure: null })
    },
    cancelConfirmation: () => {
      if (confirmation.get()?.at !== 'sending') confirmation.set(null)
    },
    runConfirmed: async () => {
      const open = confirmation.get()
      if (open?.at !== 'asking') return false
      const { action, rows } = open
      confirmation.set({ action, rows, at: 'sending' })
      const ids = rows.map(({ id }) => id)
      const answer = await (action === 'delete' ? calls.delete(ids) : calls.changeStatus(ids, action))
      if (!answer.ok) {
        confirmation.set({ action, rows, at: 'asking', failure: answer.failure })
        return false
      }
      const isComplete = answer.content.failed.length === 0
      confirmation.set(isComplete ? null : { action, rows, at: 'told', outcomes: answer.content })
      selected.set(new Set())
      await load()
      return isComplete
    },
  }
}

export const sellerServices = createSellerListings('service')
export const sellerProducts = createSellerListings('product')
