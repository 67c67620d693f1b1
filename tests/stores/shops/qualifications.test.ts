import { expect, test } from 'vitest'
import { signInAs } from '../../support/client.ts'
import { dayIn, register, uploaded } from '../../support/scenes/shops/shop.ts'
import { openPage } from '../page.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile({ REVIEW: 'manual' })
const seller = clientForFile(app, 'seller')

test('a certificate keeps its draft while the dialog is closed, is submitted once, and reviewed', async () => {
  const { calls } = openPage(app, seller)
  const store = await import('../../../src/stores/shops/qualifications.ts')
  await store.loadQualifications()
  store.openQualificationForm()
  store.qualificationForm.setText('name', 'CAP 认可')
  store.closeQualificationForm()
  store.openQualificationForm()
  expect(store.qualificationForm.values.get()?.name).toBe('CAP 认可')
  expect(await store.submitQualification()).toBeUndefined()
  const refused = store.qualificationForm.submitState.get()
  expect(refused.at === 'refused' && refused.fieldErrors.map(({ field }) => field).sort()).toEqual([
    'confirmed',
    'file',
    'holder',
    'issuer',
    'number',
    'tag',
    'until',
  ])
  store.qualificationForm.set('tag', 'CAP')
  store.qualificationForm.setText('number', '7190001')
  store.qualificationForm.setText('issuer', 'College of American Pathologists')
  store.qualificationForm.setText('holder', '持证单位')
  store.qualificationForm.set('confirmed', true)
  store.qualificationForm.setText('until', dayIn(-1))
  store.qualificationForm.set('file', { fileId: await uploaded(seller, 'licence'), name: 'cap.jpg', url: '' })
  expect(await store.submitQualification()).toBeUndefined()
  store.qualificationForm.setText('until', dayIn(90))
  const [saved, nothing] = await Promise.all([store.submitQualification(), store.submitQualification()])
  expect([saved?.status, nothing]).toEqual(['pending_review', undefined])
  expect(calls.filter((path) => path.endsWith('/qualification/save'))).toHaveLength(1)
  expect(store.isQualificationFormOpen.get()).toBe(false)

  openPage(app, await signInAs(app, 'ops'), '/ops/qualifications', '?status=pending_review')
  const reviews = await import('../../../src/stores/shops/qualifications.ts')
  reviews.qualificationReviews.start()
  await expect.poll(() => reviews.qualificationReviews.state.get().at).toBe('ready')
  const list = reviews.qualificationReviews.state.get()
  const row = list.at === 'ready' ? list.content.data.find((one) => one.name === 'CAP 认可') : undefined
  if (row === undefined) throw new Error('The certificate does not wait')
  reviews.qualificationReview.open(row)
  expect(await reviews.qualificationReview.submit({ event: 'reject', reason: '', register: null })).toBe(false)
  expect(reviews.qualificationReview.state.get()?.failure).toMatchObject({ code: 400, content: [{ field: 'reason' }] })
  const pass = { event: 'pass', reason: '', register } as const
  expect(
    await Promise.all([reviews.qualificationReview.submit(pass), reviews.qualificationReview.submit(pass)]),
  ).toEqual([true, false])
})

test('tags are added to selected services at once; a rejected tag is unchanged', async () => {
  openPage(app, seller)
  const store = await import('../../../src/stores/shops/capabilities.ts')
  await store.loadServiceCapabilities()
  const now = store.capabilityServices.get()
  const ids = now.at === 'ready' ? now.content.data.slice(0, 2).map(({ serviceId }) => serviceId) : []
  store.tickServices(new Set(ids))
  store.openCapabilityAssignment()
  store.setAssignedCapability('疫苗', true)
  store.setAssignedCapability('多肽', true)
  store.setAssignedCapability('多肽', false)
  expect(store.capabilityAssignment.get()).toMatchObject({ add: new Set(['疫苗']), remove: new Set() })
  expect(await store.submitCapabilityAssignment()).toBe(2)
  expect(store.countServicesWith('疫苗')).toBe(0)
  store.tickServices(new Set(ids))
  expect(store.countServicesWith('疫苗')).toBe(2)
})

test('capabilities of a shop are selected and saved', async () => {
  openPage(app, seller)
  const store = await import('../../../src/stores/shops/capabilities.ts')
  await store.loadShopCapabilities()
  store.toggleCapability('疫苗', true)
  expect(await Promise.all([store.saveShopCapabilities(), store.saveShopCapabilities()])).toEqual([true, false])
  const now = store.savedCapabilities.get()
  expect(now.at === 'ready' && now.content.includes('疫苗')).toBe(true)
  const words = Array.from({ length: 30 }, (_, index) => `词 ${index}`)
  for (const word of words) store.toggleCapability(word, true)
  expect(store.chosenCapabilities.get()).toHaveLength(20)
  expect(await store.saveShopCapabilities()).toBe(false)
  expect(store.capabilitySaveState.get().at).toBe('refused')
})

test('a reading fills empty fields only, says what differs, and takes back the confirmation', async () => {
  openPage(app, seller)
  const store = await import('../../../src/stores/shops/qualifications.ts')
  const { proposeFields } = store
  const fields = {
    tag: 'CNAS',
    number: 'CNAS L4321',
    issuer: '中国合格评定国家认可委员会',
    holder: '另一家有限公司',
    site: '',
    issuedOn: null,
    until: '2030-01-02',
  }
  store.openQualificationForm()
  const typed = store.qualificationForm.values.get()
  if (typed === null) throw new Error('The form is not open')
  const before = { ...typed, tag: '', number: 'CNAS L9999', issuer: '', holder: '', until: '', confirmed: true }
  const { values, reading } = proposeFields(before, { source: 'ocr', fields, companyName: '本企业有限公司' })
  expect(values).toMatchObject({ tag: 'CNAS', number: 'CNAS L9999', until: '2030-01-02', confirmed: false })
  expect(reading).toMatchObject({
    at: 'read',
    filled: ['tag', 'issuer', 'holder', 'until'],
    differing: { number: 'CNAS L4321' },
    holderDiffers: true,
  })
})
