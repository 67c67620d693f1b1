import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import type { Db } from '../../../db/open.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { favourites } from '../../../db/tables/interest.ts'
import type { Handler } from '../../handler.ts'

/** Takes several out of the caller's own; ids that are not theirs remove nothing. */
export const favouritesDelete: Handler<typeof followsCalls.favouritesDelete> = async ({ favouriteIds }, context) => {
  const { caller, db, pages, after } = context
  const own = and(eq(favourites.userId, caller.userId), inArray(favourites.id, favouriteIds))
  const { removed, tags } = await db.transaction(async (tx) => {
    const meant = await tx
      .select({ kind: favourites.kind, listingId: favourites.listingId })
      .from(favourites)
      .where(own)
    const idsOf = (rows: typeof meant, kind: 'service' | 'product') =>
      rows.filter((row) => row.kind === kind).map(({ listingId }) => listingId)
    // Listings before favourites, and in one order: as everybody who writes both.
    await lock(tx, services, idsOf(meant, 'service'))
    await lock(tx, products, idsOf(meant, 'product'))
    const gone = await tx
      .delete(favourites)
      .where(own)
      .returning({ kind: favourites.kind, listingId: favourites.listingId })
    const [ofServices, ofProducts] = [idsOf(gone, 'service'), idsOf(gone, 'product')]
    await countLess(tx, services, ofServices)
    const numbers = await countLess(tx, products, ofProducts)
    return {
      removed: gone.length,
      tags: [...ofServices.map((id) => `service:${id}`), ...numbers.map((no) => `product:${no}`)],
    }
  })
  if (tags.length > 0) after(() => pages.invalidate(tags))
  return { removed }
}

async function lock(tx: Db, t: typeof services | typeof products, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .select({ id: t.id })
    .from(t)
    .where(inArray(t.id, [...ids]))
    .orderBy(asc(t.id))
    .for('no key update')
}

/** Counts one less for each; answers the numbers by which their pages are named. */
async function countLess(tx: Db, t: typeof services | typeof products, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const no = t === products ? sql<string>`${products.productNo}` : sql<string>`${t.id}::text`
  const rows = await tx
    .update(t)
    .set({ followCount: sql`greatest(${t.followCount} - 1, 0)` })
    .where(inArray(t.id, [...ids]))
    .returning({ no })
  return rows.map((row) => row.no)
}
