import type { ListingKind } from './listing.ts'

/** What one can keep or follow, as a word: `service:12`, `product:9`, `shop:3`. */
export type MarkKey = `${ListingKind | 'shop'}:${number}`

/** The word of something, by what it is and its id. */
export const markKey = (kind: ListingKind | 'shop', id: number): MarkKey => `${kind}:${id}`

/** What a word names; undefined where it names nothing. */
export function markOf(word: string): { readonly kind: ListingKind | 'shop'; readonly id: number } | undefined {
  const [kind, digits = ''] = word.split(':')
  const id = /^\d{1,10}$/.test(digits) ? Number(digits) : 0
  if (id === 0) return undefined
  return kind === 'service' || kind === 'product' || kind === 'shop' ? { kind, id } : undefined
}

/** Narrows a text to such a word. */
export const isMarkKey = (word: string): word is MarkKey => markOf(word) !== undefined
