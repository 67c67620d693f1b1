import { and, eq } from 'drizzle-orm'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { CallFailed } from '../../../contract/failures.ts'
import { shopQualifications } from '../../../db/tables/shops.ts'
import type { Handler } from '../../handler.ts'
import { lockShop, shopEverywhere } from './own-shop.ts'
import { wearTags } from './worn-tags.ts'

export const shopQualificationDelete: Handler<typeof qualificationsCalls.shopQualificationDelete> = async (
  { qualificationId },
  { caller, db, pages, after, note },
) => {
  await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    const [gone] = await tx
      .delete(shopQualifications)
      .where(and(eq(shopQualifications.id, qualificationId), eq(shopQualifications.shopId, shop.id)))
      .returning({ tag: shopQualifications.tag, name: shopQualifications.name })
    if (gone === undefined) throw new CallFailed('notFound')
    note(`${gone.tag}，${gone.name}`)
    await wearTags(tx, shop.id)
  })
  after(() => pages.invalidate(shopEverywhere(caller.shopId)))
  return {}
}
