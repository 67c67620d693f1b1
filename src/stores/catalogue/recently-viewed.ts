import { persistentAtom } from '@nanostores/persistent'
import { readViewed, withViewed, type Viewed } from '../../domain/catalogue/viewed.ts'

/** What was looked at in this browser, the last first. It stays in the browser. */
export const recentlyViewed = persistentAtom<readonly Viewed[]>('recentlyViewed', [], {
  encode: JSON.stringify,
  decode: readViewed,
})

export const remember = (viewed: Viewed): void => recentlyViewed.set(withViewed(recentlyViewed.get(), viewed))
export const forgetViewed = (): void => recentlyViewed.set([])
