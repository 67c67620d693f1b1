import { expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { saveDemand } from '../../support/scenes/demands/demand.ts'
import { signedIn } from './signed-in.ts'

const now = new Date().toISOString()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a supplier submits and changes an offer, and the buyer awards it once', async () => {
  const buyer = await signedIn('buyer')
  const tree = contentOf(await buyer.client.api.reference.categoriesFand({}))
  const { demandId } = contentOf(
    await saveDemand(buyer.client, {
      demandTitle: '比格犬 PK',
      categoryId: tree[0]?.childList[0]?.categoryId ?? 0,
      summary: '说明',
      demandBudget: 10_000_000,
      deadline: inDays(10),
    }),
  )

  const seller = await signedIn('seller', '', buyer.app)
  const offer = await import('../../../src/stores/demands/offer-form/offer-form.ts')
  await offer.startOfferForm(9, demandId, now)
  const form = offer.offerStart.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  const values = {
    ...form.content.values,
    items: [{ name: 'PK 试验', unit: '项', quantity: '3', unitPrice: '12,000.10' }],
    milestones: form.content.values.milestones.map((one, index) => ({ ...one, dueDays: String(index * 30) })),
    durationDays: '60',
  }
  expect(offer.requestOfferSubmit({ ...values, milestones: values.milestones.slice(1) })).toBe(false)
  expect(offer.offerSubmitState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'milestones' }] })
  expect(offer.requestOfferSubmit(values)).toBe(true)
  await Promise.all([offer.submitOffer(values), offer.submitOffer(values)])
  expect(offer.offerSubmitState.get()).toMatchObject({ at: 'done', version: 1 })
  expect(seller.calls.filter((path) => path === '/mall/demand/offer/save-or-update')).toHaveLength(1)
  await offer.startOfferForm(9, demandId, now)
  offer.requestOfferSubmit({ ...values, durationDays: '50' })
  await offer.submitOffer({ ...values, durationDays: '50' })
  expect(offer.offerSubmitState.get()).toMatchObject({ at: 'done', version: 2 })

  const again = await signedIn('buyer', '', buyer.app)
  const store = await import('../../../src/stores/demands/buyer-demand.ts')
  await store.startBuyerDemand(demandId)
  const received = store.receivedOffers.get()
  const [first] = received.at === 'ready' ? received.content.offers : []
  if (first === undefined) throw new Error('The offer is not there')
  expect(first.current).toMatchObject({ total: 3_600_030, durationDays: 50, version: 2 })
  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.startOfferOrder(first.offerId)
  again.network.cut = true
  expect(await order.submitOfferOrder()).toBeUndefined()
  expect(order.offerOrderForm.get()).toMatchObject({ failure: { code: 0 } })
  again.network.cut = false
  const answers = await Promise.all([order.submitOfferOrder(), order.submitOfferOrder()])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  await store.loadBuyerDemand()
  expect(store.buyerDemand.get()).toMatchObject({ content: { status: 'awarded' } })
}, 180_000)

test("returns notFound for another company's demand", async () => {
  const buyer = await signedIn('buyer2')
  const { data } = contentOf(await buyer.client.api.demands.demands({ openOnly: true, pageSize: 100 }))
  const store = await import('../../../src/stores/demands/buyer-demand.ts')
  for (const { demandId } of data) {
    const detail = contentOf(await buyer.client.api.demands.demand({ demandId }))
    if (detail.mine) continue
    await store.startBuyerDemand(demandId)
    expect(store.buyerDemand.get()).toMatchObject({ at: 'failed', failure: { code: 404 } })
    return
  }
})
