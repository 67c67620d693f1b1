import { next } from '../transition.ts'
import {
  changedAtOnce,
  deletableListingStatuses,
  listingTransitions,
  sellerListingEvents,
  type ListingChangeStatus,
  type ListingStatus,
  type SellerListingEvent,
} from './listing-states.ts'

/** A listing with its pending change, where there is one. */
interface Standing {
  readonly status: ListingStatus
  readonly change: ListingChangeStatus | null
}

const holds = (list: readonly ListingStatus[], status: ListingStatus) => list.includes(status)

/** Whether nobody but its seller sees the listing, so that a change is in force at once. */
export const isChangedAtOnce = ({ status }: Standing): boolean => holds(changedAtOnce, status)

/** Whether its seller may write it now: not while it, or its change, is being reviewed. */
export const isWritable = ({ status, change }: Standing): boolean =>
  status !== 'pending_review' && change !== 'pending_review'

/** Whether its seller may delete it. */
export const isDeletable = ({ status }: Standing): boolean => holds(deletableListingStatuses, status)

/** What its seller may do with the listing, or with its pending change, besides writing it. */
export function sellerSteps({ status, change }: Standing): SellerListingEvent[] {
  const ofListing = sellerListingEvents.filter(
    (event) => next(listingTransitions, status, event, 'seller') !== undefined,
  )
  if (change === 'draft' || change === 'rejected') return [...ofListing, 'submit']
  return change === 'pending_review' ? [...ofListing, 'withdraw'] : ofListing
}
