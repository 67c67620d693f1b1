import { count, eq, max, and, sql } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shopPictures } from '../../../db/tables/shops.ts'
import { shopLimits } from '../../../domain/shops/shop-rules.ts'
import type { Handler } from '../../handler.ts'
import { lockShop, shopPageTags } from './own-shop.ts'
import { ownFile, fileUrl, assignFileToCompany } from '../../platform/files/files.ts'
import { listPictures } from '../shop-more.ts'

export const shopPictureAdd: Handler<typeof sellerShopCalls.shopPictureAdd> = async ({ fileId, caption }, context) => {
  const { caller, db, pages, after } = context
  const picture = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const [have] = await tx
      .select({ count: count(), last: max(shopPictures.sort) })
      .from(shopPictures)
      .where(eq(shopPictures.shopId, shop.id))
    if ((have?.count ?? 0) >= shopLimits.pictures) throw new CallFailed('tooManyPictures')
    const file = await ownFile(tx, fileId, caller, 'picture')
    await assignFileToCompany(tx, file, caller.companyId)
    const row = { shopId: shop.id, fileId, url: fileUrl(file), caption, sort: (have?.last ?? 0) + 1 }
    const [added] = await tx.insert(shopPictures).values(row).returning({ pictureId: shopPictures.id })
    if (added === undefined) throw new CallFailed('conflict')
    return { ...added, url: row.url, caption }
  })
  after(() => pages.invalidate(shopPageTags(caller.shopId)))
  return picture
}

export const shopPictureDelete: Handler<typeof sellerShopCalls.shopPictureDelete> = async ({ pictureId }, context) => {
  const { caller, db, pages, after } = context
  const gone = await db
    .delete(shopPictures)
    .where(and(eq(shopPictures.id, pictureId), eq(shopPictures.shopId, caller.shopId)))
    .returning({ id: shopPictures.id })
  if (gone.length === 0) throw new CallFailed('notFound')
  after(() => pages.invalidate(shopPageTags(caller.shopId)))
  return {}
}

/** Sets the complete order; throws conflict when the ids are not exactly the shop's pictures. */
export const shopPictureOrder: Handler<typeof sellerShopCalls.shopPictureOrder> = async ({ pictureIds }, context) => {
  const { caller, db, pages, after } = context
  const pictures = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const have = (await listPictures(tx, shop.id)).map(({ pictureId }) => pictureId)
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
    return listPictures(tx, shop.id)
  })
  after(() => pages.invalidate(shopPageTags(caller.shopId)))
  return { pictures }
}

export const shopPictureUpdate: Handler<typeof sellerShopCalls.shopPictureUpdate> = async (input, context) => {
  const { caller, db, pages, after } = context
  const { pictureId, caption, fileId } = input
  const picture = await db.transaction(async (tx) => {
    const file = fileId === undefined ? undefined : await ownFile(tx, fileId, caller, 'picture')
    if (file !== undefined) await assignFileToCompany(tx, file, caller.companyId)
    const [row] = await tx
      .update(shopPictures)
      .set({ caption, ...(file === undefined ? {} : { fileId: file.id, url: fileUrl(file) }) })
      .where(and(eq(shopPictures.id, pictureId), eq(shopPictures.shopId, caller.shopId)))
      .returning({ url: shopPictures.url })
    if (row === undefined) throw new CallFailed('notFound')
    return { pictureId, url: row.url, caption }
  })
  after(() => pages.invalidate(shopPageTags(caller.shopId)))
  return picture
}
