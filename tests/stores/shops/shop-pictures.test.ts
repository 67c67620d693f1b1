import { beforeAll, expect, test } from 'vitest'
import { shopPictures } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import { gradient } from '../../support/uploads.ts'
import { withUploads } from '../operations/page-request.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let seller: Client
beforeAll(async () => {
  // The shops of the demo have drawings.
  await app.db.delete(shopPictures)
  seller = await signInAs(app, 'seller')
})

const files = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => new File([await gradient(50 + at, 40)], `车间 ${at + 1}.jpg`)),
  )
const kept = async () => contentOf(await seller.api.shops.shopPictures({})).pictures.map(({ pictureId }) => pictureId)

test('several files become pictures; they are moved, and the order is reverted if refused', async () => {
  const { network } = openPage(app, seller)
  withUploads()
  const store = await import('../../../src/stores/shops/shop-pictures.ts')
  await store.loadShopPictures()
  store.addPictures(await files(3))
  const shown = () => {
    const now = store.shopPictures.get()
    return now.at === 'ready' ? now.content.map(({ pictureId }) => pictureId) : []
  }
  await expect.poll(() => shown().length, { timeout: 10_000 }).toBe(3)
  expect(store.pictureUploads.items.get()).toEqual([])
  const [first = 0, second = 0, third = 0] = shown()
  expect(await store.movePicture(third, 0)).toBe(true)
  expect(await kept()).toEqual([third, first, second])
  expect(await store.movePicture(third, -1)).toBe(false)
  network.cut = true
  const moving = store.movePicture(second, 0)
  expect(shown()).toEqual([second, third, first])
  expect(await moving).toBe(false)
  expect(store.pictureFailure.get()).not.toBeNull()
  network.cut = false
  await store.loadShopPictures()
  expect(shown()).toEqual([third, first, second])
})

test('a picture is deleted after confirmation, also if a colleague was faster; a twenty-first is refused', async () => {
  openPage(app, seller)
  withUploads()
  const store = await import('../../../src/stores/shops/shop-pictures.ts')
  await store.loadShopPictures()
  const now = store.shopPictures.get()
  const [one, two] = now.at === 'ready' ? now.content : []
  if (one === undefined || two === undefined) throw new Error('There are no pictures')
  store.openPictureDeletion(one)
  expect(await Promise.all([store.deletePicture(), store.deletePicture()])).toEqual([true, false])
  contentOf(await seller.api.shops.shopPictureDelete({ pictureId: two.pictureId }))
  store.openPictureDeletion(two)
  expect(await store.deletePicture()).toBe(true)
  expect(await kept()).toHaveLength(1)
  // Files of a refused type, so that no upload is running at the end of the test.
  store.addPictures(Array.from({ length: 20 }, (_, at) => new File(['x'], `照片 ${at}.heic`)))
  expect(store.pictureUploads.items.get()).toHaveLength(19)
  expect(store.pictureFailure.get()?.message).toContain('20 张')
})
