import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { shopQualifications } from '../../../src/db/tables/shops.ts'
import { contentOf, fieldsWithErrors } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { demandInput, leafOf, openDemand, saveDemand, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { entriesOf } from '../../support/scenes/orders/deal-record.ts'
import { approvedCertificate, dayIn } from '../../support/scenes/shops/shop.ts'
import { newKey } from '../../support/sentinels.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const requiredOf = async (demandId: number) => {
  const { data } = contentOf(await buyer.api.demands.buyerOffers({ demandId }))
  return data.map(({ companyName, required }) => ({ companyName, required }))
}

test('a demand requires known qualifications, which stay while it is open', async () => {
  const { id } = await leafOf(app)
  const save = (requiredTags: string[]) => saveDemand(buyer, demandInput(id, { requiredTags }))
  expect(fieldsWithErrors(await save(['最佳供应商']))).toEqual(['requiredTags'])
  const { demandId, version } = contentOf(await save(['GLP', 'CAP', 'GLP']))
  const demand = contentOf(await buyer.api.demands.demand({ demandId }))
  expect(demand.requiredTags).toEqual(['GLP', 'CAP'])
  const changed = await buyer.api.demands.demandUpdate({
    ...demandInput(id, { requiredTags: ['GLP'], demandTitle: demand.demandTitle }),
    deadline: demand.deadline,
    demandId,
    version,
  })
  expect(fieldsWithErrors(changed)).toEqual(['requiredTags'])
})

test('offers say whether certificates in force meet them, to the day; the award records them', async () => {
  const demandId = await openDemand(app, buyer, { requiredTags: ['CAP', 'CMA'] })
  const { qualificationId } = await approvedCertificate(app, seller, { until: dayIn(30) })
  await approvedCertificate(app, seller, { tag: 'CMA', number: '210020349911', until: dayIn(300) })
  const offerId = await submittedOffer(seller, demandId)
  await submittedOffer(seller3, demandId)
  const { companyName } = contentOf(await seller.api.shops.sellerShop({}))
  const matchOf = async (name: string) => {
    const offers = await requiredOf(demandId)
    return offers.find((one) => (one.companyName === companyName) === (name === 'seller'))?.required
  }
  const asked = { label: '供应商资质', asked: 'CAP、CMA' }
  expect(await matchOf('seller')).toEqual([{ ...asked, held: ['CAP', 'CMA'], missing: [], isMet: true }])
  expect(await matchOf('other')).toMatchObject([{ ...asked, isMet: false }])
  const fit = contentOf(await seller3.api.demands.demandFit({ demandId }))
  expect(fit.requirements.find(({ kind }) => kind === 'qualification')).toMatchObject({
    asked: 'CAP、CMA',
    isMet: false,
  })
  const own = contentOf(await seller.api.demands.sellerOffer({ offerId }))
  expect(own.required).toMatchObject([{ isMet: true }])

  // The day after its last day it counts no more, before any job has run.
  const end = (until: string) =>
    app.db
      .update(shopQualifications)
      .set({ until })
      .where(and(eq(shopQualifications.id, qualificationId)))
  await end(dayIn(-1))
  expect(await matchOf('seller')).toEqual([{ ...asked, held: ['CMA'], missing: ['CAP'], isMet: false }])

  const { orderId } = contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() }))
  const entry = (await entriesOf(app, orderId)).find((one) => one.entry.event === 'create')
  const body = JSON.parse(entry?.entry.body ?? 'null')
  expect(body.qualifications).toContainEqual(
    expect.objectContaining({ tag: 'CMA', number: '210020349911', until: dayIn(300) }),
  )
  expect(body.qualifications.map(({ tag }: { tag: string }) => tag)).not.toContain('CAP')
  expect(body.required).toEqual([{ ...asked, isMet: false, missing: ['CAP'] }])
  const record = contentOf(await buyer.api.orders.buyerDealRecord({ orderId }))
  expect(record.state).toBe('verified')
  expect(JSON.stringify(record)).toContain('供应商资质：')
})
