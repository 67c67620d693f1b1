import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { openDemand } from '../../calls/demands/scene.ts'
import { contentOf } from '../../support/client.ts'
import { signedIn, type SignedIn } from './signed-in.ts'

const now = new Date().toISOString()

/** The form of one supplier for a demand that asks two things. */
async function opened() {
  const buyer = await signedIn('buyer')
  const demandId = await openDemand(buyer.app, buyer.client)
  const questions = [
    { key: 'own1', label: '是否 GLP', input: 'yesNo' as const, options: [], unit: '', required: true },
    { key: 'own2', label: '动物数', input: 'number' as const, options: [], unit: '只', required: false },
  ]
  await buyer.app.db.update(demands).set({ questions }).where(eq(demands.id, demandId))
  const seller = await signedIn('seller', '', buyer.app)
  return { buyer, seller, demandId, ...(await formOf(demandId)) }
}

async function formOf(demandId: number) {
  const store = await import('../../../src/stores/demands/offer-form.ts')
  await store.start(9, demandId, now)
  const form = store.form.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  return { store, start: form.content }
}
const calls = ({ made }: SignedIn) => made.filter((path) => path === '/mall/demand/offer/save-or-update').length

test('a half-typed offer is kept as a draft, and is there again after a reload', async () => {
  const { store, start, seller, demandId } = await opened()
  const typed = { ...start.values, note: '只写了一半', durationDays: '', answers: { own1: '是' } }
  expect(await store.saveNow(typed)).toBe(true)
  expect(store.saved.get()).toMatchObject({ at: 'server' })
  seller.reload()
  const again = await formOf(demandId)
  expect(again.start.restored).toBe(false)
  expect(again.start.values).toEqual(typed)
})

test('what is no number stays in this browser, and is found again; throwing it away starts from the server', async () => {
  const { store, start, seller, demandId } = await opened()
  const item = { name: '试验', unit: '项', quantity: '1', unitPrice: '一万' }
  const typed = { ...start.values, items: [item] }
  store.keep(typed)
  expect(await store.saveNow(typed)).toBe(true)
  seller.reload()
  const again = await formOf(demandId)
  expect([again.start.restored, again.start.values.items]).toEqual([true, [item]])
  expect(again.store.askSubmit(again.start.values)).toBe(false)
  const sending = again.store.sending.get()
  expect(sending.at === 'refused' ? sending.faults.map(({ field }) => field) : []).toEqual([
    'items.0.unitPrice',
    ...['milestones.1.dueDays', 'milestones.2.dueDays', 'durationDays', 'answers.own1'],
  ])
  await again.store.startOver(9, demandId, now)
  const form = again.store.form.get()
  expect(form.at === 'ready' ? [form.content.restored, form.content.values.items] : form.at).toEqual([
    false,
    [{ ...item, unitPrice: '' }],
  ])
})

test('a sealed offer is submitted once however often it is pressed, and its receipt verifies', async () => {
  const { store, start, seller, buyer, demandId } = await opened()
  const values = {
    ...start.values,
    items: [{ name: '试验', unit: '项', quantity: '2', unitPrice: '500.50' }],
    milestones: start.values.milestones.map((one, index) => ({ ...one, dueDays: String(index * 30) })),
    durationDays: '60',
    answers: { own1: '是', own2: '40', gone: '无人问' },
    sealed: true,
  }
  expect(store.askSubmit({ ...values, answers: { own2: '四十' } })).toBe(false)
  expect(store.sending.get()).toMatchObject({ faults: [{ field: 'answers.own1' }, { field: 'answers.own2' }] })
  store.mended('answers.own1')
  expect(store.sending.get()).toMatchObject({ sent: false, faults: [{ field: 'answers.own2' }] })
  store.mended('answers.own2')
  expect(store.sending.get()).toEqual({ at: 'editing' })
  store.askSubmit({ ...values, milestones: values.milestones.map((one) => ({ ...one, percent: '10' })) })
  expect(store.sending.get()).toMatchObject({ faults: [{ field: 'milestones' }] })
  store.mended('milestones.1.percent')
  expect(store.sending.get()).toEqual({ at: 'editing' })
  expect(store.askSubmit(values)).toBe(true)
  seller.line.cut = true
  await store.submit(values)
  expect(store.sending.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  seller.line.cut = false
  store.askSubmit(values)
  const before = calls(seller)
  await Promise.all([store.submit(values), store.submit(values)])
  expect(calls(seller) - before).toBe(1)
  const receipt = store.sending.get()
  if (receipt.at !== 'done') throw new Error(`The sending is ${receipt.at}`)
  expect(receipt).toMatchObject({ version: 1, sealed: true })
  expect(contentOf(await buyer.client.api.demands.buyerOffers({ demandId })).sealed[0]?.hash).toBe(receipt.hash)

  const own = contentOf(await seller.client.api.demands.sellerOffer({ offerId: receipt.offerId }))
  const { verify } = await import('../../../src/stores/demands/fingerprint.ts')
  const secure = Object.assign(globalThis, { isSecureContext: true })
  expect(await verify(own.offerNo, own.current)).toBe('same')
  expect(await verify(own.offerNo, { ...own.current, note: '改过' })).toBe('different')
  secure.isSecureContext = false
  expect(await verify(own.offerNo, own.current)).toBe('cannot')
})

test('the page of an offer reads its versions, and the list is searched', async () => {
  const { seller, demandId, buyer } = await opened()
  const { terms } = await import('../../calls/demands/scene.ts')
  const answers = [{ key: 'own1', value: '是' }]
  const save = (note: string) =>
    seller.client.api.demands.offerSave({ ...terms({ note, answers }), demandId, submit: true })
  const { offerId } = contentOf(await save('第一版'))
  contentOf(await save('第二版'))
  const page = await import('../../../src/stores/demands/seller-offer.ts')
  await page.start(offerId)
  const versions = page.versions.get()
  expect(versions.at === 'ready' ? versions.content.map(({ version, note }) => [version, note]) : versions.at).toEqual([
    [2, '第二版'],
    [1, '第一版'],
  ])
  const list = await signedIn('seller', '?keyword=没有这样的', buyer.app)
  const store = await import('../../../src/stores/demands/seller-offers.ts')
  const stop = store.offers.start()
  await store.offers.load()
  expect(store.offers.state.get()).toMatchObject({ at: 'ready', content: { total: 0, data: [] } })
  expect(list.made).toContain('/mall/demand/offer/saler/list-page')
  stop()
})
