import { and, count, eq, sql } from 'drizzle-orm'
import { CallFailed } from '../../../contract/failures.ts'
import type { followsCalls } from '../../../contract/shops/follows.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { shopFollows, shops } from '../../../db/tables/shops.ts'
import { mostFollows } from '../../../domain/catalogue/favourite-limits.ts'
import type { Handler } from '../../handler.ts'
import { isOpen } from '../shop-rows.ts'

/** Follows an open shop; followed twice, or from two tabs at once, it counts once. */
export const followSave: Handler<typeof followsCalls.followSave> = async ({ shopId }, context) => {
  const { caller, db, pages, after } = context
  const { changed, ...mark } = await db.transaction(async (tx) => {
    const shop = await shopForMark(tx, shopId)
    if (shop === undefined || !shop.isOpen) throw new CallFailed('notFound')
    const [made] = await tx
      .insert(shopFollows)
      .values({ userId: caller.userId, shopId })
      .onConflictDoNothing()
      .returning({ id: shopFollows.id })
    if (made === undefined) return { count: shop.followCount, changed: false }
    const [own] = await tx.select({ total: count() }).from(shopFollows).where(eq(shopFollows.userId, caller.userId))
    if ((own?.total ?? 0) > mostFollows) throw new CallFailed('tooManyFavourites')
    return { count: await countFollow(tx, shopId, 1), changed: true }
  })
  if (changed) after(() => pages.invalidate([`shop:${shopId}`]))
  return { on: true, ...mark }
}

/** Follows a shop no longer, open or closed. */
export const followCancel: Handler<typeof followsCalls.followCancel> = async ({ shopId }, context) => {
  const { caller, db, pages, after } = context
  const { changed, ...mark } = await db.transaction(async (tx) => {
    const shop = await shopForMark(tx, shopId)
    const [gone] = await tx
      .delete(shopFollows)
      .where(and(eq(shopFollows.userId, caller.userId), eq(shopFollows.shopId, shopId)))
      .returning({ id: shopFollows.id })
    if (gone === undefined) return { count: shop?.followCount ?? 0, changed: false }
    return { count: await countFollow(tx, shopId, -1), changed: true }
  })
  if (changed) after(() => pages.invalidate([`shop:${shopId}`]))
  return { on: false, ...mark }
}

/** Locks the shop: of parallel follows one waits for the other, and the counter is right after both. */
async function shopForMark(tx: Db, shopId: number) {
  const [shop] = await tx
    .select({ followCount: shops.followCount, isOpen: sql<boolean>`${isOpen()}` })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, shopId))
    .for('no key update', { of: shops })
  return shop
}

async function countFollow(tx: Db, shopId: number, by: 1 | -1): Promise<number> {
  const [row] = await tx
    .update(shops)
    .set({ followCount: sql`greatest(${shops.followCount} + ${by}, 0)` })
    .where(eq(shops.id, shopId))
    .returning({ count: shops.followCount })
  return row?.count ?? 0
}
