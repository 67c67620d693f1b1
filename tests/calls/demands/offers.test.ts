import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { demands, offers } from '../../../src/db/tables/demands.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { countQueries } from '../../support/query-count.ts'
import { missingId, newKey } from '../../support/sentinels.ts'
import { offerStatus, openDemand, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller2 = clientForFile(app, 'seller2')
const seller3 = clientForFile(app, 'seller3')

const at = (unitPrice: number) => ({ items: [{ name: '试验', unit: '项', quantity: 1, unitPrice }] })
const countOf = async (demandId: number) =>
  (await app.db.select({ count: demands.offerCount }).from(demands).where(eq(demands.id, demandId)))[0]?.count

describe('the buyer comparing', () => {
  test('lists submitted offers, lowest total first, paged', async () => {
    const demandId = await openDemand(app, buyer)
    await submittedOffer(seller, demandId, at(300))
    await submittedOffer(seller2, demandId, at(100))
    await submittedOffer(seller3, demandId, at(200))
    const all = contentOf(await buyer.api.demands.buyerOffers({ demandId }))
    expect(all.total).toBe(3)
    expect(all.data.map(({ current }) => current.total)).toEqual([100, 200, 300])
    expect(all.data[0]).toMatchObject({ certified: true, status: 'submitted' })
    expect(all.data[0]?.companyName).toContain('有限公司')
    expect(all.data[0]?.districtName).not.toBe('')
    const second = contentOf(await buyer.api.demands.buyerOffers({ demandId, current: 2, pageSize: 2 }))
    expect(second.data.map(({ current }) => current.total)).toEqual([300])
  })

  test('needs the same number of queries for any number of offers', async () => {
    const demandId = await openDemand(app, buyer)
    await submittedOffer(seller, demandId)
    const queries = () => countQueries(app, async () => contentOf(await buyer.api.demands.buyerOffers({ demandId })))
    const one = await queries()
    await submittedOffer(seller2, demandId)
    await submittedOffer(seller3, demandId)
    expect(await queries()).toBe(one)
  })

  test('requires the company of the demand', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    for (const [client, failure] of [
      [other, 'notFound'],
      [seller, 'notFound'],
      [sub, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await client.api.demands.buyerOffers({ demandId }))).toBe(failure)
      expect(failureOf(await client.api.demands.buyerOffer({ offerId }))).toBe(failure)
    }
    expect(fieldsWithErrors(await buyer.api.demands.buyerOffers({ demandId, pageSize: 101 }))).toEqual(['pageSize'])
    expect(fieldsWithErrors(await buyer.api.demands.buyerOffer({ offerId: 0 }))).toEqual(['offerId'])
    expect(failureOf(await buyer.api.demands.buyerOffers({ demandId: missingId }))).toBe('notFound')
  })
})

