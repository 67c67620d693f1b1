import { and, eq, inArray, or } from 'drizzle-orm'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { favourites } from '../../../db/tables/interest.ts'
import { shopFollows } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'

/** Which of the listings and shops of a page are the caller's: two reads, however many there are. */
export const ownMarks: Handler<typeof followsCalls.ownMarks> = async ({ services, products, shops }, context) => {
  const { caller, db } = context
  const of = (kind: 'service' | 'product', ids: readonly number[]) =>
    ids.length === 0 ? undefined : and(eq(favourites.kind, kind), inArray(favourites.listingId, [...ids]))
  const listings = or(of('service', services), of('product', products))
  const kept =
    listings === undefined
      ? []
      : await db
          .select({ kind: favourites.kind, listingId: favourites.listingId })
          .from(favourites)
          .where(and(eq(favourites.userId, caller.userId), listings))
  const followed =
    shops.length === 0
      ? []
      : await db
          .select({ shopId: shopFollows.shopId })
          .from(shopFollows)
          .where(and(eq(shopFollows.userId, caller.userId), inArray(shopFollows.shopId, shops)))
  const keptOf = (kind: 'service' | 'product') =>
    kept.filter((row) => row.kind === kind).map(({ listingId }) => listingId)
  return {
    services: keptOf('service'),
    products: keptOf('product'),
    shops: followed.map(({ shopId }) => shopId),
  }
}
