import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { faults, fill, listing, load, scene } from './listing-scene.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

test('a service is kept as it is typed, gets its address, and is published once', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.open('service', null, 3)
  form.set('title', '临床样本')
  expect(form.saving.get()).toEqual({ at: 'unsaved' })
  expect(await form.saveNow()).toBe(true)
  const { id } = listing(form)
  expect(form.saving.get()).toMatchObject({ at: 'saved' })
  expect(page.replaced.at(-1)).toContain(`serviceId=${id}`)
  fill(form, categoryId)
  const sent = await Promise.all([form.submit(), form.submit()])
  expect(sent.filter((done) => done)).toHaveLength(1)
  expect(page.made.filter((path) => path === '/mall/service/save')).toHaveLength(1)
  expect(listing(form)).toMatchObject({ id, status: 'published' })
  const visitor = await as(app, 'buyer')
  const out = contentOf(await visitor.api.catalogue.service({ serviceId: id ?? 0 }))
  expect(out).toMatchObject({ serviceName: '临床样本冷链运输与暂存', servicePrice: 1_280_050 })
  expect(out.paragraphs).toHaveLength(2)
})

test('keeps itself after a pause in typing', async () => {
  const { form } = await scene(app)
  await form.open('service', null, 3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    form.set('title', '打了一半')
    vi.advanceTimersByTime(2_000)
    form.set('title', '打了一半的标题')
    vi.advanceTimersByTime(2_000)
    expect(form.saving.get()).toEqual({ at: 'unsaved' })
    vi.advanceTimersByTime(1_000)
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(form.saving.get()).toMatchObject({ at: 'saved' }))
  expect(listing(form).id).toBeTypeOf('number')
})

test('what is wrong is marked at its field and nothing is sent; mending takes the mark away', async () => {
  const { page, form } = await scene(app)
  await form.open('service', null, 3)
  form.set('price', '12.345')
  form.set('facts', [
    { label: '', value: '' },
    { label: '', value: '比格犬' },
  ])
  expect(await form.submit()).toBe(false)
  expect(faults(form)).toEqual(expect.arrayContaining(['title', 'categoryId', 'summary', 'price', 'facts.1.label']))
  expect(page.made).not.toContain('/mall/service/save')
  form.set('title', '一个标题')
  expect(faults(form)).not.toContain('title')
})

test('a lost line and an ended session lose nothing that was typed', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.open('service', null, 3)
  fill(form, categoryId)
  page.line.cut = true
  expect(await form.saveNow()).toBe(false)
  expect(form.saving.get()).toMatchObject({ at: 'failed', failure: { code: 0 } })
  page.line.cut = false
  page.expire()
  expect(await form.submit()).toBe(false)
  expect(form.sending.get()).toMatchObject({ at: 'refused', failure: { code: 600 } })
  page.reload()
  const again = await load()
  await again.open('service', null, 3)
  expect(again.restored.get()).toBe(true)
  expect(again.values.get()).toMatchObject({ title: '临床样本冷链运输与暂存', price: '12,800.50' })
})

test('a new listing whose answer was lost is made once, whatever was typed since', async () => {
  const { page, categoryId, form } = await scene(app)
  const { api } = await as(app, 'seller')
  const all = async () => contentOf(await api.catalogue.serviceCount({})).all
  const before = await all()
  await form.open('service', null, 3)
  fill(form, categoryId)
  page.line.deaf = true
  expect(await form.submit()).toBe(false)
  expect(await form.submit()).toBe(false)
  form.set('title', '没有等到回答时改的标题')
  expect(await form.submit()).toBe(false)
  expect(await all()).toBe(before + 1)
  // Also by another tab that finds the draft.
  page.reload()
  page.line.deaf = false
  const again = await load()
  await again.open('service', null, 3)
  expect(await again.submit()).toBe(true)
  expect(await all()).toBe(before + 1)
  const { id } = listing(again)
  const { form: kept, status } = contentOf(await api.catalogue.sellerService({ serviceId: id ?? 0 }))
  expect([kept.title, status]).toEqual(['没有等到回答时改的标题', 'published'])
})
