import { count, eq, max } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shopPictures } from '../../../db/tables/shops.ts'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import type { Handler } from '../../handler.ts'
import { fileOf, fileUrl, giveToCompany } from '../../operations/public.ts'
import { lockShop, shopTags } from './own-shop.ts'

export const shopPictureAdd: Handler<typeof sellerShopCalls.shopPictureAdd> = async ({ fileId, caption }, context) => {
  const { caller, db, pages, after } = context
  const picture = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const [have] = await tx
      .select({ count: count(), last: max(shopPictures.sort) })
      .from(shopPictures)
      .where(eq(shopPictures.shopId, shop.id))
    if ((have?.count ?? 0) >= shopLimits.pictures) throw new CallFailed('tooManyPictures')
    const file = await fileOf(tx, fileId, caller, 'picture')
    await giveToCompany(tx, file, caller.companyId)
    const row = { shopId: shop.id, fileId, url: fileUrl(file), caption, sort: (have?.last ?? 0) + 1 }
    const [added] = await tx.insert(shopPictures).values(row).returning({ pictureId: shopPictures.id })
    if (added === undefined) throw new CallFailed('conflict')
    return { ...added, url: row.url, caption }
  })
  after(() => pages.invalidate(shopTags(caller.shopId)))
  return picture
}
