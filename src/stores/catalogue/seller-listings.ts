import { atom, type ReadableAtom } from 'nanostores'
import type { ListingCounts } from '../../contract/catalogue/publishing.ts'
import { isDeletable, sellerActions } from '../../domain/catalogue/listing-actions.ts'
import { listingStatuses, type ListingStatus, type SellerListingEvent } from '../../domain/catalogue/listing-states.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { listingSortKeys, type ListingSortKey } from '../../domain/daily-lists.ts'
import { dailyList, type DailyList } from '../daily-list.ts'
import { selectedAction, type SelectedAction } from '../selected-action.ts'
import { listingCalls, type SellerListing } from './listing-calls.ts'
import { createPriceChangeForm, type PriceChangeForm } from './price-change.ts'

export type ListingAction = SellerListingEvent | 'delete'

interface ListingsPage {
  readonly total: number
  readonly data: readonly SellerListing[]
}

/** Whether an action is allowed for a listing. */
export const isActionAllowed = (row: SellerListing, act: ListingAction): boolean =>
  act === 'delete' ? isDeletable(row) : sellerActions(row).includes(act)

/** List of the shop's own services or goods. */
export interface SellerListings extends DailyList<ListingStatus, ListingSortKey, ListingsPage> {
  /** Undefined until loaded. */
  readonly counts: ReadableAtom<ListingCounts | undefined>
  readonly confirmation: ReadableAtom<SelectedAction<ListingAction, SellerListing> | null>
  /** Selected rows of this page that allow the action. */
  readonly selectedFor: (act: ListingAction) => readonly SellerListing[]
  readonly requestConfirmation: (act: ListingAction, rows: readonly SellerListing[]) => void
  readonly cancelConfirmation: () => void
  /** Runs the confirmed action, once; true when every row succeeded. */
  readonly runConfirmed: () => Promise<boolean>
  readonly priceChange: PriceChangeForm
}

const defaultColumns = ['price', 'stock', 'state', 'views', 'updatedAt']

/** Creates the list store of one kind. */
export function createSellerListings(kind: ListingKind): SellerListings {
  const calls = listingCalls(kind)
  const counts = atom<ListingCounts | undefined>()
  const loadCounts = async () => {
    const counted = await calls.count()
    if (counted.ok) counts.set(counted.content)
  }
  const list = dailyList<ListingStatus, ListingSortKey, ListingsPage>({
    name: kind === 'service' ? 'sellerServices' : 'sellerProducts',
    statuses: listingStatuses,
    sortKeys: listingSortKeys,
    defaultColumns,
    fetchPage: async (conditions) => {
      const [page] = await Promise.all([calls.list(conditions), loadCounts()])
      return page
    },
    askSheet: calls.sheet,
    rowKey: ({ id }) => id,
  })
  const confirmed = selectedAction<ListingAction, SellerListing>(async () => {
    list.select(new Set())
    await list.load()
  })
  return {
    ...list,
    counts,
    confirmation: confirmed.state,
    selectedFor: (act) => {
      const read = list.state.get()
      return read.at === 'ready'
        ? read.content.data.filter((row) => list.selected.get().has(row.id) && isActionAllowed(row, act))
        : []
    },
    requestConfirmation: confirmed.open,
    cancelConfirmation: confirmed.close,
    runConfirmed: async () => {
      const done = await confirmed.run((rows, action) => {
        const ids = rows.map(({ id }) => id)
        return action === 'delete' ? calls.delete(ids) : calls.changeStatus(ids, action)
      })
      return done !== null
    },
    priceChange: createPriceChangeForm(calls, async () => {
      list.select(new Set())
      await list.load()
    }),
  }
}

export const sellerServices = createSellerListings('service')
export const sellerProducts = createSellerListings('product')
