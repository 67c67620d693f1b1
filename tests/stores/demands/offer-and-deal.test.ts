import { expect, test } from 'vitest'
import { contentOf } from '../../support/client.ts'
import { saveDemand } from '../../calls/demands/scene.ts'
import { signedIn } from './signed-in.ts'

const now = new Date().toISOString()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a supplier offers, changes the offer, and the buyer chooses it once', async () => {
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
  const offer = await import('../../../src/stores/demands/offer-form.ts')
  await offer.start(9, demandId, now)
  const form = offer.form.get()
  if (form.at !== 'ready') throw new Error(`The form is ${form.at}`)
  const values = {
    ...form.content.values,
    items: [{ name: 'PK 试验', unit: '项', quantity: '3', unitPrice: '12,000.10' }],
    milestones: form.content.values.milestones.map((one, index) => ({ ...one, dueDays: String(index * 30) })),
    durationDays: '60',
  }
  expect(offer.askSubmit({ ...values, milestones: values.milestones.slice(1) })).toBe(false)
  expect(offer.sending.get()).toMatchObject({ at: 'refused', faults: [{ field: 'milestones' }] })
  expect(offer.askSubmit(values)).toBe(true)
  await Promise.all([offer.submit(values), offer.submit(values)])
  expect(offer.sending.get()).toMatchObject({ at: 'done', version: 1 })
  expect(seller.made.filter((path) => path === '/mall/demand/offer/save-or-update')).toHaveLength(1)
  await offer.start(9, demandId, now)
  offer.askSubmit({ ...values, durationDays: '50' })
  await offer.submit({ ...values, durationDays: '50' })
  expect(offer.sending.get()).toMatchObject({ at: 'done', version: 2 })

  const again = await signedIn('buyer', '', buyer.app)
  const store = await import('../../../src/stores/demands/buyer-demand.ts')
  await store.start(demandId)
  const received = store.received.get()
  const [first] = received.at === 'ready' ? received.content.offers : []
  if (first === undefined) throw new Error('The offer is not there')
  expect(first.current).toMatchObject({ total: 3_600_030, durationDays: 50, version: 2 })
  const order = await import('../../../src/stores/orders/offer-order.ts')
  await order.start(first.offerId)
  again.line.cut = true
  expect(await order.submit()).toBeUndefined()
  expect(order.sending.get()).toMatchObject({ failure: { code: 0 } })
  again.line.cut = false
  const answers = await Promise.all([order.submit(), order.submit()])
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(1)
  await store.load()
  expect(store.demand.get()).toMatchObject({ content: { status: 'awarded' } })
}, 180_000)

test("another company's demand is not there", async () => {
  const buyer = await signedIn('buyer2')
  const { data } = contentOf(await buyer.client.api.demands.demands({ openOnly: true, pageSize: 100 }))
  const store = await import('../../../src/stores/demands/buyer-demand.ts')
  for (const { demandId } of data) {
    const detail = contentOf(await buyer.client.api.demands.demand({ demandId }))
    if (detail.mine) continue
    await store.start(demandId)
    expect(store.demand.get()).toMatchObject({ at: 'failed', failure: { code: 404 } })
    return
  }
})
