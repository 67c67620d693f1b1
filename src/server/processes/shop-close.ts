import { and, eq, notInArray } from 'drizzle-orm'
import type { sellerShopCalls } from '../../contract/shops/seller-shop.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { offers } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import type { Handler } from '../handler.ts'
import { lockShop, allShopPageTags } from '../shops/seller/own-shop.ts'
import { unlistCompany } from '../catalogue/publishing/unlist-company.ts'

/** Order states without open supplier duties. */
const finishedStates = ['completed', 'declined', 'cancelled'] as const

/**
 * Closes the shop of the caller's company: it is no longer a seller, its listings are unlisted and users with
 * favourites are notified. Open orders and inquiries must be finished first.
 */
export const shopClose: Handler<typeof sellerShopCalls.shopClose> = async ({ shopName }, context) => {
  const { caller, db, pages, after, note } = context
  if (!caller.isOwner) throw new CallFailed('forbidden')
  const unlisted = await db.transaction(async (tx) => {
    // Locks the company first, as supplierOpen: serialises closing and opening.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, caller.companyId)).for('no key update')
    const shop = await lockShop(tx, caller)
    if (shop.name !== shopName) throw fieldFailed({ field: 'shopName', message: '与店铺名称不一致，请照原样填写' })
    await assertShopIdle(tx, caller.companyId)
    await tx.update(companies).set({ isSaler: false }).where(eq(companies.id, caller.companyId))
    return unlistCompany(tx, context, caller.companyId, '店铺已关闭')
  })
  note(`${shopName}，下架 ${unlisted} 项`)
  after(() => pages.invalidate(allShopPageTags(caller.shopId)))
  return { unlisted }
}

/** Throws shopBusy with what is under way. */
async function assertShopIdle(tx: Db, companyId: number): Promise<void> {
  const underWay = await tx.$count(
    orders,
    and(eq(orders.sellerCompanyId, companyId), notInArray(orders.status, [...finishedStates])),
  )
  const offered = await tx.$count(offers, and(eq(offers.companyId, companyId), eq(offers.status, 'submitted')))
  if (underWay + offered > 0) throw new CallFailed('shopBusy', { orders: underWay, offers: offered })
}
