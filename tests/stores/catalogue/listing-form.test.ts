import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startApp, startAppForTest, type TestApp } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { categoryOf } from '../../calls/catalogue/publishing-scene.ts'
import { signedIn } from '../demands/signed-in.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

async function load() {
  const form = await import('../../../src/stores/catalogue/listing-form.ts')
  const { sending } = await import('../../../src/stores/catalogue/listing-refusal.ts')
  onTestFinished(form.leave)
  const steps = await import('../../../src/stores/catalogue/listing-steps.ts')
  return { ...form, ...steps, sending }
}
type Form = Awaited<ReturnType<typeof load>>

/** Types what a service needs, as a person does, field by field. */
function fill(form: Form, categoryId: number): void {
  form.set('title', '临床样本冷链运输与暂存')
  form.set('categoryId', categoryId)
  form.set('summary', '全程温度记录，干冰与液氮两种方式，支持加急。')
  form.set('price', '12,800.50')
  form.set('paragraphs', '按样本类型选择温区。\n\n运输途中每 5 分钟记录一次。')
}
const listing = (form: Form) => {
  const now = form.opened.get()
  if (now.at !== 'ready') throw new Error(`The form is ${now.at}`)
  return now.content
}
const faults = (form: Form) => {
  const now = form.sending.get()
  return now.at === 'refused' ? now.faults.map(({ field }) => field) : []
}
const scene = async (on = app) => {
  const page = await signedIn('seller', '', on)
  const categoryId = await categoryOf(on, '临床监查')
  return { page, categoryId, form: await load() }
}

test('a service is kept as it is typed, gets its address, and is published once', async () => {
  const { page, categoryId, form } = await scene()
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
  const { form } = await scene()
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
  const { page, form } = await scene()
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
  const { page, categoryId, form } = await scene()
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
  const { page, categoryId, form } = await scene()
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

test('another window saved in between: nothing is overwritten, and a copy can be kept', async () => {
  const { page, categoryId, form } = await scene()
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
  const { page, categoryId, form } = await scene()
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
  const { form } = await scene()
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
