import { expect, test } from 'vitest'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { newKey } from '../../support/sentinels.ts'
import { categoryOf, wholeService } from '../../support/scenes/catalogue/publishing.ts'
import { signedIn } from '../demands/signed-in.ts'

test('an operator reviews listings, rejects once with a reason, and the next one opens', async () => {
  const app = await startAppForTest({ REVIEW: 'manual' })
  const seller = await signInAs(app, 'seller')
  const category = await categoryOf(app, '临床监查')
  const save = (title: string) =>
    seller.api.catalogue.serviceSave({ ...wholeService(category, title), submit: true }, { idempotencyKey: newKey() })
  const { serviceId } = contentOf(await save('第一项服务'))
  contentOf(await save('第二项服务'))
  const page = await signedIn('ops', '?kind=service', app)
  const store = await import('../../../src/stores/catalogue/listing-reviews.ts')
  store.startListingReviews()
  await store.loadListingReviews()
  const state = store.listingReviews.get()
  const rows = state.at === 'ready' ? state.content.data : []
  expect(rows.every(({ kind }) => kind === 'service')).toBe(true)
  const row = rows.find(({ listingId }) => listingId === serviceId)
  if (row === undefined) throw new Error('It does not wait')
  await store.listingReviewing.openRow(row)
  const shown = store.listingReviewing.content.get()
  if (shown.at !== 'ready') throw new Error(`It is ${shown.at}`)
  expect(shown.content.form).toMatchObject({ title: '第一项服务', durationFrom: 2 })
  expect(shown.content.words.categoryOf(category)).toBe('临床监查')
  expect(await store.listingReviewing.decide('reject', '')).toBe(false)
  expect(store.listingReviewing.open.get()?.failure?.code).toBe(400)
  const before = page.calls.length
  const both = await Promise.all([
    store.listingReviewing.decide('reject', '内容与资质不符'),
    store.listingReviewing.decide('reject', '内容与资质不符'),
  ])
  expect(both).toEqual([true, false])
  expect(page.calls.slice(before).filter((path) => path === '/mall/listing/review')).toHaveLength(1)
  expect(store.listingReviewing.open.get()?.row.listingId).not.toBe(serviceId)
  expect(store.listingReviewing.open.get()).not.toBeNull()
  store.listingReviewing.close()
  expect(store.listingReviewing.open.get()).toBeNull()
})

test('a listing is blocked and unblocked by its number; load failures are reported', async () => {
  const page = await signedIn('ops')
  const { listingLookup, findListing, submitListingStep, allowedListingStep } =
    await import('../../../src/stores/catalogue/listing-control.ts')
  await findListing('S0000')
  expect(listingLookup.get()).toMatchObject({ at: 'failed', failure: { code: 404 } })
  const { data } = contentOf(await page.client.api.catalogue.services({ pageSize: 1 }))
  await findListing(data[0]?.serviceNo ?? '')
  const found = listingLookup.get()
  if (found.at !== 'found') throw new Error(`It is ${found.at}`)
  expect(allowedListingStep(found.listing)).toBe('suspend')
  expect(await submitListingStep('suspend', '')).toBe(false)
  expect(listingLookup.get()).toMatchObject({ at: 'found', failure: { code: 400 } })
  page.network.cut = true
  expect(await submitListingStep('suspend', '含有联系方式')).toBe(false)
  page.network.cut = false
  expect(await submitListingStep('suspend', '含有联系方式')).toBe(true)
  expect(listingLookup.get()).toMatchObject({ listing: { status: 'suspended' }, failure: null })
  expect(await submitListingStep('release', '')).toBe(true)
  expect(listingLookup.get()).toMatchObject({ listing: { status: 'unlisted' } })
})
