import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, visitor, type Client } from '../../support/client.ts'
import { openPage } from '../page.ts'

let app: TestApp
let ops: Client
beforeAll(async () => {
  app = await startApp()
  ops = await as(app, 'ops')
})
afterAll(() => app.close())

const shown = async () =>
  contentOf(await visitor(app).api.reference.adSetting({ place: 'servicefind', area: 'standard' })).map(
    ({ title }) => title,
  )

test('an operator writes a promotion for some days, changes it and takes it away; pages show it at once', async () => {
  openPage(app, ops, '/ops/promotions')
  const store = await import('../../../src/stores/reference/promotions.ts')
  await store.load()
  store.choosePlace('servicefind')
  store.open()
  store.form.setText('sort', '先')
  store.form.setText('href', 'https://elsewhere.example/')
  expect(await store.submit()).toBe(false)
  const refused = store.form.sending.get()
  const fields = refused.at === 'refused' ? refused.faults.map(({ field }) => field) : []
  expect(new Set(fields)).toEqual(new Set(['sort', 'title', 'href']))
  store.form.setText('sort', '1')
  store.form.setText('title', '稳定性考察机构')
  store.form.setText('href', '/servicefind/list?tags=CNAS')
  store.form.setText('from', '2026-01-02')
  store.form.setText('until', '2026-01-01')
  expect(await store.submit()).toBe(false)
  store.form.setText('until', '2099-01-01')
  expect(await Promise.all([store.submit(), store.submit()])).toEqual([true, false])
  expect(await shown()).toContain('稳定性考察机构')

  const now = store.promotions.get()
  const row = now.at === 'ready' ? now.content.find(({ title }) => title === '稳定性考察机构') : undefined
  if (row === undefined) throw new Error('Not listed')
  store.open(row)
  expect(store.form.values.get()).toMatchObject({ from: '2026-01-02', until: '2099-01-01', sort: '1' })
  store.form.set('isOn', false)
  expect(await store.submit()).toBe(true)
  expect(await shown()).not.toContain('稳定性考察机构')
  store.askDelete(row)
  expect(await Promise.all([store.confirmDelete(), store.confirmDelete()])).toEqual([true, false])
  const after = store.promotions.get()
  expect(after.at === 'ready' && after.content.some(({ adId }) => adId === row.adId)).toBe(false)
})

test('categories are moved by places and saved; an order made from an old list is told and read again', async () => {
  openPage(app, ops, '/ops/promotions')
  const store = await import('../../../src/stores/reference/category-order.ts')
  await store.load()
  const ids = () => store.children.get().map(({ categoryId }) => categoryId)
  const [first = 0, second = 0, ...rest] = ids()
  store.move(first, -1)
  expect(store.isChanged.get()).toBe(false)
  store.move(second, -1)
  expect(ids()).toEqual([second, first, ...rest])
  expect(await Promise.all([store.save(), store.save()])).toEqual([true, false])
  const menu = contentOf(await visitor(app).api.catalogue.serviceFields({}))
  expect(menu.map(({ categoryId }) => categoryId)).toEqual([second, first, ...rest])
  const [below] = store.parents.get()
  store.chooseParent(below?.categoryId ?? null)
  expect(ids()).toEqual(below?.childList.map(({ categoryId }) => categoryId))
})
