import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import type { Failure } from '../../contract/envelope.ts'
import { nextState } from '../../domain/transition.ts'
import { listingTransitions } from '../../domain/catalogue/listing-states.ts'

export type FoundListing = z.output<typeof listingReviewsCalls.listingByNumber.output>

/** Lookup of a listing by its number, to suspend or release it. */
export type ListingLookup =
  | { readonly at: 'none' | 'looking' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'found' | 'sending'; readonly listing: FoundListing; readonly failure: Failure | null }
export const listingLookup = atom<ListingLookup>({ at: 'none' })

/** Finds a listing by the number shown on its page. */
export async function findListing(number: string): Promise<void> {
  if (number === '' || listingLookup.get().at === 'looking' || listingLookup.get().at === 'sending') return
  listingLookup.set({ at: 'looking' })
  const answer = await api.catalogue.listingByNumber({ number })
  listingLookup.set(
    answer.ok ? { at: 'found', listing: answer.content, failure: null } : { at: 'failed', failure: answer.failure },
  )
}

/** The step an operator may take in the listing's current state. */
export const allowedListingStep = ({ status }: FoundListing): 'suspend' | 'release' | null =>
  (['suspend', 'release'] as const).find(
    (event) => nextState(listingTransitions, status, event, 'operator') !== undefined,
  ) ?? null

/** Suspends or releases the listing found, once. True on success. */
export async function submitListingStep(event: 'suspend' | 'release', reason: string): Promise<boolean> {
  const now = listingLookup.get()
  if (now.at !== 'found') return false
  const { listing } = now
  listingLookup.set({ at: 'sending', listing, failure: null })
  const answer = await api.catalogue.listingReview({ kind: listing.kind, listingId: listing.listingId, event, reason })
  if (!answer.ok) {
    listingLookup.set({ at: 'found', listing, failure: answer.failure })
    return false
  }
  listingLookup.set({ at: 'found', listing: { ...listing, status: answer.content.status, reason }, failure: null })
  return true
}
