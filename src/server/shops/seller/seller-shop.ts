import { eq, and, ne, sql } from 'drizzle-orm'
import type { OwnShop, sellerShopCalls } from '../../../contract/shops/seller-shop.ts'
import { CallFailed, fieldFailed } from '../../../contract/failures.ts'
import type { Db } from '../../../db/open.ts'
import { companies } from '../../../db/tables/accounts.ts'
import { shops } from '../../../db/tables/shops.ts'
import type { Handler, Seller, Handlers } from '../../handler.ts'
import { regionNames } from '../../reference/region-names.ts'
import { nameKey } from '../../../db/tables/columns.ts'
import { holidayErrors } from '../../../domain/shops/holiday.ts'
import { indexShops } from '../../search/index-documents.ts'
import { today } from '../today.ts'
import { lockShop, allShopPageTags, type Shop } from './own-shop.ts'
import { lockName } from '../../accounts/companies/company-names.ts'
import {
  assertNoForbiddenWords,
  getWordList,
  openWordCases,
  suspiciousWords,
} from '../../operations/moderation/word-list.ts'
import { ownFile, fileUrl, assignFileToCompany } from '../../platform/files/files.ts'
import { listPictures } from '../shop-more.ts'
import type { qualificationsCalls } from '../../../contract/shops/qualifications.ts'
import { serviceCapabilitiesAssign, shopCapabilitiesSave, taggedServices } from './capabilities.ts'
import { shopGlance } from './shop-glance.ts'
import { shopPictureAdd, shopPictureDelete, shopPictureOrder, shopPictureUpdate } from './shop-picture-edits.ts'
import { shopQualificationRead } from '../certificates/read-certificate.ts'
import { shopQualificationDelete, shopQualifications, shopQualificationSave } from './shop-qualifications.ts'
import { isCertified } from '../../../domain/accounts/certification.ts'

export const sellerShop: Handler<typeof sellerShopCalls.sellerShop> = (_input, { caller, db }) =>
  getOwnShop(db, caller.shopId)

/** Shop data for the seller's edit form. */
export async function getOwnShop(db: Db, shopId: number): Promise<OwnShop> {
  const [row] = await db
    .select({ shop: shops, company: companies })
    .from(shops)
    .innerJoin(companies, eq(companies.id, shops.companyId))
    .where(eq(shops.id, shopId))
  if (row === undefined) throw new CallFailed('notFound')
  const { shop, company } = row
  return {
    shopId,
    orgId: company.id,
    shopName: shop.name,
    brief: shop.brief,
    introduction: shop.introduction,
    shopLogo: shop.logo,
    logoFileId: fileIdOf(shop.logo),
    backdrop: shop.backdrop,
    holidayFrom: shop.holidayFrom ?? '',
    holidayUntil: shop.holidayUntil ?? '',
    holidayNotice: shop.holidayNotice,
    version: shop.version,
    companyName: company.name,
    certified: isCertified(company.certification),
    districtName: (await regionNames(db))(company.districtCode),
    foundedAt: company.foundedAt ?? '',
    tags: shop.tags,
    capabilities: shop.capabilities,
    serviceAccount: shop.serviceCount,
    productAccount: shop.productCount,
  }
}

/** Id of a stored file from its path /files/{id}/{name}; empty for anything else. */
export const fileIdOf = (url: string): string => /^\/files\/([\w-]{22})\//.exec(url)?.[1] ?? ''

/** Saves the shop's profile. Throws conflict if it was changed since it was read. */
export const sellerShopSave: Handler<typeof sellerShopCalls.sellerShopSave> = async (input, context) => {
  const { caller, db, pages, after, jobs, note } = context
  const { shopName, brief, introduction, backdrop, holidayFrom, holidayUntil, holidayNotice, version } = input
  const words = await getWordList(context)
  const texts = { shopName, brief, introduction, holidayNotice }
  assertNoForbiddenWords(words, texts)
  const isRenamed = await db.transaction(async (tx) => {
    const shop = await lockShop(tx, caller)
    if (shop.version !== version) throw new CallFailed('conflict')
    const isAsBefore = holidayFrom === (shop.holidayFrom ?? '') && holidayUntil === (shop.holidayUntil ?? '')
    // An unchanged past holiday is not validated, so that other fields can be edited.
    const faults = isAsBefore ? [] : holidayErrors({ holidayFrom, holidayUntil }, today())
    if (faults.length > 0) throw fieldFailed(...faults)
    await checkNameFree(tx, shop.id, shopName)
    await tx
      .update(shops)
      .set({
        name: shopName,
        brief,
        introduction,
        backdrop,
        holidayNotice,
        version: version + 1,
        holidayFrom: holidayFrom === '' ? null : holidayFrom,
        holidayUntil: holidayUntil === '' ? null : holidayUntil,
        logo: await updatedLogo(tx, shop, input.logoFileId, caller),
        ...(shop.name === shopName ? {} : { nameDue: version + 1 }),
      })
      .where(eq(shops.id, shop.id))
    await indexShops(tx, [shop.id])
    const found = { words: suspiciousWords(words, texts), title: shopName, ownerCompanyId: caller.companyId }
    await openWordCases(tx, [{ kind: 'shop', subjectId: shop.id, ...found }])
    if (shop.name !== shopName) note(`改名为 ${shopName}`)
    return shop.name !== shopName
  })
  after(() => pages.invalidate(allShopPageTags(caller.shopId)))
  if (isRenamed) after(() => jobs.wake('catalogue-shop-names'))
  return getOwnShop(db, caller.shopId)
}

/** URL of the logo: the current one, a newly uploaded one, or empty. */
async function updatedLogo(tx: Db, shop: Shop, fileId: string, caller: Seller): Promise<string> {
  if (fileId === '') return ''
  if (fileId === fileIdOf(shop.logo)) return shop.logo
  const file = await ownFile(tx, fileId, caller, 'logo')
  await assignFileToCompany(tx, file, caller.companyId)
  return fileUrl(file)
}

/** Throws shopNameUsed; the name is locked until the transaction ends. */
async function checkNameFree(tx: Db, shopId: number, name: string): Promise<void> {
  await lockName(tx, 'shop', name)
  const [taken] = await tx
    .select({ id: shops.id })
    .from(shops)
    .where(and(eq(nameKey(shops.name), nameKey(sql`${name}::text`)), ne(shops.id, shopId)))
  if (taken !== undefined) throw new CallFailed('shopNameUsed')
}

export const shopPictures: Handler<typeof sellerShopCalls.shopPictures> = async (_input, { caller, db }) => ({
  pictures: await listPictures(db, caller.shopId),
})

type ForSellers = Omit<typeof sellerShopCalls, 'shopClose'> &
  Omit<typeof qualificationsCalls, 'qualificationReview' | 'qualificationReviews'>

/** Handlers of the seller's own shop. */
export const sellerShopHandlers: Handlers<ForSellers> = {
  sellerShop,
  sellerShopSave,
  serviceCapabilitiesAssign,
  shopCapabilitiesSave,
  shopGlance,
  shopPictureAdd,
  shopPictureDelete,
  shopPictureOrder,
  shopPictureUpdate,
  shopPictures,
  shopQualificationDelete,
  shopQualificationRead,
  shopQualificationSave,
  shopQualifications,
  taggedServices,
}
