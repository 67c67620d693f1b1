import { persistentAtom } from '@nanostores/persistent'
import { parseViewed, addViewed, type ViewedListing } from '../../domain/catalogue/viewed-listings.ts'

/** Recently viewed listings, latest first; stored in this browser only. */
export const recentlyViewed = persistentAtom<readonly ViewedListing[]>('recentlyViewed', [], {
  encode: JSON.stringify,
  decode: parseViewed,
})

export const addRecentlyViewed = (viewed: ViewedListing): void =>
  recentlyViewed.set(addViewed(recentlyViewed.get(), viewed))
export const clearRecentlyViewed = (): void => recentlyViewed.set([])
