import { and, eq, notInArray } from 'drizzle-orm'
import type { sellerShopCalls } from '../../contract/shops/seller-shop.ts'
import { CallFailed, fieldFailed } from '../../contract/failures.ts'
import type { Db } from '../../db/open.ts'
import { companies } from '../../db/tables/accounts.ts'
import { offers } from '../../db/tables/demands.ts'
import { orders } from '../../db/tables/orders.ts'
import type { Context, Handler, Seller } from '../handler.ts'
import { lockCompany } from '../accounts/companies/company-for-change.ts'
import { endedStatuses } from '../../domain/orders/order-states.ts'
import { countHeldPayments } from '../orders/payouts/held-money.ts'
import { lockShop, allShopPageTags } from '../shops/seller/own-shop.ts'
import { unlistCompany } from '../catalogue/publishing/unlist-company.ts'

/** Order states without open supplier duties. */
const finishedStates = ['completed', ...endedStatuses] as const

/**
 * Closes the shop of the caller's company: it is no longer a seller, its listings are unlisted and users with
 * favourites are notified. Open orders and inquiries must be finished first.
 */
export const shopClose: Handler<typeof sellerShopCalls.shopClose> = async ({ shopName }, context) => {
  const { caller, db, note } = context
  if (!caller.isOwner) throw new CallFailed('forbidden')
  const unlisted = await db.transaction(async (tx) => {
    await lockCompany(tx, caller.companyId)
    const shop = await lockShop(tx, caller)
    if (shop.name !== shopName) throw fieldFailed({ field: 'shopName', message: '与店铺名称不一致，请照原样填写' })
    return closeShop(tx, context, caller, '店铺已关闭')
  })
  note(`${shopName}，下架 ${unlisted} 项`)
  return { unlisted }
}

/**
 * Closes a shop without open duties: it no longer sells, its listings are unlisted. Requires the lock of the company,
 * as supplierOpen: serialises closing and opening. Returns the number of listings.
 */
export async function closeShop(
  tx: Db,
  context: Pick<Context, 'after' | 'jobs' | 'push' | 'pages'>,
  { companyId, shopId }: Pick<Seller, 'companyId' | 'shopId'>,
  reason: string,
): Promise<number> {
  await assertShopIdle(tx, companyId)
  await tx.update(companies).set({ isSaler: false }).where(eq(companies.id, companyId))
  context.after(() => context.pages.invalidate(allShopPageTags(shopId)))
  return unlistCompany(tx, context, companyId, reason)
}

/** Throws shopBusy with what is under way. */
async function assertShopIdle(tx: Db, companyId: number): Promise<void> {
  const underWay = await tx.$count(
    orders,
    and(eq(orders.sellerCompanyId, companyId), notInArray(orders.status, [...finishedStates])),
  )
  const offered = await tx.$count(offers, and(eq(offers.companyId, companyId), eq(offers.status, 'submitted')))
  const held = await countHeldPayments(tx, companyId)
  if (underWay + offered + held > 0) throw new CallFailed('shopBusy', { orders: underWay, offers: offered, held })
}
