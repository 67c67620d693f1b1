import { and, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.ts'
import { products, services } from '../../db/tables/catalogue.ts'
import { favourites } from '../../db/tables/interest.ts'
import { favouriteNews, type ChangedListing } from '../../domain/catalogue/favourite-changes.ts'
import type { ListingKind } from '../../domain/catalogue/listing.ts'
import { links } from '../../domain/links.ts'
import { listingPrice } from '../../domain/money.ts'
import { notify } from '../accounts/public.ts'
import type { Context } from '../handler.ts'

/** When more listings than this change at once, people are told how many, not which. */
const mostNamed = 50

/**
 * Tells those who keep these listings that they became cheaper or left the list, each person once a change: what a
 * person was told is kept with their favourite. A dearer price is not told. Call it in the transaction that wrote the
 * listings, after writing them; with listings that did not change it does nothing.
 */
export async function tellFavourers(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push'>,
  kind: ListingKind,
  listingIds: readonly number[],
): Promise<void> {
  if (listingIds.length === 0) return
  const changes = await takeChanges(tx, kind, listingIds)
  const byPerson = Map.groupBy(changes, ({ userId }) => userId)
  const plain = new Set(changes.map(({ listingId }) => listingId)).size > mostNamed
  const news = [...byPerson].map(([userId, changed]) => ({ userId, ...favouriteNews(changed, plain) }))
  for (const [title, told] of Map.groupBy(news, ({ title }) => title)) {
    const people = told.map(({ userId }) => userId)
    const text = told[0]?.text ?? ''
    await notify(tx, context, 'favourite.changed', people, { title, path: links.collection(1), text })
  }
}

type Change = ChangedListing & { readonly userId: number; readonly listingId: number }

/** Notes with every favourite what its person is about to be told, and answers that: two statements for all. */
async function takeChanges(tx: Db, kind: ListingKind, listingIds: readonly number[]): Promise<Change[]> {
  const t = kind === 'service' ? services : products
  const onSale = sql<boolean>`(${t.status} = 'published' and ${t.deletedAt} is null)`
  const asks = sql`(case when ${t.priceType} = 2 then null else ${t.price} end)`
  const known = sql`coalesce(${favourites.toldPrice}, case when ${favourites.priceType} = 2 then null else ${favourites.price} end)`
  const cheaper = sql<boolean>`coalesce(${onSale} and ${asks} < ${known}, false)`
  const priced = sql<boolean>`coalesce(${onSale} and ${known} is null and ${asks} is not null, false)`
  const rows = await tx
    .select({
      ...{ favouriteId: favourites.id, userId: favourites.userId, listingId: favourites.listingId },
      ...{ title: t.title, priceType: t.priceType, price: t.price, highPrice: t.highPrice, onSale, cheaper },
    })
    .from(favourites)
    .innerJoin(t, eq(t.id, favourites.listingId))
    .where(
      and(
        ...[eq(favourites.kind, kind), inArray(favourites.listingId, [...listingIds])],
        or(ne(favourites.onSale, onSale), cheaper, priced),
      ),
    )
    .for('update', { of: favourites })
  await tx
    .update(favourites)
    .set({ onSale, toldPrice: sql`case when ${cheaper} or ${priced} then ${t.price} else ${favourites.toldPrice} end` })
    .from(t)
    .where(and(eq(t.id, favourites.listingId), ofRows(rows)))
  return rows.flatMap(({ userId, listingId, title, onSale: isOnSale, ...row }): Change[] => {
    const price = listingPrice(row.priceType, row.price, row.highPrice)
    if (!isOnSale) return [{ userId, listingId, title, price, change: 'gone' }]
    return row.cheaper ? [{ userId, listingId, title, price, change: 'down' }] : []
  })
}

/** One parameter however many there are. */
const ofRows = (rows: readonly { favouriteId: number }[]) =>
  sql`${favourites.id} = any(${sql.param(rows.map(({ favouriteId }) => favouriteId))}::int[])`
