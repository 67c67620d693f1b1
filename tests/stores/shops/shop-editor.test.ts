import { expect, test } from 'vitest'
import { signInAs, contentOf } from '../../support/client.ts'
import { dayIn, formOf } from '../../support/scenes/shops/shop.ts'
import { openPage } from '../page.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const who = 5
const openEditor = async () => {
  const client = await signInAs(app, 'seller')
  const page = openPage(app, client)
  const store = await import('../../../src/stores/shops/shop-editor.ts')
  await store.loadShopForm(who)
  return { client, store, page }
}

test('the input survives a reload and network failures, and is saved once', async () => {
  const { store, page } = await openEditor()
  store.shopForm.setText('brief', '换了一句简介')
  page.reload()
  const again = await import('../../../src/stores/shops/shop-editor.ts')
  await again.loadShopForm(who)
  expect(again.shopForm.values.get()?.brief).toBe('换了一句简介')
  expect(again.shopForm.restored.get()).toBe(true)
  page.network.cut = true
  expect(await again.saveShop()).toBe(false)
  expect(again.shopForm.values.get()?.brief).toBe('换了一句简介')
  page.network.cut = false
  expect(await Promise.all([again.saveShop(), again.saveShop()])).toEqual([true, false])
  expect(page.calls.filter((path) => path === '/fmall/shop/seller/save')).toHaveLength(1)
  const { version } = contentOf(await page.client.api.shops.sellerShop({}))
  expect(again.shopForm.values.get()).toMatchObject({ brief: '换了一句简介', version })
  // The next save is based on this version.
  again.shopForm.setText('brief', '再换一句')
  expect(await again.saveShop()).toBe(true)
})

test('after a concurrent save the user chooses between both versions', async () => {
  const { client, store } = await openEditor()
  const otherSaves = async (brief: string) =>
    contentOf(await client.api.shops.sellerShopSave({ ...(await formOf(client)), brief }))
  await otherSaves('同事写的简介')
  store.shopForm.setText('brief', '我写的简介')
  expect(await store.saveShop()).toBe(false)
  expect(store.newerShop.get()?.brief).toBe('同事写的简介')
  expect(store.shopForm.submitState.get()).toEqual({ at: 'editing' })
  expect(store.shopForm.values.get()?.brief).toBe('我写的简介')
  store.keepOwnChanges()
  expect(await store.saveShop()).toBe(true)
  expect((await formOf(client)).brief).toBe('我写的简介')
  await otherSaves('同事又改了')
  store.shopForm.setText('brief', '我也又改了')
  expect(await store.saveShop()).toBe(false)
  store.discardOwnChanges()
  expect(store.shopForm.values.get()?.brief).toBe('同事又改了')
  expect(store.newerShop.get()).toBeNull()
})

test('invalid holidays and a used name are reported at their fields', async () => {
  const { client, store } = await openEditor()
  const other = await formOf(await signInAs(app, 'seller2'))
  store.shopForm.setText('holidayFrom', dayIn(4))
  store.shopForm.setText('holidayUntil', dayIn(2))
  expect(await store.saveShop()).toBe(false)
  expect(store.shopForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'holidayUntil' }] })
  store.shopForm.setText('holidayUntil', dayIn(5))
  store.shopForm.setText('shopName', other.shopName)
  expect(await store.saveShop()).toBe(false)
  expect(store.shopForm.submitState.get()).toMatchObject({ fieldErrors: [{ field: 'shopName' }] })
  store.shopForm.setText('shopName', (await formOf(client)).shopName)
  expect(await store.saveShop()).toBe(true)
})
