import { expect, test } from 'vitest'
import { categoryOf } from '../../support/scenes/catalogue/publishing.ts'
import { startAppForTest } from '../../support/app.ts'
import { signInAs, contentOf } from '../../support/client.ts'
import { fill, listing, load, scene } from '../../support/scenes/catalogue/listing.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

test('a save in another window is not overwritten, and the input can be saved as a copy', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.openListingForm('service', null, 3)
  fill(form, categoryId)
  await form.saveListingDraft()
  const { id, version } = listing(form)
  const { api } = await signInAs(app, 'seller')
  const opened = contentOf(await api.catalogue.sellerService({ serviceId: id ?? 0 }))
  contentOf(
    await api.catalogue.serviceUpdate({
      ...opened.form,
      serviceName: '同事改的标题',
      serviceId: opened.serviceId,
      version,
    }),
  )
  form.setListingValue('title', '我改的标题')
  expect(await form.saveListingDraft()).toBe(false)
  expect(form.listingSaveState.get()).toEqual({ at: 'conflict' })
  expect(form.listingFormValues.get()?.title).toBe('我改的标题')
  const copy = contentOf(await form.saveListingCopy('service'))
  expect(copy.id).not.toBe(id)
  // The first one shows the state saved by the other window.
  page.reload()
  const again = await load()
  await again.openListingForm('service', id, 3)
  expect(again.listingFormValues.get()?.title).toBe('同事改的标题')
  expect(again.foundDraft.get()).toBeNull()
})

test('an outdated local draft is offered instead of overwriting the newer state', async () => {
  const { page, categoryId, form } = await scene(app)
  await form.openListingForm('service', null, 3)
  fill(form, categoryId)
  await form.saveListingDraft()
  const { id, version } = listing(form)
  page.network.cut = true
  form.setListingValue('title', '断网时改的标题')
  await form.saveListingDraft()
  page.network.cut = false
  const { api } = await signInAs(app, 'seller')
  const opened = contentOf(await api.catalogue.sellerService({ serviceId: id ?? 0 }))
  contentOf(await api.catalogue.serviceUpdate({ ...opened.form, serviceId: opened.serviceId, version }))
  page.reload()
  const again = await load()
  await again.openListingForm('service', id, 3)
  expect(again.listingFormValues.get()?.title).toBe('临床样本冷链运输与暂存')
  again.resolveFoundDraft(true)
  expect(again.listingFormValues.get()?.title).toBe('断网时改的标题')
  expect(await again.saveListingDraft()).toBe(true)
})

test('a listing under review can be withdrawn and edited', async () => {
  const { categoryId, form } = await scene(await startAppForTest({ REVIEW: 'manual' }))
  await form.openListingForm('service', null, 3)
  fill(form, categoryId)
  await form.submitListing()
  expect(listing(form).status).toBe('pending_review')
  expect(await form.withdrawOrDiscard('service', 'withdraw')).toBeNull()
  expect(listing(form).status).toBe('draft')
})

test('specifications keep their ids and the quantity sold meanwhile over several saves', async () => {
  const { form } = await scene(app)
  const categoryId = await categoryOf(app, '饲料与垫料')
  await form.openListingForm('product', null, 3)
  fill(form, categoryId)
  form.setListingValue('specs', [
    { specId: null, name: '500 mL', code: '', price: '120', stock: '40', was: null },
    { specId: null, name: '1 L', code: '', price: '200', stock: '8', was: null },
  ])
  expect(await form.saveListingDraft()).toBe(true)
  const ids = form.listingFormValues.get()?.specs.map(({ specId }) => specId)
  expect(ids?.every((id) => typeof id === 'number')).toBe(true)
  expect(await form.submitListing()).toBe(true)
  const { id } = listing(form)
  await form.openListingForm('product', id, 3)
  expect(form.listingFormValues.get()?.specs.map(({ specId }) => specId)).toEqual(ids)
  const { api } = await signInAs(app, 'seller')
  contentOf(await api.catalogue.stockUpdate({ specId: ids?.[0] ?? 0, was: 40, stock: 37 }))
  form.setListingValue('title', '磷酸盐缓冲液 10×')
  const specs = form.listingFormValues.get()?.specs ?? []
  form.setListingValue(
    'specs',
    specs.map((spec, at) => (at === 1 ? { ...spec, stock: '9' } : spec)),
  )
  expect(await form.saveListingDraft()).toBe(true)
  form.setListingValue('title', '磷酸盐缓冲液 10×，无菌')
  expect(await form.saveListingDraft()).toBe(true)
  const now = contentOf(await api.catalogue.sellerProduct({ productId: id ?? 0 }))
  expect(now.form.specs.map(({ stock }) => stock)).toEqual([37, 9])
})
