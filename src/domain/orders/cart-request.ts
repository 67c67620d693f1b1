import type { ListingKind } from '../catalogue/listing.ts'

/** What an add-to-cart button adds. */
export interface CartRequest {
  readonly kind: ListingKind
  readonly listingId: number
  /** null = services, and products without a chosen specification. */
  readonly specId: number | null
  /** null = the minimum order. */
  readonly quantity: number | null
}

/** Serialises a cart request for URLs and attributes: `product,12,34,2`; null fields are empty. */
export const serializeCartRequest = ({ kind, listingId, specId, quantity }: CartRequest): string =>
  [kind, listingId, specId ?? '', quantity ?? ''].join(',')

/** Parses a serialised cart request; undefined if invalid. */
export function parseCartRequest(serialized: string): CartRequest | undefined {
  const [, kind, listingId = '', specId = '', quantity = ''] =
    /^(service|product),([1-9]\d{0,9}),([1-9]\d{0,9})?,([1-9]\d{0,5})?$/.exec(serialized) ?? []
  if (kind !== 'service' && kind !== 'product') return undefined
  const number = (text: string) => (text === '' ? null : Number(text))
  return { kind, listingId: Number(listingId), specId: number(specId), quantity: number(quantity) }
}

/** Storage key of the cart request during sign-in. */
export const cartRequestKey = 'cartWish'
