import { afterAll, beforeAll, expect, test } from 'vitest'
import { categoryOf } from '../../calls/catalogue/publishing-scene.ts'
import { startApp, startAppForTest, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { fill, listing, load, scene } from './listing-scene.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('another window saved in between: nothing is overwritten, and a copy can be kept', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.open('service', null, 3)
  fill(form, categoryId)
  await form.saveNow()
  const { id, version } = listing(form)
  const { api } = await as(app, 'seller')
  const opened = contentOf(await api.catalogue.sellerService({ serviceId: id ?? 0 }))
  contentOf(
    await api.catalogue.serviceUpdate({ ...opened.form, title: '同事改的标题', serviceId: opened.serviceId, version }),
  )
  form.set('title', '我改的标题')
  expect(await form.saveNow()).toBe(false)
  expect(form.saving.get()).toEqual({ at: 'conflict' })
  expect(form.values.get()?.title).toBe('我改的标题')
  const copy = contentOf(await form.keepCopy('service'))
  expect(copy.id).not.toBe(id)
  // The first one stands as the other window left it.
  page.reload()
  const again = await load()
  await again.open('service', id, 3)
  expect(again.values.get()?.title).toBe('同事改的标题')
  expect(again.found.get()).toBeNull()
})

test('what this browser kept of an older state is offered, not put over the newer one', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.open('service', null, 3)
  fill(form, categoryId)
  await form.saveNow()
  const { id, version } = listing(form)
  page.line.cut = true
  form.set('title', '断网时改的标题')
  await form.saveNow()
  page.line.cut = false
  const { api } = await as(app, 'seller')
  const opened = contentOf(await api.catalogue.sellerService({ serviceId: id ?? 0 }))
  contentOf(await api.catalogue.serviceUpdate({ ...opened.form, serviceId: opened.serviceId, version }))
  page.reload()
  const again = await load()
  await again.open('service', id, 3)
  expect(again.values.get()?.title).toBe('临床样本冷链运输与暂存')
  again.decide(true)
  expect(again.values.get()?.title).toBe('断网时改的标题')
  expect(await again.saveNow()).toBe(true)
})

test('what waits for its review can be taken back and written again', async () => {
  const { categoryId, form } = await scene(await startAppForTest({ REVIEW: 'manual' }))
  await form.open('service', null, 3)
  fill(form, categoryId)
  await form.submit()
  expect(listing(form).status).toBe('pending_review')
  expect(await form.takeBack('service', 'withdraw')).toBeNull()
  expect(listing(form).status).toBe('draft')
})

test('specifications keep their ids and the pieces sold meanwhile through several savings', async () => {
  const { form } = await scene(app)
  const categoryId = await categoryOf(app, '饲料与垫料')
  await form.open('product', null, 3)
  fill(form, categoryId)
  form.set('specs', [
    { specId: null, name: '500 mL', code: '', price: '120', stock: '40', was: null },
    { specId: null, name: '1 L', code: '', price: '200', stock: '8', was: null },
  ])
  expect(await form.saveNow()).toBe(true)
  const ids = form.values.get()?.specs.map(({ specId }) => specId)
  expect(ids?.every((id) => typeof id === 'number')).toBe(true)
  expect(await form.submit()).toBe(true)
  const { id } = listing(form)
  await form.open('product', id, 3)
  expect(form.values.get()?.specs.map(({ specId }) => specId)).toEqual(ids)
  const { api } = await as(app, 'seller')
  contentOf(await api.catalogue.stockUpdate({ specId: ids?.[0] ?? 0, was: 40, stock: 37 }))
  form.set('title', '磷酸盐缓冲液 10×')
  const specs = form.values.get()?.specs ?? []
  form.set(
    'specs',
    specs.map((spec, at) => (at === 1 ? { ...spec, stock: '9' } : spec)),
  )
  expect(await form.saveNow()).toBe(true)
  form.set('title', '磷酸盐缓冲液 10×，无菌')
  expect(await form.saveNow()).toBe(true)
  const now = contentOf(await api.catalogue.sellerProduct({ productId: id ?? 0 }))
  expect(now.form.specs.map(({ stock }) => stock)).toEqual([37, 9])
})
