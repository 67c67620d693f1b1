import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { openDemand } from '../../support/scenes/demands/demand.ts'
import { contentOf } from '../../support/client.ts'
import { signedIn, type SignedIn } from './signed-in.ts'

const now = new Date().toISOString()

/** Offer form of a supplier for a demand with two questions. */
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
  const store = await import('../../../src/stores/demands/offer-form/offer-form.ts')
  await store.startOfferForm(9, demandId, now)
  const form = store.offerStart.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  return { store, start: form.content }
}
const calls = ({ calls }: SignedIn) => calls.filter((path) => path === '/mall/demand/offer/save-or-update').length

test('an incomplete offer is saved as a draft and restored after a reload', async () => {
  const { store, start, seller, demandId } = await opened()
  const typed = { ...start.values, note: '只写了一半', durationDays: '', answers: { own1: '是' } }
  expect(await store.saveOfferDraft(typed)).toBe(true)
  expect(store.offerSaveState.get()).toMatchObject({ at: 'server' })
  seller.reload()
  const again = await formOf(demandId)
  expect(again.start.restored).toBe(false)
  expect(again.start.values).toEqual(typed)
})

test('invalid numbers are kept in the browser; discarding them restores the server draft', async () => {
  const { store, start, seller, demandId } = await opened()
  const item = { name: '试验', unit: '项', quantity: '1', unitPrice: '一万' }
  const typed = { ...start.values, items: [item] }
  store.replaceOfferValues(typed)
  expect(await store.saveOfferDraft(typed)).toBe(true)
  seller.reload()
  const again = await formOf(demandId)
  expect([again.start.restored, again.start.values.items]).toEqual([true, [item]])
  expect(again.store.requestOfferSubmit(again.start.values)).toBe(false)
  const sending = again.store.offerSubmitState.get()
  expect(sending.at === 'refused' ? sending.fieldErrors.map(({ field }) => field) : []).toEqual([
    'items.0.unitPrice',
    'milestones.1.dueDays',
    'milestones.2.dueDays',
    'durationDays',
    'answers.own1',
  ])
  await again.store.restartOfferForm(9, demandId, now)
  const form = again.store.offerStart.get()
  expect(form.at === 'ready' ? [form.content.restored, form.content.values.items] : form.at).toEqual([
    false,
    [{ ...item, unitPrice: '' }],
  ])
})

test('a sealed offer is submitted once under repeated clicks, and its receipt verifies', async () => {
  const { store, start, seller, buyer, demandId } = await opened()
  const values = {
    ...start.values,
    items: [{ name: '试验', unit: '项', quantity: '2', unitPrice: '500.50' }],
    milestones: start.values.milestones.map((one, index) => ({ ...one, dueDays: String(index * 30) })),
    durationDays: '60',
    answers: { own1: '是', own2: '40', gone: '无人问' },
    sealed: true,
  }
  expect(store.requestOfferSubmit({ ...values, answers: { own2: '四十' } })).toBe(false)
  expect(store.offerSubmitState.get()).toMatchObject({
    fieldErrors: [{ field: 'answers.own1' }, { field: 'answers.own2' }],
  })
  store.clearError('answers.own1')
  expect(store.offerSubmitState.get()).toMatchObject({ bySubmit: false, fieldErrors: [{ field: 'answers.own2' }] })
  store.clearError('answers.own2')
  expect(store.offerSubmitState.get()).toEqual({ at: 'editing' })
  store.requestOfferSubmit({ ...values, milestones: values.milestones.map((one) => ({ ...one, percent: '10' })) })
  expect(store.offerSubmitState.get()).toMatchObject({ fieldErrors: [{ field: 'milestones' }] })
  store.clearError('milestones.1.percent')
  expect(store.offerSubmitState.get()).toEqual({ at: 'editing' })
  expect(store.requestOfferSubmit(values)).toBe(true)
  seller.network.cut = true
  await store.submitOffer(values)
  expect(store.offerSubmitState.get()).toMatchObject({ at: 'refused', failure: { code: 0 } })
  seller.network.cut = false
  store.requestOfferSubmit(values)
  const before = calls(seller)
  await Promise.all([store.submitOffer(values), store.submitOffer(values)])
  expect(calls(seller) - before).toBe(1)
  const receipt = store.offerSubmitState.get()
  if (receipt.at !== 'done') throw new Error(`The sending is ${receipt.at}`)
  expect(receipt).toMatchObject({ version: 1, sealed: true })
  expect(contentOf(await buyer.client.api.demands.buyerOffers({ demandId })).sealed[0]?.hash).toBe(receipt.hash)

  const own = contentOf(await seller.client.api.demands.sellerOffer({ offerId: receipt.offerId }))
  const { verifyOfferHash } = await import('../../../src/stores/demands/deciding/verify-offer-hash.ts')
  const secure = Object.assign(globalThis, { isSecureContext: true })
  expect(await verifyOfferHash(own.offerNo, own.current)).toBe('same')
  expect(await verifyOfferHash(own.offerNo, { ...own.current, note: '改过' })).toBe('different')
  secure.isSecureContext = false
  expect(await verifyOfferHash(own.offerNo, own.current)).toBe('cannot')
})

test('loads versions of an offer and searches the list', async () => {
  const { seller, demandId, buyer } = await opened()
  const { terms } = await import('../../support/scenes/demands/demand.ts')
  const answers = [{ key: 'own1', value: '是' }]
  const save = (note: string) =>
    seller.client.api.demands.offerSave({ ...terms({ note, answers }), demandId, submit: true })
  const { offerId } = contentOf(await save('第一版'))
  contentOf(await save('第二版'))
  const page = await import('../../../src/stores/demands/offers/seller-offers.ts')
  await page.startSellerOffer(offerId)
  const versions = page.offerVersions.get()
  expect(versions.at === 'ready' ? versions.content.map(({ version, note }) => [version, note]) : versions.at).toEqual([
    [2, '第二版'],
    [1, '第一版'],
  ])
  const list = await signedIn('seller', '?keyword=没有这样的', buyer.app)
  const store = await import('../../../src/stores/demands/offers/seller-offers.ts')
  const stop = store.sellerOffers.start()
  await store.sellerOffers.load()
  expect(store.sellerOffers.state.get()).toMatchObject({ at: 'ready', content: { total: 0, data: [] } })
  expect(list.calls).toContain('/mall/demand/offer/saler/list-page')
  stop()
})
