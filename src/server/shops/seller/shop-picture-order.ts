import { and, eq, sql } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shopPictures } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { picturesOf } from '../shop-more.ts'
import { lockShop, shopTags } from './own-shop.ts'

/** The whole order at once; another set than the shop has is a list that somebody else changed meanwhile. */
export const shopPictureOrder: Handler<typeof sellerShopCalls.shopPictureOrder> = async ({ pictureIds }, context) => {
  const { caller, db, pages, after } = context
  const pictures = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const have = (await picturesOf(tx, shop.id)).map(({ pictureId }) => pictureId)
    const wanted = new Set(pictureIds)
    if (wanted.size !== pictureIds.length || wanted.size !== have.length || !have.every((id) => wanted.has(id)))
      throw new CallFailed('conflict')
    if (pictureIds.length > 0) {
      const places = sql.join(
        pictureIds.map((id, place) => sql`(${id}::int, ${place + 1}::int)`),
        sql`, `,
      )
      await tx
        .update(shopPictures)
        .set({ sort: sql`wanted.place` })
        .from(sql`(values ${places}) as wanted(id, place)`)
        .where(and(eq(shopPictures.shopId, shop.id), sql`wanted.id = ${shopPictures.id}`))
    }
    return picturesOf(tx, shop.id)
  })
  after(() => pages.invalidate(shopTags(caller.shopId)))
  return { pictures }
}
