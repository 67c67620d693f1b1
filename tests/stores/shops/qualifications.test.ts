import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, type Client } from '../../support/client.ts'
import { dayIn, uploaded } from '../../calls/shops/shop-scene.ts'
import { openPage } from '../page.ts'

let app: TestApp
let seller: Client
beforeAll(async () => {
  app = await startApp({ REVIEW: 'manual' })
  seller = await as(app, 'seller')
})
afterAll(() => app.close())

test('a certificate is typed, kept while the window is closed, submitted once, and decided by an operator', async () => {
  const { made } = openPage(app, seller)
  const store = await import('../../../src/stores/shops/qualifications.ts')
  await store.load()
  store.open()
  store.form.setText('name', 'CAP 认可')
  store.close()
  store.open()
  expect(store.form.values.get()?.name).toBe('CAP 认可')
  expect(await store.submit()).toBeUndefined()
  const refused = store.form.sending.get()
  expect(refused.at === 'refused' && refused.faults.map(({ field }) => field).sort()).toEqual(['file', 'tag', 'until'])
  store.form.set('tag', 'CAP')
  store.form.setText('until', dayIn(-1))
  store.form.set('file', { fileId: await uploaded(seller, 'licence'), name: 'cap.jpg', url: '' })
  expect(await store.submit()).toBeUndefined()
  store.form.setText('until', dayIn(90))
  const [saved, nothing] = await Promise.all([store.submit(), store.submit()])
  expect([saved?.status, nothing]).toEqual(['pending_review', undefined])
  expect(made.filter((path) => path.endsWith('/qualification/save'))).toHaveLength(1)
  expect(store.isOpen.get()).toBe(false)

  openPage(app, await as(app, 'ops'), '/ops/qualifications', '?status=pending_review')
  const reviews = await import('../../../src/stores/shops/qualification-reviews.ts')
  reviews.reviews.start()
  await expect.poll(() => reviews.reviews.state.get().at).toBe('ready')
  const list = reviews.reviews.state.get()
  const row = list.at === 'ready' ? list.content.data.find((one) => one.name === 'CAP 认可') : undefined
  if (row === undefined) throw new Error('The certificate does not wait')
  reviews.review.open(row)
  expect(await reviews.review.decide({ event: 'reject', reason: '' })).toBe(false)
  expect(reviews.review.state.get()?.failure).toMatchObject({ code: 400, content: [{ field: 'reason' }] })
  const pass = { event: 'pass', reason: '' } as const
  expect(await Promise.all([reviews.review.decide(pass), reviews.review.decide(pass)])).toEqual([true, false])
})

test('tags are given to ticked services at once; a word asked back stays as it was', async () => {
  openPage(app, seller)
  const store = await import('../../../src/stores/shops/service-capabilities.ts')
  await store.load()
  const now = store.services.get()
  const ids = now.at === 'ready' ? now.content.data.slice(0, 2).map(({ serviceId }) => serviceId) : []
  store.tick(new Set(ids))
  store.openAssigning()
  store.set('疫苗', true)
  store.set('多肽', true)
  store.set('多肽', false)
  expect(store.assigning.get()).toMatchObject({ add: new Set(['疫苗']), remove: new Set() })
  expect(await store.assign()).toBe(2)
  expect(store.countWith('疫苗')).toBe(0)
  store.tick(new Set(ids))
  expect(store.countWith('疫苗')).toBe(2)
})

test('what a shop can do is ticked and saved', async () => {
  openPage(app, seller)
  const store = await import('../../../src/stores/shops/shop-capabilities.ts')
  await store.load()
  store.choose('疫苗', true)
  expect(await Promise.all([store.save(), store.save()])).toEqual([true, false])
  const now = store.kept.get()
  expect(now.at === 'ready' && now.content.includes('疫苗')).toBe(true)
  const words = Array.from({ length: 30 }, (_, index) => `词 ${index}`)
  for (const word of words) store.choose(word, true)
  expect(store.chosen.get()).toHaveLength(20)
  expect(await store.save()).toBe(false)
  expect(store.saving.get().at).toBe('refused')
})
