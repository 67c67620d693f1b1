import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { dayIn, formOf } from '../../calls/shops/shop-scene.ts'
import { openPage } from '../page.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const who = 5
const openEditor = async () => {
  const client = await as(app, 'seller')
  const page = openPage(app, client)
  const store = await import('../../../src/stores/shops/shop-editor.ts')
  await store.load(who)
  return { client, store, page }
}

test('what is typed survives a reload and a cut line, and is saved once', async () => {
  const { store, page } = await openEditor()
  store.form.setText('brief', '换了一句简介')
  page.reload()
  const again = await import('../../../src/stores/shops/shop-editor.ts')
  await again.load(who)
  expect(again.form.values.get()?.brief).toBe('换了一句简介')
  expect(again.form.restored.get()).toBe(true)
  page.line.cut = true
  expect(await again.save()).toBe(false)
  expect(again.form.values.get()?.brief).toBe('换了一句简介')
  page.line.cut = false
  expect(await Promise.all([again.save(), again.save()])).toEqual([true, false])
  expect(page.made.filter((path) => path === '/fmall/shop/seller/save')).toHaveLength(1)
  const { version } = contentOf(await page.client.api.shops.sellerShop({}))
  expect(again.form.values.get()).toMatchObject({ brief: '换了一句简介', version })
  // The next save builds on this one.
  again.form.setText('brief', '再换一句')
  expect(await again.save()).toBe(true)
})

test('after somebody else saved, the person chooses between both', async () => {
  const { client, store } = await openEditor()
  const otherSaves = async (brief: string) =>
    contentOf(await client.api.shops.sellerShopSave({ ...(await formOf(client)), brief }))
  await otherSaves('同事写的简介')
  store.form.setText('brief', '我写的简介')
  expect(await store.save()).toBe(false)
  expect(store.newer.get()?.brief).toBe('同事写的简介')
  expect(store.form.sending.get()).toEqual({ at: 'editing' })
  expect(store.form.values.get()?.brief).toBe('我写的简介')
  store.keepMine()
  expect(await store.save()).toBe(true)
  expect((await formOf(client)).brief).toBe('我写的简介')
  await otherSaves('同事又改了')
  store.form.setText('brief', '我也又改了')
  expect(await store.save()).toBe(false)
  store.takeSaved()
  expect(store.form.values.get()?.brief).toBe('同事又改了')
  expect(store.newer.get()).toBeNull()
})

test('wrong days of rest and a name of another’s stand at their fields', async () => {
  const { client, store } = await openEditor()
  const other = await formOf(await as(app, 'seller2'))
  store.form.setText('holidayFrom', dayIn(4))
  store.form.setText('holidayUntil', dayIn(2))
  expect(await store.save()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'holidayUntil' }] })
  store.form.setText('holidayUntil', dayIn(5))
  store.form.setText('shopName', other.shopName)
  expect(await store.save()).toBe(false)
  expect(store.form.sending.get()).toMatchObject({ faults: [{ field: 'shopName' }] })
  store.form.setText('shopName', (await formOf(client)).shopName)
  expect(await store.save()).toBe(true)
})
