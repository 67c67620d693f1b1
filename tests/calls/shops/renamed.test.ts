import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { keepShopNames } from '../../../src/server/search/keep-shop-names.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, visitor, type Client } from '../../support/client.ts'
import { formOf } from './shop-scene.ts'

let app: TestApp
let seller: Client
let shopId: number
beforeAll(async () => {
  app = await startApp()
  // What the job does is looked at when it is run here.
  vi.spyOn(app.runtime.jobs, 'wake').mockResolvedValue()
  seller = await as(app, 'seller')
  ;({ shopId } = contentOf(await seller.api.shops.sellerShop({})))
})
afterAll(() => app.close())

const rename = async (shopName: string) =>
  contentOf(await seller.api.shops.sellerShopSave({ ...(await formOf(seller)), shopName }))
const found = async (keyword: string) =>
  contentOf(await visitor(app).api.catalogue.services({ keyword, pageSize: 50 })).data.filter(
    (row) => row.shopId === shopId,
  ).length
const due = async () => (await app.db.select({ due: shops.nameDue }).from(shops).where(eq(shops.id, shopId)))[0]?.due
const published = () =>
  app.db.$count(app.db.select({ id: services.id }).from(services).where(eq(services.shopId, shopId)).as('own'))

test('what a renamed shop offers is found under the new name, and no longer under the old one', async () => {
  expect(await published()).toBeGreaterThan(0)
  await rename('鲸落深蓝')
  expect(app.runtime.jobs.wake).toHaveBeenCalledWith('catalogue-shop-names')
  expect(await due()).not.toBeNull()
  expect(await found('鲸落深蓝')).toBe(0)
  await Promise.all([keepShopNames(app.db, app.runtime), keepShopNames(app.db, app.runtime)])
  const all = await found('鲸落深蓝')
  expect(all).toBeGreaterThan(0)
  expect(await due()).toBeNull()
  await rename('雪线以上')
  await keepShopNames(app.db, app.runtime)
  expect(await found('雪线以上')).toBe(all)
  expect(await found('鲸落深蓝')).toBe(0)
})

test('a name given while the words are written stays due', async () => {
  await rename('第一个名字')
  const transaction = app.db.transaction.bind(app.db)
  const once = vi.spyOn(app.db, 'transaction').mockImplementationOnce(async (...given) => {
    await app.db.update(shops).set({ name: '第二个名字', nameDue: 999 }).where(eq(shops.id, shopId))
    return transaction(...given)
  })
  await keepShopNames(app.db, app.runtime)
  once.mockRestore()
  expect(await due()).toBe(999)
})

test('a save that leaves the name wakes nothing', async () => {
  vi.mocked(app.runtime.jobs.wake).mockClear()
  contentOf(await seller.api.shops.sellerShopSave({ ...(await formOf(seller)), brief: '另一句话' }))
  expect(app.runtime.jobs.wake).not.toHaveBeenCalledWith('catalogue-shop-names')
})
