import type { Db } from '../../../db/open.ts'
import type { ListingKind, ListingStatus } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { notifyFavouriters } from '../notify-favouriters.ts'
import { updatePublishedCount, publishedDelta } from './write-listings.ts'

/** State change of a listing; `from` is null for a new one. */
export interface Move {
  readonly id: number
  readonly no: string
  readonly from: ListingStatus | null
  readonly to: ListingStatus
}

/** Tags of the public pages that show a shop's listings. */
export const listingTags = (
  kind: ListingKind,
  shopId: number,
  rows: readonly { id: number; no: string }[],
): string[] => [
  'home',
  'shops',
  `shop:${shopId}`,
  `${kind}s`,
  ...rows.map(({ id, no }) => (kind === 'service' ? `service:${id}` : `product:${no}`)),
]

/**
 * Effects of written listings: updates the shop's counter, notifies people who have them as favourites, invalidates
 * public pages. Call last in the transaction.
 */
export async function applyMoveEffects(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  kind: ListingKind,
  shopId: number,
  moves: readonly Move[],
): Promise<void> {
  const seen = moves.filter(({ from, to }) => from === 'published' || to === 'published')
  if (seen.length === 0) return
  const known = seen.filter(({ from }) => from !== null)
  await notifyFavouriters(
    tx,
    context,
    kind,
    known.map(({ id }) => id),
  )
  await updatePublishedCount(tx, kind, shopId, publishedDelta(seen))
  context.after(() => context.pages.invalidate(listingTags(kind, shopId, seen)))
}
