import { persistentAtom } from '@nanostores/persistent'
import {
  addCompared,
  parseCompared,
  removeCompared,
  type ComparedListing,
} from '../../domain/catalogue/compare-listings.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'

/** Listings chosen for comparison, services and goods apart by kind; stored in this browser and the same in its tabs. */
export const comparison = persistentAtom<readonly ComparedListing[]>('comparison', [], {
  encode: JSON.stringify,
  decode: parseCompared,
})

export const addToComparison = (listing: ComparedListing): void =>
  comparison.set(addCompared(comparison.get(), listing))
export const removeFromComparison = (listing: Pick<ComparedListing, 'kind' | 'ref'>): void =>
  comparison.set(removeCompared(comparison.get(), listing))
export const clearComparison = (kind: ListingKind): void =>
  comparison.set(comparison.get().filter((listing) => listing.kind !== kind))
