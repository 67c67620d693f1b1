import { and, count, desc, eq, ilike, or, sql } from 'drizzle-orm'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { products, services } from '../../../db/tables/catalogue.ts'
import { shopFollows, shops } from '../../../db/tables/shops.ts'
import type { Handler, Handlers } from '../../handler.ts'
import { likePattern } from '../../search/like-pattern.ts'
import { isOpen, presentShop, shopRowColumns } from '../shop-rows.ts'
import { regionNames } from '../../reference/region-names.ts'
import { CallFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { maxFollows } from '../../../domain/catalogue/favourites.ts'
import { favouriteDelete, favouriteSave, favouritesDelete, ownFavourites } from './favourites.ts'

/** Limit for counting new listings. */
const maxNew = 100

const newListingCount = (t: typeof services | typeof products) => sql`
  (select count(*) from (select 1 from ${t} where ${t.shopId} = ${shops.id} and ${t.status} = 'published'
    and ${t.publishedAt} > ${shopFollows.createdAt} limit ${maxNew}) as listed)`

/** Shops the caller follows, last followed first, including closed ones, so that they can be unfollowed. */
export const follows: Handler<typeof followsCalls.follows> = async ({ keyword, current, pageSize }, context) => {
  const { caller, db } = context
  const part = likePattern(keyword)
  const own = and(
    eq(shopFollows.userId, caller.userId),
    keyword === '' ? undefined : or(ilike(shops.name, part), ilike(companies.name, part)),
  )
  const [all] = await db
    .select({ total: count() })
    .from(shopFollows)
    .innerJoin(shops, eq(shops.id, shopFollows.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(own)
  const rows = await db
    .select({
      ...shopRowColumns,
      followedAt: shopFollows.createdAt,
      isOpen: sql<boolean>`${isOpen()}`,
      newCount: sql<number>`(${newListingCount(services)} + ${newListingCount(products)})::int`,
    })
    .from(shopFollows)
    .innerJoin(shops, eq(shops.id, shopFollows.shopId))
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(own)
    .orderBy(desc(shopFollows.id))
    .limit(pageSize)
    .offset((current - 1) * pageSize)
  const regionOf = await regionNames(db)
  const data = rows.map(({ followedAt, isOpen, newCount, ...row }) => ({
    ...presentShop(row, regionOf),
    followedAt: followedAt.toISOString(),
    isOpen,
    newCount,
  }))
  return { total: all?.total ?? 0, data }
}

/** Follows an open shop. Repeated or concurrent calls count once. */
export const followSave: Handler<typeof followsCalls.followSave> = async ({ shopId }, context) => {
  const { caller, db, pages, after } = context
  const { changed, ...state } = await db.transaction(async (tx) => {
    const shop = await lockFollowedShop(tx, shopId)
    if (shop === undefined || !shop.isOpen) throw new CallFailed('notFound')
    const [made] = await tx
      .insert(shopFollows)
      .values({ userId: caller.userId, shopId })
      .onConflictDoNothing()
      .returning({ id: shopFollows.id })
    if (made === undefined) return { count: shop.followCount, changed: false }
    const [own] = await tx.select({ total: count() }).from(shopFollows).where(eq(shopFollows.userId, caller.userId))
    if ((own?.total ?? 0) > maxFollows) throw new CallFailed('tooManyFavourites')
    return { count: await changeShopFollowCount(tx, shopId, 1), changed: true }
  })
  if (changed) after(() => pages.invalidate([`shop:${shopId}`]))
  return { on: true, ...state }
}

/** Unfollows a shop, open or closed. */
export const followCancel: Handler<typeof followsCalls.followCancel> = async ({ shopId }, context) => {
  const { caller, db, pages, after } = context
  const { changed, ...state } = await db.transaction(async (tx) => {
    const shop = await lockFollowedShop(tx, shopId)
    const [gone] = await tx
      .delete(shopFollows)
      .where(and(eq(shopFollows.userId, caller.userId), eq(shopFollows.shopId, shopId)))
      .returning({ id: shopFollows.id })
    if (gone === undefined) return { count: shop?.followCount ?? 0, changed: false }
    return { count: await changeShopFollowCount(tx, shopId, -1), changed: true }
  })
  if (changed) after(() => pages.invalidate([`shop:${shopId}`]))
  return { on: false, ...state }
}

/** Locks the shop, so that concurrent follows keep the counter correct. */
async function lockFollowedShop(tx: Db, shopId: number) {
  const [shop] = await tx
    .select({ followCount: shops.followCount, isOpen: sql<boolean>`${isOpen()}` })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, shopId))
    .for('no key update', { of: shops })
  return shop
}

async function changeShopFollowCount(tx: Db, shopId: number, by: 1 | -1): Promise<number> {
  const [row] = await tx
    .update(shops)
    .set({ followCount: sql`greatest(${shops.followCount} + ${by}, 0)` })
    .where(eq(shops.id, shopId))
    .returning({ count: shops.followCount })
  return row?.count ?? 0
}

/** Handlers of favourites and followed shops. */
export const followsHandlers: Handlers<Omit<typeof followsCalls, 'favourites'>> = {
  favouriteDelete,
  favouriteSave,
  favouritesDelete,
  followCancel,
  followSave,
  follows,
  ownFavourites,
}
