import { and, eq, notInArray } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { offers } from '../../../db/tables/demands.ts'
import { orders } from '../../../db/tables/orders.ts'
import { unlistAllOf } from '../../catalogue/public.ts'
import type { Handler } from '../../handler.ts'
import { lockShop, shopEverywhere } from './own-shop.ts'

/** States of an order in which its supplier has nothing more to do. */
const over = ['completed', 'declined', 'cancelled'] as const

/**
 * Closes the shop of the caller's company: it is a seller no longer, all that was on sale is off the lists, those who
 * keep it are told. Whoever closes could not answer what is under way any more, so that has to be finished first.
 */
export const shopClose: Handler<typeof sellerShopCalls.shopClose> = async ({ shopName }, context) => {
  const { caller, db, pages, after, note } = context
  if (!caller.isOwner) throw new CallFailed('forbidden')
  const unlisted = await db.transaction(async (tx) => {
    // As in supplierOpen the company first: closing and opening come one after the other.
    await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, caller.companyId)).for('no key update')
    const shop = await lockShop(tx, caller)
    if (shop.name !== shopName) throw fieldFailed({ field: 'shopName', message: '与店铺名称不一致，请照原样填写' })
    await mustBeIdle(tx, caller.companyId)
    await tx.update(companies).set({ isSaler: false }).where(eq(companies.id, caller.companyId))
    return unlistAllOf(tx, context, caller.companyId, '店铺已关闭')
  })
  note(`${shopName}，下架 ${unlisted} 项`)
  after(() => pages.invalidate(shopEverywhere(caller.shopId)))
  return { unlisted }
}

/** Throws shopBusy with what is under way. */
async function mustBeIdle(tx: Db, companyId: number): Promise<void> {
  const underWay = await tx.$count(
    orders,
    and(eq(orders.sellerCompanyId, companyId), notInArray(orders.status, [...over])),
  )
  const offered = await tx.$count(offers, and(eq(offers.companyId, companyId), eq(offers.status, 'submitted')))
  if (underWay + offered > 0) throw new CallFailed('shopBusy', { orders: underWay, offers: offered })
}
