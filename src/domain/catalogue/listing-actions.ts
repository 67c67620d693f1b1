import { nextState } from '../transition.ts'
import {
  directlyEditableStatuses,
  deletableListingStatuses,
  listingTransitions,
  sellerListingEvents,
  type ListingChangeStatus,
  type ListingStatus,
  type SellerListingEvent,
} from './listing-states.ts'

/** State of a listing and of its pending change. */
interface ListingState {
  readonly status: ListingStatus
  readonly change: ListingChangeStatus | null
}

const includesStatus = (list: readonly ListingStatus[], status: ListingStatus) => list.includes(status)

/** Whether the listing is visible to its seller only, so that a change takes effect at once. */
export const isDirectlyEditable = ({ status }: ListingState): boolean =>
  includesStatus(directlyEditableStatuses, status)

/** Whether its seller may edit it: not while it or its change is under review. */
export const isWritable = ({ status, change }: ListingState): boolean =>
  status !== 'pending_review' && change !== 'pending_review'

/** Whether its seller may delete it. */
export const isDeletable = ({ status }: ListingState): boolean => includesStatus(deletableListingStatuses, status)

/** Events that its seller may trigger for the listing or its pending change, besides editing. */
export function sellerActions({ status, change }: ListingState): SellerListingEvent[] {
  const ofListing = sellerListingEvents.filter(
    (event) => nextState(listingTransitions, status, event, 'seller') !== undefined,
  )
  if (change === 'draft' || change === 'rejected') return [...ofListing, 'submit']
  return change === 'pending_review' ? [...ofListing, 'withdraw'] : ofListing
}
