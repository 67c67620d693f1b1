import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { favourites } from '../../../db/tables/interest.ts'
import { type ChangedListing, favouriteNotice } from '../../../domain/catalogue/favourite-changes.ts'
import type { ListingKind, ListingStatus } from '../../../domain/catalogue/listing.ts'
import { links } from '../../../domain/links.ts'
import { listingPrice } from '../../../domain/money.ts'
import { notify } from '../../accounts/notifications/notify.ts'
import type { Context } from '../../handler.ts'
import { publishedDelta, updatePublishedCount } from './write-listings.ts'

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
  if (kind === 'product') context.after(() => context.jobs.wake('catalogue-structures'))
}

/** Above this number of changed listings, notices give the count instead of titles. */
const maxNamed = 50

/**
 * Notifies people who have these listings as favourites of a lower price or removal from sale, once for each change:
 * the notified price is stored with the favourite. Price increases are not notified. Call it after the write, in the
 * same transaction; for unchanged listings it does nothing.
 */
export async function notifyFavouriters(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  kind: ListingKind,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return
  const changes = await claimChanges(tx, kind, listingIds)
  const byPerson = Map.groupBy(changes, ({ userId }) => userId)
  const plain = new Set(changes.map(({ listingId }) => listingId)).size > maxNamed
  const noticesByUser = [...byPerson].map(([userId, changed]) => ({ userId, ...favouriteNotice(changed, plain) }))
  for (const [title, notices] of Map.groupBy(noticesByUser, ({ title }) => title)) {
    const people = notices.map(({ userId }) => userId)
    const text = notices[0]?.text ?? ''
    await notify(tx, context, 'favourite.changed', people, { title, path: links.collection(1), text })
  }
}

type Change = ChangedListing & { readonly userId: number; readonly listingId: number }

/** Stores the notified state with every favourite and returns the changes: two statements for all. */
async function claimChanges(tx: Db, kind: ListingKind, listingIds: readonly number[]): Promise<Change[]> {
  const t = kind === 'service' ? services : products
  const onSale = sql<boolean>`(${t.status} = 'published' and ${t.deletedAt} is null)`
  const currentPrice = sql`(case when ${t.priceType} = 2 then null else ${t.price} end)`
  const knownPrice = sql`coalesce(${favourites.notifiedPrice}, case when ${favourites.priceType} = 2 then null else ${favourites.price} end)`
  const cheaper = sql<boolean>`coalesce(${onSale} and ${currentPrice} < ${knownPrice}, false)`
  const priced = sql<boolean>`coalesce(${onSale} and ${knownPrice} is null and ${currentPrice} is not null, false)`
  const rows = await tx
    .select({
      favouriteId: favourites.id,
      userId: favourites.userId,
      listingId: favourites.listingId,
      title: t.title,
      priceType: t.priceType,
      price: t.price,
      highPrice: t.highPrice,
      onSale,
      cheaper,
    })
    .from(favourites)
    .innerJoin(t, eq(t.id, favourites.listingId))
    .where(
      and(
        eq(favourites.kind, kind),
        inArray(favourites.listingId, [...listingIds]),
        or(ne(favourites.onSale, onSale), cheaper, priced),
      ),
    )
    .for('update', { of: favourites })
  await tx
    .update(favourites)
    .set({
      onSale,
      notifiedPrice: sql`case when ${cheaper} or ${priced} then ${t.price} else ${favourites.notifiedPrice} end`,
    })
    .from(t)
    .where(and(eq(t.id, favourites.listingId), isOneOf(rows)))
  return rows.flatMap(({ userId, listingId, title, onSale: isOnSale, ...row }): Change[] => {
    const price = listingPrice(row.priceType, row.price, row.highPrice)
    if (!isOnSale) return [{ userId, listingId, title, price, change: 'gone' }]
    return row.cheaper ? [{ userId, listingId, title, price, change: 'down' }] : []
  })
}

/** One parameter for any number of rows. */
const isOneOf = (rows: readonly { favouriteId: number }[]) =>
  sql`${favourites.id} = any(${sql.param(rows.map(({ favouriteId }) => favouriteId))}::int[])`
