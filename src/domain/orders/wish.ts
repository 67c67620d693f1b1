import type { ListingKind } from '../catalogue/listing.ts'

/** What somebody wants to buy, as a page knows it. */
export interface Wish {
  readonly kind: ListingKind
  readonly listingId: number
  /** null = services, and goods whose page does not say which. */
  readonly specId: number | null
  /** null = the least that is sold. */
  readonly quantity: number | null
}

/** A wish as one word, for addresses and buttons: `product,12,34,2`; what is not known is left empty. */
export const wishWord = ({ kind, listingId, specId, quantity }: Wish): string =>
  [kind, listingId, specId ?? '', quantity ?? ''].join(',')

/** What a word wishes; undefined where it is none. */
export function wishOf(word: string): Wish | undefined {
  const [, kind, listingId = '', specId = '', quantity = ''] =
    /^(service|product),([1-9]\d{0,9}),([1-9]\d{0,9})?,([1-9]\d{0,5})?$/.exec(word) ?? []
  if (kind !== 'service' && kind !== 'product') return undefined
  const number = (text: string) => (text === '' ? null : Number(text))
  return { kind, listingId: Number(listingId), specId: number(specId), quantity: number(quantity) }
}

/** Where a browser keeps a wish while its person signs in. */
export const wishKey = 'cartWish'
