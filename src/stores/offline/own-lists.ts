import { ownListsCache, storedFavouritesPath, type StoredFavourites } from '../../domain/shell/stored-names.ts'
import { session } from '../accounts/session.ts'

/** Stores the names of the favourites on this device, without prices, while their owner is signed in. */
export async function storeFavourites(rows: StoredFavourites['rows']): Promise<void> {
  const now = session.get()
  if (now.at !== 'in' || !('caches' in globalThis)) return
  const names = rows.map(({ title, shopName, note }) => ({ title, shopName, note }))
  const content: StoredFavourites = { userId: now.user.userId, savedAt: new Date().toISOString(), rows: names }
  const cache = await caches.open(ownListsCache)
  await cache.put(storedFavouritesPath, Response.json(content))
}

/** The stored favourites of the person who is signed in on this device. */
export async function readStoredFavourites(): Promise<StoredFavourites | undefined> {
  const now = session.get()
  if (now.at !== 'in' || !('caches' in globalThis)) return undefined
  const answer = await caches.match(storedFavouritesPath, { cacheName: ownListsCache })
  const content: StoredFavourites | undefined = await answer?.json()
  return content?.userId === now.user.userId ? content : undefined
}
