import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { shops } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { dayIn, formOf, uploaded } from '../../support/scenes/shops/shop.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const seller = clientForFile(app, 'seller')
const other = clientForFile(app, 'seller2')
let shopId: number
beforeAll(async () => {
  ;({ shopId } = contentOf(await seller.api.shops.sellerShop({})))
})

const info = async () => contentOf(await visitor(app).api.shops.shopInfo({ shopId }))

describe('sellerShopSave', () => {
  test('updates the shop, its public pages and the search', async () => {
    const invalidate = vi.spyOn(app.runtime.pages, 'invalidate')
    const form = await formOf(seller)
    const logoFileId = await uploaded(seller, 'logo')
    const changed = { ...form, shopName: '臻境毒理中心', introduction: '第一段\n\n第二段', backdrop: 7, logoFileId }
    const saved = contentOf(await seller.api.shops.sellerShopSave(changed))
    expect(saved).toMatchObject({ shopName: '臻境毒理中心', backdrop: 7, logoFileId, version: form.version + 1 })
    expect(await info()).toMatchObject({
      shopName: '臻境毒理中心',
      backdrop: 7,
      shopLogo: saved.shopLogo,
      holiday: null,
    })
    const more = contentOf(await visitor(app).api.shops.shopMore({ shopId }))
    expect(more.introduction).toEqual(['第一段', '第二段'])
    const found = contentOf(await visitor(app).api.shops.shopsByKeywords({ keyword: '毒理中心' }))
    expect(found.data.map((row) => row.shopId)).toContain(shopId)
    expect(invalidate.mock.calls.flat(2)).toEqual(expect.arrayContaining(['shops', `shop:${shopId}`, 'services']))
    invalidate.mockRestore()
    // The current logo stays when its id is sent, and is removed when it is empty.
    const again = contentOf(await seller.api.shops.sellerShopSave({ ...changed, version: saved.version }))
    expect(again.shopLogo).toBe(saved.shopLogo)
    const without = contentOf(
      await seller.api.shops.sellerShopSave({ ...changed, logoFileId: '', version: again.version }),
    )
    expect(without.shopLogo).toBe('')
  })

  test('returns conflict to the second of two tabs', async () => {
    const form = await formOf(seller)
    const answers = await Promise.all(
      ['甲', '乙'].map((word) => seller.api.shops.sellerShopSave({ ...form, brief: `两个标签页同时保存 ${word}` })),
    )
    expect(answers.map(failureOf).sort()).toEqual(['conflict', 'none'])
  })

  test('rejects a name used by another shop, ignoring spaces; the own name is allowed', async () => {
    const [mine, theirs] = [await formOf(seller), await formOf(other)]
    const taken = await other.api.shops.sellerShopSave({ ...theirs, shopName: ` ${mine.shopName.split('').join(' ')}` })
    expect(failureOf(taken)).toBe('shopNameUsed')
    contentOf(await other.api.shops.sellerShopSave(theirs))
  })

  test('validates holidays, shows near ones, and accepts an unchanged past one', async () => {
    const form = await formOf(seller)
    const save = (holidayFrom: string, holidayUntil: string) =>
      seller.api.shops.sellerShopSave({ ...form, holidayFrom, holidayUntil, holidayNotice: '年度检修' })
    expect(fieldsWithErrors(await save(dayIn(3), dayIn(1)))).toEqual(['holidayUntil'])
    expect(fieldsWithErrors(await save('', dayIn(1)))).toEqual(['holidayFrom'])
    expect(fieldsWithErrors(await save(dayIn(-9), dayIn(-1)))).toEqual(['holidayUntil'])
    expect(fieldsWithErrors(await save(dayIn(1), dayIn(200)))).toEqual(['holidayUntil'])
    expect(fieldsWithErrors(await save('2026-02-30', dayIn(1)))).toEqual(['holidayFrom'])
    const { version } = contentOf(await save(dayIn(5), dayIn(8)))
    expect((await info()).holiday).toEqual({ at: 'announced', from: dayIn(5), until: dayIn(8), notice: '年度检修' })
    await app.db
      .update(shops)
      .set({ holidayFrom: dayIn(-1) })
      .where(eq(shops.id, shopId))
    expect((await info()).holiday?.at).toBe('now')
    await app.db
      .update(shops)
      .set({ holidayFrom: dayIn(-5), holidayUntil: dayIn(-2) })
      .where(eq(shops.id, shopId))
    expect((await info()).holiday).toBeNull()
    const kept = await formOf(seller)
    expect(kept).toMatchObject({ holidayFrom: dayIn(-5), version })
    contentOf(await seller.api.shops.sellerShopSave({ ...kept, brief: '非临床安全性评价机构' }))
  })

  test('rejects missing fields, logos of others and missing permissions', async () => {
    const form = await formOf(seller)
    const wrong = await seller.api.shops.sellerShopSave({ ...form, shopName: ' ', brief: '', backdrop: 10 })
    expect(fieldsWithErrors(wrong).sort()).toEqual(['backdrop', 'brief', 'shopName'])
    const theirs = await uploaded(other, 'logo')
    expect(failureOf(await seller.api.shops.sellerShopSave({ ...form, logoFileId: theirs }))).toBe('notFound')
    expect(failureOf(await visitor(app).api.shops.sellerShopSave(form))).toBe('sessionInvalid')
    expect(failureOf(await (await signInAs(app, 'buyer')).api.shops.sellerShop({}))).toBe('notSeller')
    const { client } = await colleague(app, seller, ['goods_manage'])
    expect(failureOf(await client.api.shops.sellerShopSave(form))).toBe('forbidden')
    expect(failureOf(await client.api.shops.shopGlance({}))).toBe('forbidden')
  })
})

describe('shopGlance', () => {
  test('counts listings, pending items and missing content', async () => {
    const glance = contentOf(await other.api.shops.shopGlance({}))
    const shop = contentOf(await visitor(app).api.shops.shopInfo({ shopId: glance.shopId }))
    expect(glance).toMatchObject({
      orgId: shop.orgId,
      serviceAccount: shop.serviceAccount,
      productAccount: shop.productAccount,
      followCount: shop.followCount,
      certified: true,
      holiday: null,
    })
    const { pictures } = contentOf(await visitor(app).api.shops.shopMore({ shopId: glance.shopId }))
    expect(glance.facts).toMatchObject({
      pictures: pictures.length,
      qualifications: 2,
      listings: glance.productAccount,
    })
    const fileId = await uploaded(other, 'picture')
    contentOf(await other.api.shops.shopPictureAdd({ fileId }))
    expect(contentOf(await other.api.shops.shopGlance({})).facts.pictures).toBe(pictures.length + 1)
  })
})