describe("the seller's own offers", () => {
  test('are listed with counts by state and their order', async () => {
    const [first, second] = [await openDemand(app, buyer), await openDemand(app, buyer)]
    const won = await submittedOffer(seller, first)
    const draft = contentOf(await seller.api.demands.offerSave({ ...terms(), demandId: second, submit: false })).offerId
    const { orderId } = contentOf(await buyer.api.demands.deal({ offerId: won }, { idempotencyKey: newKey() }))
    const list = contentOf(await seller.api.demands.sellerOffers({}))
    const of = (id: number) => list.data.find(({ offerId }) => offerId === id)
    expect(of(won)).toMatchObject({
      status: 'accepted',
      orderId,
      demandStatus: 'awarded',
      version: 1,
      total: 1_000_001,
    })
    expect(of(draft)).toMatchObject({ status: 'draft', orderId: null, version: 0 })
    const sum = Object.values(list.counts).reduce((total, count) => total + count, 0)
    expect(list.total).toBe(sum)
    const accepted = contentOf(await seller.api.demands.sellerOffers({ status: 'accepted' }))
    expect(accepted.total).toBe(list.counts.accepted)
    expect(new Set(accepted.data.map(({ status }) => status))).toEqual(new Set(['accepted']))
    expect(contentOf(await seller3.api.demands.sellerOffers({})).data.some(({ offerId }) => offerId === won)).toBe(
      false,
    )
  })

  test('show the buyer only after a deal', async () => {
    const demandId = await openDemand(app, buyer)
    const [won, lost] = [await submittedOffer(seller, demandId), await submittedOffer(seller3, demandId)]
    contentOf(await buyer.api.demands.deal({ offerId: won }, { idempotencyKey: newKey() }))
    const winner = contentOf(await seller.api.demands.sellerOffer({ offerId: won }))
    expect(winner.history.at(-1)).toMatchObject({ event: 'accept' })
    expect(winner.history.at(-1)?.by).not.toContain('*')
    const loser = contentOf(await seller3.api.demands.sellerOffer({ offerId: lost }))
    expect(loser.history.at(-1)).toMatchObject({ event: 'lose', by: '系统' })
    expect(loser.orderId).toBeNull()
  })

  test('are accessible to the own company only', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(failureOf(await seller3.api.demands.sellerOffer({ offerId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.sellerOffer({ offerId }))).toBe('notSeller')
    expect(failureOf(await visitor(app).api.demands.sellerOffers({}))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.demands.ownOffer({ demandId }))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.demands.sellerOffer({ offerId }))).toBe('sessionInvalid')
    expect(fieldsWithErrors(await seller.api.demands.sellerOffer({ offerId: 1.5 }))).toEqual(['offerId'])
  })
})

describe('withdrawing an offer', () => {
  test('deletes a draft completely', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = contentOf(await seller.api.demands.offerSave({ ...terms(), demandId, submit: false }))
    expect(contentOf(await seller.api.demands.sellerOfferDelete({ offerId }))).toEqual({ status: null })
    expect(await app.db.select().from(offers).where(eq(offers.id, offerId))).toEqual([])
  })

  test('withdraws a submitted offer with reason and history; a new offer is possible', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(fieldsWithErrors(await seller.api.demands.sellerOfferDelete({ offerId }))).toEqual(['reason'])
    expect(contentOf(await seller.api.demands.sellerOfferDelete({ offerId, reason: '排期已满' }))).toEqual({
      status: 'withdrawn',
    })
    expect(await countOf(demandId)).toBe(0)
    expect(contentOf(await buyer.api.demands.buyerOffers({ demandId })).total).toBe(0)
    expect(failureOf(await buyer.api.demands.buyerOffer({ offerId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.offerVersions({ offerId }))).toBe('notFound')
    const { history } = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(history.at(-1)).toMatchObject({
      event: 'withdraw',
      fromStatus: 'submitted',
      toStatus: 'withdrawn',
      reason: '排期已满',
    })
    expect(failureOf(await seller.api.demands.sellerOfferDelete({ offerId, reason: '再来' }))).toBe('stepNotAllowed')
    expect(await submittedOffer(seller, demandId)).not.toBe(offerId)
    expect(await countOf(demandId)).toBe(1)
  })

  test('counts a rejected supplier that offers again once', async () => {
    const demandId = await openDemand(app, buyer)
    await submittedOffer(seller3, demandId)
    const refused = await submittedOffer(seller, demandId)
    contentOf(await buyer.api.demands.offerReject({ offerId: refused, reason: '超出预算' }))
    const again = await submittedOffer(seller, demandId)
    expect(await countOf(demandId)).toBe(2)
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId: again, reason: '排期已满' }))
    expect(await countOf(demandId)).toBe(2)
  })

  test('requires the own company', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(failureOf(await seller3.api.demands.sellerOfferDelete({ offerId, reason: '撤' }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.sellerOfferDelete({ offerId, reason: '撤' }))).toBe('notSeller')
    expect(failureOf(await visitor(app).api.demands.sellerOfferDelete({ offerId, reason: '撤' }))).toBe(
      'sessionInvalid',
    )
    expect(fieldsWithErrors(await seller.api.demands.sellerOfferDelete({ offerId: 0 }))).toEqual(['offerId'])
    expect(await offerStatus(app, offerId)).toBe('submitted')
  })
})
