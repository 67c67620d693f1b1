import { atom } from 'nanostores'
import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import type { listingReviewsCalls } from '../../contract/catalogue/listing-reviews.ts'
import type { Failure } from '../../contract/envelope.ts'
import { next } from '../../domain/transition.ts'
import { listingTransitions } from '../../domain/catalogue/listing-states.ts'

export type Controlled = z.output<typeof listingReviewsCalls.listingByNumber.output>

/** A listing that is looked for by its number, to be stopped or released. */
export type Control =
  | { readonly at: 'none' | 'looking' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'found' | 'sending'; readonly listing: Controlled; readonly failure: Failure | null }
export const control = atom<Control>({ at: 'none' })

/** Finds a listing by the number that its page shows. */
export async function find(number: string): Promise<void> {
  if (number === '' || control.get().at === 'looking' || control.get().at === 'sending') return
  control.set({ at: 'looking' })
  const answer = await api.catalogue.listingByNumber({ number })
  control.set(
    answer.ok ? { at: 'found', listing: answer.content, failure: null } : { at: 'failed', failure: answer.failure },
  )
}

/** What an operator may do with a listing as it stands. */
export const stepOf = ({ status }: Controlled): 'suspend' | 'release' | null =>
  (['suspend', 'release'] as const).find(
    (event) => next(listingTransitions, status, event, 'operator') !== undefined,
  ) ?? null

/** Stops or releases the listing that was found, once. True when it was done. */
export async function step(event: 'suspend' | 'release', reason: string): Promise<boolean> {
  const now = control.get()
  if (now.at !== 'found') return false
  const { listing } = now
  control.set({ at: 'sending', listing, failure: null })
  const answer = await api.catalogue.listingReview({ kind: listing.kind, listingId: listing.listingId, event, reason })
  if (!answer.ok) {
    control.set({ at: 'found', listing, failure: answer.failure })
    return false
  }
  control.set({ at: 'found', listing: { ...listing, status: answer.content.status, reason }, failure: null })
  return true
}
