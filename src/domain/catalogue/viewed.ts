import type { ListingKind } from './listing.ts'

/** A listing that was looked at in this browser, as it was then. */
export interface Viewed {
  readonly kind: ListingKind
  /** serviceId, or productNo: what its page is found by. */
  readonly id: string
  readonly title: string
  /** As it was written: ¥320.00, 面议. */
  readonly price: string
  /** Own picture; empty = the plate of its category. */
  readonly picture: string
  readonly figure: string
}

/** So many are remembered. */
export const mostViewed = 20

/** The list with one more at its head, which stands in it once. */
export const withViewed = (before: readonly Viewed[], now: Viewed): Viewed[] =>
  [now, ...before.filter(({ kind, id }) => kind !== now.kind || id !== now.id)].slice(0, mostViewed)

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500
const isViewed = (value: unknown): value is Viewed =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'service' || value.kind === 'product') &&
  ['id', 'title', 'price', 'picture', 'figure'].every((name) => isText(Reflect.get(value, name)))

/** What a browser kept; whatever makes no sense is left out. */
export function readViewed(text: string): Viewed[] {
  try {
    const kept: unknown = JSON.parse(text)
    return Array.isArray(kept) ? kept.filter(isViewed).slice(0, mostViewed) : []
  } catch {
    return []
  }
}
