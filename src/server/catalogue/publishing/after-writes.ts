import type { Db } from '../../../db/open.ts'
import type { ListingKind, ListingStatus } from '../../../domain/catalogue/listing.ts'
import type { Context } from '../../handler.ts'
import { tellFavourers } from '../tell-favourers.ts'
import { countOnSale, onSaleMore } from './write-listings.ts'

/** What became of a listing: null = it is new. */
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
  ...['home', 'shops', `shop:${shopId}`, `${kind}s`],
  ...rows.map(({ id, no }) => (kind === 'service' ? `service:${id}` : `product:${no}`)),
]

/**
 * What follows from listings that were written: the shop's counter, those who keep them are told, public pages are
 * drawn anew. Last in the transaction.
 */
export async function follow(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  kind: ListingKind,
  shopId: number,
  moves: readonly Move[],
): Promise<void> {
  const seen = moves.filter(({ from, to }) => from === 'published' || to === 'published')
  if (seen.length === 0) return
  const known = seen.filter(({ from }) => from !== null)
  await tellFavourers(
    tx,
    context,
    kind,
    known.map(({ id }) => id),
  )
  await countOnSale(tx, kind, shopId, onSaleMore(seen))
  context.after(() => context.pages.invalidate(listingTags(kind, shopId, seen)))
}
