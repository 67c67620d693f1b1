import { expect, test, vi } from 'vitest'
import { signInAs, contentOf } from '../../support/client.ts'
import { fieldErrors, fill, listing, load, scene } from '../../support/scenes/catalogue/listing.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

test('a service is autosaved, gets its URL, and is published once', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.openListingForm('service', null, 3)
  form.setListingValue('title', '临床样本')
  expect(form.listingSaveState.get()).toEqual({ at: 'unsaved' })
  expect(await form.saveListingDraft()).toBe(true)
  const { id } = listing(form)
  expect(form.listingSaveState.get()).toMatchObject({ at: 'saved' })
  expect(page.replaced.at(-1)).toContain(`serviceId=${id}`)
  fill(form, categoryId)
  const sent = await Promise.all([form.submitListing(), form.submitListing()])
  expect(sent.filter((done) => done)).toHaveLength(1)
  expect(page.calls.filter((path) => path === '/mall/service/save')).toHaveLength(1)
  expect(listing(form)).toMatchObject({ id, status: 'published' })
  const visitor = await signInAs(app, 'buyer')
  const out = contentOf(await visitor.api.catalogue.service({ serviceId: id ?? 0 }))
  expect(out).toMatchObject({ serviceName: '临床样本冷链运输与暂存', servicePrice: 1_280_050 })
  expect(out.paragraphs).toHaveLength(2)
})

test('autosaves after a pause in typing', async () => {
  const { form } = await scene(app)
  await form.openListingForm('service', null, 3)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    form.setListingValue('title', '打了一半')
    vi.advanceTimersByTime(2_000)
    form.setListingValue('title', '打了一半的标题')
    vi.advanceTimersByTime(2_000)
    expect(form.listingSaveState.get()).toEqual({ at: 'unsaved' })
    vi.advanceTimersByTime(1_000)
  } finally {
    vi.useRealTimers()
  }
  await vi.waitFor(() => expect(form.listingSaveState.get()).toMatchObject({ at: 'saved' }))
  expect(listing(form).id).toBeTypeOf('number')
})

test('errors are shown at their fields and nothing is sent; correcting removes the error', async () => {
  const { page, form } = await scene(app)
  await form.openListingForm('service', null, 3)
  form.setListingValue('price', '12.345')
  form.setListingValue('facts', [
    { label: '', value: '' },
    { label: '', value: '比格犬' },
  ])
  expect(await form.submitListing()).toBe(false)
  expect(fieldErrors(form)).toEqual(
    expect.arrayContaining(['title', 'categoryId', 'summary', 'price', 'facts.1.label']),
  )
  expect(page.calls).not.toContain('/mall/service/save')
  form.setListingValue('title', '一个标题')
  expect(fieldErrors(form)).not.toContain('title')
})

test('network failures and ended sessions keep the input', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.openListingForm('service', null, 3)
  fill(form, categoryId)
  page.network.cut = true
  expect(await form.saveListingDraft()).toBe(false)
  expect(form.listingSaveState.get()).toMatchObject({ at: 'failed', failure: { code: 0 } })
  page.network.cut = false
  page.expire()
  expect(await form.submitListing()).toBe(false)
  expect(form.sending.get()).toMatchObject({ at: 'refused', failure: { code: 600 } })
  page.reload()
  const again = await load()
  await again.openListingForm('service', null, 3)
  expect(again.isDraftRestored.get()).toBe(true)
  expect(again.listingFormValues.get()).toMatchObject({ title: '临床样本冷链运输与暂存', price: '12,800.50' })
})

test('a new listing whose response was lost is created once, whatever was typed since', async () => {
  const { page, categoryId, form } = await scene(app)
  const { api } = await signInAs(app, 'seller')
  const all = async () => contentOf(await api.catalogue.serviceCount({})).all
  const before = await all()
  await form.openListingForm('service', null, 3)
  fill(form, categoryId)
  page.network.losesAnswers = true
  expect(await form.submitListing()).toBe(false)
  expect(await form.submitListing()).toBe(false)
  form.setListingValue('title', '没有等到回答时改的标题')
  expect(await form.submitListing()).toBe(false)
  expect(await all()).toBe(before + 1)
  // Also from another tab that restores the draft.
  page.reload()
  page.network.losesAnswers = false
  const again = await load()
  await again.openListingForm('service', null, 3)
  expect(await again.submitListing()).toBe(true)
  expect(await all()).toBe(before + 1)
  const { id } = listing(again)
  const { form: kept, status } = contentOf(await api.catalogue.sellerService({ serviceId: id ?? 0 }))
  expect([kept.serviceName, status]).toEqual(['没有等到回答时改的标题', 'published'])
})
