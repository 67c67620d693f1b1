import { and, eq } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shopPictures } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { shopTags } from './own-shop.ts'

export const shopPictureDelete: Handler<typeof sellerShopCalls.shopPictureDelete> = async ({ pictureId }, context) => {
  const { caller, db, pages, after } = context
  const gone = await db
    .delete(shopPictures)
    .where(and(eq(shopPictures.id, pictureId), eq(shopPictures.shopId, caller.shopId)))
    .returning({ id: shopPictures.id })
  if (gone.length === 0) throw new CallFailed('notFound')
  after(() => pages.invalidate(shopTags(caller.shopId)))
  return {}
}
