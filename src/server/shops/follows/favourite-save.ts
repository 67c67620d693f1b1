import { count, eq } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { favourites } from '../../../db/tables/interest.ts'
import { mostFavourites } from '../../../domain/catalogue/favourite-limits.ts'
import type { Handler } from '../../handler.ts'
import { countMark, listingForMark } from './listing-lock.ts'

/** Keeps a listing on sale, with the price it has now. Kept twice, or from two tabs at once, it counts once. */
export const favouriteSave: Handler<typeof followsCalls.favouriteSave> = async ({ kind, listingId }, context) => {
  const { caller, db, pages, after } = context
  const { tag, ...mark } = await db.transaction(async (tx) => {
    const listing = await listingForMark(tx, kind, listingId)
    if (listing === undefined || !listing.onSale) throw new CallFailed('notFound')
    const { priceType, price, followCount, tag } = listing
    const [kept] = await tx
      .insert(favourites)
      .values({ userId: caller.userId, kind, listingId, priceType, price: priceType === 2 ? null : price })
      .onConflictDoNothing()
      .returning({ id: favourites.id })
    if (kept === undefined) return { count: followCount, tag: undefined }
    const [own] = await tx.select({ total: count() }).from(favourites).where(eq(favourites.userId, caller.userId))
    if ((own?.total ?? 0) > mostFavourites) throw new CallFailed('tooManyFavourites')
    return { count: await countMark(tx, kind, listingId, 1), tag }
  })
  if (tag !== undefined) after(() => pages.invalidate([tag]))
  return { on: true, ...mark }
}
