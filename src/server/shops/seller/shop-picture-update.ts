import { and, eq } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shopPictures } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { fileOf, fileUrl, giveToCompany } from '../../operations/public.ts'
import { shopTags } from './own-shop.ts'

export const shopPictureUpdate: Handler<typeof sellerShopCalls.shopPictureUpdate> = async (input, context) => {
  const { caller, db, pages, after } = context
  const { pictureId, caption, fileId } = input
  const picture = await db.transaction(async (tx) => {
    const file = fileId === undefined ? undefined : await fileOf(tx, fileId, caller, 'picture')
    if (file !== undefined) await giveToCompany(tx, file, caller.companyId)
    const [row] = await tx
      .update(shopPictures)
      .set({ caption, ...(file === undefined ? {} : { fileId: file.id, url: fileUrl(file) }) })
      .where(and(eq(shopPictures.id, pictureId), eq(shopPictures.shopId, caller.shopId)))
      .returning({ url: shopPictures.url })
    if (row === undefined) throw new CallFailed('notFound')
    return { pictureId, url: row.url, caption }
  })
  after(() => pages.invalidate(shopTags(caller.shopId)))
  return picture
}
