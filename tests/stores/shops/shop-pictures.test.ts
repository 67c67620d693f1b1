import { afterAll, beforeAll, expect, test } from 'vitest'
import { shopPictures } from '../../../src/db/tables/shops.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, type Client } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { withUploads } from '../operations/page-request.ts'
import { openPage } from '../page.ts'

let app: TestApp
let seller: Client
beforeAll(async () => {
  app = await startApp()
  // The demo's shops have drawn ones.
  await app.db.delete(shopPictures)
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

const files = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => new File([await gradient(50 + at, 40)], `车间 ${at + 1}.jpg`)),
  )
const kept = async () => contentOf(await seller.api.shops.shopPictures({})).pictures.map(({ pictureId }) => pictureId)

test('several files become pictures; they are moved, and the order comes back when it is refused', async () => {
  const { line } = openPage(app, seller)
  withUploads()
  const store = await import('../../../src/stores/shops/shop-pictures.ts')
  await store.load()
  store.add(await files(3))
  const shown = () => {
    const now = store.pictures.get()
    return now.at === 'ready' ? now.content.map(({ pictureId }) => pictureId) : []
  }
  await expect.poll(() => shown().length, { timeout: 10_000 }).toBe(3)
  expect(store.uploads.items.get()).toEqual([])
  const [first = 0, second = 0, third = 0] = shown()
  expect(await store.move(third, 0)).toBe(true)
  expect(await kept()).toEqual([third, first, second])
  expect(await store.move(third, -1)).toBe(false)
  line.cut = true
  const moving = store.move(second, 0)
  expect(shown()).toEqual([second, third, first])
  expect(await moving).toBe(false)
  expect(store.refused.get()).not.toBeNull()
  line.cut = false
  await store.load()
  expect(shown()).toEqual([third, first, second])
})

test('a picture is deleted after a question, also when a colleague was faster; the twenty-first is refused', async () => {
  openPage(app, seller)
  withUploads()
  const store = await import('../../../src/stores/shops/shop-pictures.ts')
  await store.load()
  const now = store.pictures.get()
  const [one, two] = now.at === 'ready' ? now.content : []
  if (one === undefined || two === undefined) throw new Error('There are no pictures')
  store.askDelete(one)
  expect(await Promise.all([store.confirmDelete(), store.confirmDelete()])).toEqual([true, false])
  contentOf(await seller.api.shops.shopPictureDelete({ pictureId: two.pictureId }))
  store.askDelete(two)
  expect(await store.confirmDelete()).toBe(true)
  expect(await kept()).toHaveLength(1)
  // Of a kind that is refused at once, so that nothing is on its way when the test is over.
  store.add(Array.from({ length: 20 }, (_, at) => new File(['x'], `照片 ${at}.heic`)))
  expect(store.uploads.items.get()).toHaveLength(19)
  expect(store.refused.get()?.message).toContain('20 张')
})
