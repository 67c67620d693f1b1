import type { ListingKind } from './listing.ts'

/** Snapshot of a listing viewed in this browser. */
export interface ViewedListing {
  readonly kind: ListingKind
  /** serviceId or productNo, as in its URL. */
  readonly id: string
  readonly title: string
  /** Formatted price: ¥320.00, 面议. */
  readonly price: string
  /** URL of its picture; empty = placeholder image of its category. */
  readonly picture: string
  readonly figure: string
}

/** Maximum number of remembered listings. */
export const maxViewed = 20

/** Adds a listing at the start of the list, without duplicates. */
export const addViewed = (before: readonly ViewedListing[], now: ViewedListing): ViewedListing[] =>
  [now, ...before.filter(({ kind, id }) => kind !== now.kind || id !== now.id)].slice(0, maxViewed)

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= 500
const isViewed = (value: unknown): value is ViewedListing =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  (value.kind === 'service' || value.kind === 'product') &&
  ['id', 'title', 'price', 'picture', 'figure'].every((name) => isText(Reflect.get(value, name)))

/** Parses stored listings; invalid entries are left out. */
export function parseViewed(text: string): ViewedListing[] {
  try {
    const stored: unknown = JSON.parse(text)
    return Array.isArray(stored) ? stored.filter(isViewed).slice(0, maxViewed) : []
  } catch {
    return []
  }
}
