import { and, eq, ne, sql } from 'drizzle-orm'
import type { sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { shops } from '../../../db/tables/shops.ts'
import { holidayFaults } from '../../../domain/shops/holiday.ts'
import { holdName } from '../../accounts/public.ts'
import type { Handler, Seller } from '../../handler.ts'
import { fileOf, fileUrl, giveToCompany } from '../../operations/public.ts'
import { keepShopWords } from '../../search/keep-words.ts'
import { today } from '../today.ts'
import { lockShop, shopEverywhere, type Shop } from './own-shop.ts'
import { fileIdOf, ownShopOf } from './seller-shop.ts'

/** Writes what a seller says of the shop, when nobody else wrote since it was read. */
export const sellerShopSave: Handler<typeof sellerShopCalls.sellerShopSave> = async (input, context) => {
  const { caller, db, pages, after, jobs, note } = context
  const { shopName, brief, introduction, backdrop, holidayFrom, holidayUntil, holidayNotice, version } = input
  const isRenamed = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    if (shop.version !== version) throw new CallFailed('conflict')
    const isAsBefore = holidayFrom === (shop.holidayFrom ?? '') && holidayUntil === (shop.holidayUntil ?? '')
    // A rest that is over stays where it is: it hinders nobody from mending a word.
    const faults = isAsBefore ? [] : holidayFaults({ holidayFrom, holidayUntil }, today())
    if (faults.length > 0) throw fieldFailed(...faults)
    await mustBeFree(tx, shop.id, shopName)
    await tx
      .update(shops)
      .set({
        ...{ name: shopName, brief, introduction, backdrop, holidayNotice, version: version + 1 },
        holidayFrom: holidayFrom === '' ? null : holidayFrom,
        holidayUntil: holidayUntil === '' ? null : holidayUntil,
        logo: await logoOf(tx, shop, input.logoFileId, caller),
        ...(shop.name === shopName ? {} : { nameDue: version + 1 }),
      })
      .where(eq(shops.id, shop.id))
    await keepShopWords(tx, [shop.id])
    if (shop.name !== shopName) note(`改名为 ${shopName}`)
    return shop.name !== shopName
  })
  after(() => pages.invalidate(shopEverywhere(caller.shopId)))
  if (isRenamed) after(() => jobs.wake('catalogue-shop-names'))
  return ownShopOf(db, caller.shopId)
}

/** The logo's address: the one that is there, a newly uploaded one, or none. */
async function logoOf(tx: Db, shop: Shop, fileId: string, caller: Seller): Promise<string> {
  if (fileId === '') return ''
  if (fileId === fileIdOf(shop.logo)) return shop.logo
  const file = await fileOf(tx, fileId, caller, 'logo')
  await giveToCompany(tx, file, caller.companyId)
  return fileUrl(file)
}

/** Throws shopNameUsed; the name is held until the transaction ends. */
async function mustBeFree(tx: Db, shopId: number, name: string): Promise<void> {
  await holdName(tx, 'shop', name)
  const [taken] = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(nameKey(shops.name), nameKey(sql`${name}::text`)), ne(shops.id, shopId)))
  if (taken !== undefined) throw new CallFailed('shopNameUsed')
}
