import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { as, contentOf } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeService } from '../../calls/catalogue/publishing-scene.ts'
import { signedIn } from '../demands/signed-in.ts'

test('an operator reads what waits, refuses with a reason once, and the next one opens by itself', async () => {
  const app = await startAppForTest({ REVIEW: 'manual' })
  const seller = await as(app, 'seller')
  const category = await categoryOf(app, '临床监查')
  const save = (title: string) =>
    seller.api.catalogue.serviceSave({ ...wholeService(category, title), submit: true }, { idempotencyKey: newKey() })
  const { serviceId } = contentOf(await save('第一项服务'))
  contentOf(await save('第二项服务'))
  const page = await signedIn('ops', '?kind=service', app)
  const store = await import('../../../src/stores/catalogue/listing-reviews.ts')
  store.start()
  await store.load()
  const state = store.reviews.get()
  const rows = state.at === 'ready' ? state.content.data : []
  expect(rows.every(({ kind }) => kind === 'service')).toBe(true)
  const row = rows.find(({ listingId }) => listingId === serviceId)
  if (row === undefined) throw new Error('It does not wait')
  await store.reviewing.read(row)
  const shown = store.reviewing.opened.get()
  if (shown.at !== 'ready') throw new Error(`It is ${shown.at}`)
  expect(shown.content.form).toMatchObject({ title: '第一项服务', durationFrom: 2 })
  expect(shown.content.words.categoryOf(category)).toBe('临床监查')
  expect(await store.reviewing.decide('reject', '')).toBe(false)
  expect(store.reviewing.open.get()?.failure?.code).toBe(400)
  const before = page.made.length
  const both = await Promise.all([
    store.reviewing.decide('reject', '内容与资质不符'),
    store.reviewing.decide('reject', '内容与资质不符'),
  ])
  expect(both).toEqual([true, false])
  expect(page.made.slice(before).filter((path) => path === '/mall/listing/review')).toHaveLength(1)
  expect(store.reviewing.open.get()?.row.listingId).not.toBe(serviceId)
  expect(store.reviewing.open.get()).not.toBeNull()
  store.reviewing.close()
  expect(store.reviewing.open.get()).toBeNull()
})

test('a listing is stopped and released by its number; what cannot be found or read says so', async () => {
  const page = await signedIn('ops')
  const { control, find, step, stepOf } = await import('../../../src/stores/catalogue/listing-control.ts')
  await find('S0000')
  expect(control.get()).toMatchObject({ at: 'failed', failure: { code: 404 } })
  const { data } = contentOf(await page.client.api.catalogue.services({ pageSize: 1 }))
  await find(data[0]?.serviceNo ?? '')
  const found = control.get()
  if (found.at !== 'found') throw new Error(`It is ${found.at}`)
  expect(stepOf(found.listing)).toBe('suspend')
  expect(await step('suspend', '')).toBe(false)
  expect(control.get()).toMatchObject({ at: 'found', failure: { code: 400 } })
  page.line.cut = true
  expect(await step('suspend', '含有联系方式')).toBe(false)
  page.line.cut = false
  expect(await step('suspend', '含有联系方式')).toBe(true)
  expect(control.get()).toMatchObject({ listing: { status: 'suspended' }, failure: null })
  expect(await step('release', '')).toBe(true)
  expect(control.get()).toMatchObject({ listing: { status: 'unlisted' } })
})
