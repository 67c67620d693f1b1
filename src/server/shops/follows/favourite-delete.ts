import { and, eq } from 'drizzle-orm'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { favourites } from '../../../db/tables/interest.ts'
import type { Handler } from '../../handler.ts'
import { countMark, listingForMark } from './listing-lock.ts'

/** Keeps a listing no longer, whatever its state is; what was not kept stays as it is. */
export const favouriteDelete: Handler<typeof followsCalls.favouriteDelete> = async ({ kind, listingId }, context) => {
  const { caller, db, pages, after } = context
  const { tag, ...mark } = await db.transaction(async (tx) => {
    const listing = await listingForMark(tx, kind, listingId)
    const [gone] = await tx
      .delete(favourites)
      .where(and(eq(favourites.userId, caller.userId), eq(favourites.kind, kind), eq(favourites.listingId, listingId)))
      .returning({ id: favourites.id })
    if (gone === undefined || listing === undefined) return { count: listing?.followCount ?? 0, tag: undefined }
    return { count: await countMark(tx, kind, listingId, -1), tag: listing.tag }
  })
  if (tag !== undefined) after(() => pages.invalidate([tag]))
  return { on: false, ...mark }
}
