import type { ListingKind } from './listing.ts'

/** Key of something to favourite or follow: `service:12`, `product:9`, `shop:3`. */
export type FavouriteKey = `${ListingKind | 'shop'}:${number}`

/** Key by kind and id. */
export const favouriteKey = (kind: ListingKind | 'shop', id: number): FavouriteKey => `${kind}:${id}`

/** Parses a key; undefined where it is invalid. */
export function parseFavouriteKey(
  word: string,
): { readonly kind: ListingKind | 'shop'; readonly id: number } | undefined {
  const [kind, digits = ''] = word.split(':')
  const id = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  if (id === 0) return undefined
  return kind === 'service' || kind === 'product' || kind === 'shop' ? { kind, id } : undefined
}

/** Type guard for keys. */
export const isFavouriteKey = (word: string): word is FavouriteKey => parseFavouriteKey(word) !== undefined

/** Maximum favourite listings and followed shops of a person. */
export const maxFavourites = 2_000
export const maxFollows = 2_000
