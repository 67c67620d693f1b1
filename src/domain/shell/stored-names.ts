/** Address of the service worker; its scope is the whole site. */
export const serviceWorkerPath = '/sw.js'

/** Cache of the lists of the person who is signed in; deleted with the session. */
export const ownListsCache = 'own-lists'
/** Address under which `ownListsCache` holds the favourites. No page: nothing answers there. */
export const storedFavouritesPath = '/offline/favourites'

/** Whether a cache holds what a person read or marked: it goes with the session. */
export const isPersonalCache = (name: string): boolean => name === ownListsCache || name.startsWith('readings-')

/** Favourites as they are stored: names only, no prices. */
export interface StoredFavourites {
  readonly userId: number
  /** ISO time. */
  readonly savedAt: string
  readonly rows: readonly { readonly title: string; readonly shopName: string; readonly note: string }[]
}
