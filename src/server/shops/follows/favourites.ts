import { count, eq, and, asc, inArray, sql, isNull, or } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { favourites } from '../../../db/tables/interest.ts'
import { maxFavourites } from '../../../domain/catalogue/favourites.ts'
import type { Handler } from '../../handler.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import type { ListingKind, PriceType } from '../../../domain/catalogue/listing.ts'
import { shopFollows } from '../../../db/tables/shops.ts'
import { isListingPublished } from '../../../domain/catalogue/listing-states.ts'

/** Listing columns needed to favourite it. */
export interface LockedListing {
  readonly priceType: PriceType
  readonly price: number | null
  readonly followCount: number
  readonly onSale: boolean
  /** Tag of its page in the cache. */
  readonly tag: string
}

/**
 * Locks a listing until the end of the transaction; undefined where there is none. All writers of favourites and of
 * prices lock the listing first, so that they cannot deadlock.
 */
async function lockListing(tx: Db, kind: ListingKind, listingId: number): Promise<LockedListing | undefined> {
  const t = kind === 'service' ? services : products
  const tag = kind === 'service' ? sql<string>`${services.id}::text` : sql<string>`${products.productNo}`
  const [row] = await tx
    .select({ priceType: t.priceType, price: t.price, followCount: t.followCount, status: t.status, tag })
    .from(t)
    .where(and(eq(t.id, listingId), isNull(t.deletedAt)))
    .for('no key update')
  if (row === undefined) return undefined
  const { status, tag: name, ...rest } = row
  return { ...rest, onSale: isListingPublished(status), tag: `${kind}:${name}` }
}

/** Changes the favourite counter by one, never below 0. Returns the new count. */
async function changeFollowCount(tx: Db, kind: ListingKind, listingId: number, by: 1 | -1): Promise<number> {
  const t = kind === 'service' ? services : products
  const [row] = await tx
    .update(t)
    .set({ followCount: sql`greatest(${t.followCount} + ${by}, 0)` })
    .where(eq(t.id, listingId))
    .returning({ count: t.followCount })
  return row?.count ?? 0
}

/** Adds a published listing to the favourites with its current price. Repeated or concurrent calls count once. */
export const favouriteSave: Handler<typeof followsCalls.favouriteSave> = async ({ kind, listingId }, context) => {
  const { caller, db, pages, after } = context
  const { tag, ...state } = await db.transaction(async (tx) => {
    const listing = await lockListing(tx, kind, listingId)
    if (listing === undefined || !listing.onSale) throw new CallFailed('notFound')
    const { priceType, price, followCount, tag } = listing
    const [inserted] = await tx
      .insert(favourites)
      .values({ userId: caller.userId, kind, listingId, priceType, price: priceType === 2 ? null : price })
      .onConflictDoNothing()
      .returning({ id: favourites.id })
    if (inserted === undefined) return { count: followCount, tag: undefined }
    const [own] = await tx.select({ total: count() }).from(favourites).where(eq(favourites.userId, caller.userId))
    if ((own?.total ?? 0) > maxFavourites) throw new CallFailed('tooManyFavourites')
    return { count: await changeFollowCount(tx, kind, listingId, 1), tag }
  })
  if (tag !== undefined) after(() => pages.invalidate([tag]))
  return { on: true, ...state }
}

/** Removes a listing from the favourites, whatever its state; does nothing if it is no favourite. */
export const favouriteDelete: Handler<typeof followsCalls.favouriteDelete> = async ({ kind, listingId }, context) => {
  const { caller, db, pages, after } = context
  const { tag, ...state } = await db.transaction(async (tx) => {
    const listing = await lockListing(tx, kind, listingId)
    const [gone] = await tx
      .delete(favourites)
      .where(and(eq(favourites.userId, caller.userId), eq(favourites.kind, kind), eq(favourites.listingId, listingId)))
      .returning({ id: favourites.id })
    if (gone === undefined || listing === undefined) return { count: listing?.followCount ?? 0, tag: undefined }
    return { count: await changeFollowCount(tx, kind, listingId, -1), tag: listing.tag }
  })
  if (tag !== undefined) after(() => pages.invalidate([tag]))
  return { on: false, ...state }
}

/** Deletes several of the caller's favourites; ids of other people are ignored. */
export const favouritesDelete: Handler<typeof followsCalls.favouritesDelete> = async ({ favouriteIds }, context) => {
  const { caller, db, pages, after } = context
  const own = and(eq(favourites.userId, caller.userId), inArray(favourites.id, favouriteIds))
  const { removed, tags } = await db.transaction(async (tx) => {
    const requested = await tx
      .select({ kind: favourites.kind, listingId: favourites.listingId })
      .from(favourites)
      .where(own)
    const idsOf = (rows: typeof requested, kind: 'service' | 'product') =>
      rows.filter((row) => row.kind === kind).map(({ listingId }) => listingId)
    // Listings are locked before favourites and in id order, as everywhere, to avoid deadlocks.
    await lockListings(tx, services, idsOf(requested, 'service'))
    await lockListings(tx, products, idsOf(requested, 'product'))
    const gone = await tx
      .delete(favourites)
      .where(own)
      .returning({ kind: favourites.kind, listingId: favourites.listingId })
    const [ofServices, ofProducts] = [idsOf(gone, 'service'), idsOf(gone, 'product')]
    await decrementFollowCounts(tx, services, ofServices)
    const numbers = await decrementFollowCounts(tx, products, ofProducts)
    return {
      removed: gone.length,
      tags: [...ofServices.map((id) => `service:${id}`), ...numbers.map((no) => `product:${no}`)],
    }
  })
  if (tags.length > 0) after(() => pages.invalidate(tags))
  return { removed }
}

async function lockListings(tx: Db, t: typeof services | typeof products, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: t.id })
    .from(t)
    .where(inArray(t.id, [...ids]))
    .orderBy(asc(t.id))
    .for('no key update')
}

/** Decrements the counters; returns the numbers used in the page tags. */
async function decrementFollowCounts(
  tx: Db,
  t: typeof services | typeof products,
  ids: readonly number[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const no = t === products ? sql<string>`${products.productNo}` : sql<string>`${t.id}::text`
  const rows = await tx
    .update(t)
    .set({ followCount: sql`greatest(${t.followCount} - 1, 0)` })
    .where(inArray(t.id, [...ids]))
    .returning({ no })
  return rows.map((row) => row.no)
}

/** Which listings and shops of a page the caller has as favourites or follows: two queries for any number. */
export const ownFavourites: Handler<typeof followsCalls.ownFavourites> = async (
  { services, products, shops },
  context,
) => {
  const { caller, db } = context
  const of = (kind: 'service' | 'product', ids: readonly number[]) =>
    ids.length === 0 ? undefined : and(eq(favourites.kind, kind), inArray(favourites.listingId, [...ids]))
  const listings = or(of('service', services), of('product', products))
  const saved =
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
  const savedOf = (kind: 'service' | 'product') =>
    saved.filter((row) => row.kind === kind).map(({ listingId }) => listingId)
  return {
    services: savedOf('service'),
    products: savedOf('product'),
    shops: followed.map(({ shopId }) => shopId),
  }
}
