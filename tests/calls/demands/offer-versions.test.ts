import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offers } from '../../../src/db/tables/demands.ts'
import { mostOfferVersions } from '../../../src/domain/demands/offer-terms.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { openDemand, submittedOffer, terms } from './scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let sub: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  sub = await as(app, 'sub')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
})
afterAll(() => app.close())

type Input = Parameters<Client['api']['demands']['offerSave']>[0]
const save = (client: Client, demandId: number, submit: boolean, more: Partial<Input> = {}) =>
  client.api.demands.offerSave({ ...terms(), demandId, submit, ...more })

describe('the versions of an offer', () => {
  test('are for both sides, newest first, page by page, and for nobody else', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await save(seller, demandId, true, { note: '第二版' }))
    contentOf(await save(seller, demandId, false, { note: '草稿' }))
    for (const client of [buyer, seller]) {
      const { total, data } = contentOf(await client.api.demands.offerVersions({ offerId }))
      expect([total, data.map(({ version, note }) => [version, note])]).toEqual([
        2,
        [
          [2, '第二版'],
          [1, '含恢复期'],
        ],
      ])
    }
    const second = contentOf(await buyer.api.demands.offerVersions({ offerId, current: 2, pageSize: 1 }))
    expect(second.data.map(({ version }) => version)).toEqual([1])
    for (const [client, failure] of [
      [other, 'notFound'],
      [seller3, 'notFound'],
      [sub, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await client.api.demands.offerVersions({ offerId }))).toBe(failure)
    }
    expect(failureOf(await buyer.api.demands.offerVersions({ offerId: missingId }))).toBe('notFound')
    expect(faultyFields(await buyer.api.demands.offerVersions({ offerId: 0 }))).toEqual(['offerId'])
  })

  test('are fifty a demand at most, those of a withdrawn offer among them', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submittedOffer(seller, demandId)
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId: first, reason: '重新报价' }))
    await app.db
      .update(offers)
      .set({ version: mostOfferVersions - 1 })
      .where(eq(offers.id, first))
    const { offerId } = contentOf(await save(seller, demandId, true))
    expect(failureOf(await save(seller, demandId, true, { note: '再改' }))).toBe('versionsFull')
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.version).toBe(1)
    expect(contentOf(await save(seller3, demandId, true)).version).toBe(1)
  })

  test('of what was never submitted are its supplier’s alone', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = contentOf(await save(seller, demandId, false))
    expect(failureOf(await buyer.api.demands.offerVersions({ offerId }))).toBe('notFound')
    expect(contentOf(await seller.api.demands.offerVersions({ offerId }))).toEqual({ total: 0, data: [] })
  })
})

describe('the own offers', () => {
  test('are found by the title and the numbers of demand and offer, their counts with them', async () => {
    const demandId = await openDemand(app, buyer, { demandTitle: '独一无二 100%_题目' })
    const offerId = await submittedOffer(seller, demandId)
    const { offerNo, demandNo } = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    for (const keyword of ['100%_题', offerNo, demandNo]) {
      const found = contentOf(await seller.api.demands.sellerOffers({ keyword }))
      expect(found.data.map((row) => row.offerId)).toEqual([offerId])
      expect([found.total, found.counts]).toEqual([1, { submitted: 1 }])
    }
    expect(contentOf(await seller.api.demands.sellerOffers({ keyword: '没有这样的' })).total).toBe(0)
  })

  test('tell the steps of their demand that concern suppliers, the buyer masked', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '暂停' }))
    const own = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(own.demandStatus).toBe('closed')
    expect(own.demandHistory.map(({ event, reason }) => [event, reason])).toEqual([
      ['pass', ''],
      ['close', '暂停'],
    ])
    expect(own.demandHistory.at(-1)?.by).toContain('**')
  })
})
