import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { services } from '../../../src/db/tables/catalogue.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { indexRenamedShops } from '../../../src/server/search/index-renamed-shops.ts'
import { signInAs, contentOf, visitor, type Client } from '../../support/client.ts'
import { formOf } from '../../support/scenes/shops/shop.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let seller: Client
let shopId: number
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  vi.spyOn(app.runtime.jobs, 'wake')
  seller = await signInAs(app, 'seller')
  ;({ shopId } = contentOf(await seller.api.shops.sellerShop({})))
})

const rename = async (shopName: string) =>
  contentOf(await seller.api.shops.sellerShopSave({ ...(await formOf(seller)), shopName }))
const found = async (keyword: string) =>
  contentOf(await visitor(app).api.catalogue.services({ keyword, pageSize: 50 })).data.filter(
    (row) => row.shopId === shopId,
  ).length
const due = async () => (await app.db.select({ due: shops.nameDue }).from(shops).where(eq(shops.id, shopId)))[0]?.due
const published = () =>
  app.db.$count(app.db.select({ id: services.id }).from(services).where(eq(services.shopId, shopId)).as('own'))

test('listings of a renamed shop are found by the new name only', async () => {
  expect(await published()).toBeGreaterThan(0)
  await rename('鲸落深蓝')
  expect(app.runtime.jobs.wake).toHaveBeenCalledWith('catalogue-shop-names')
  expect(await due()).not.toBeNull()
  expect(await found('鲸落深蓝')).toBe(0)
  await Promise.all([indexRenamedShops(app.db, app.runtime), indexRenamedShops(app.db, app.runtime)])
  const all = await found('鲸落深蓝')
  expect(all).toBeGreaterThan(0)
  expect(await due()).toBeNull()
  await rename('雪线以上')
  await indexRenamedShops(app.db, app.runtime)
  expect(await found('雪线以上')).toBe(all)
  expect(await found('鲸落深蓝')).toBe(0)
})

test('a rename during reindexing stays due', async () => {
  await rename('第一个名字')
  const transaction = app.db.transaction.bind(app.db)
  const once = vi.spyOn(app.db, 'transaction').mockImplementationOnce(async (...given) => {
    await app.db.update(shops).set({ name: '第二个名字', nameDue: 999 }).where(eq(shops.id, shopId))
    return transaction(...given)
  })
  await indexRenamedShops(app.db, app.runtime)
  once.mockRestore()
  expect(await due()).toBe(999)
})

test('a save without rename does not start the job', async () => {
  vi.mocked(app.runtime.jobs.wake).mockClear()
  contentOf(await seller.api.shops.sellerShopSave({ ...(await formOf(seller)), brief: '另一句话' }))
  expect(app.runtime.jobs.wake).not.toHaveBeenCalledWith('catalogue-shop-names')
})
