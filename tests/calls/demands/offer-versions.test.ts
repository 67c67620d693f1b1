import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { offers } from '../../../src/db/tables/demands.ts'
import { maxOfferVersions } from '../../../src/domain/demands/offer-terms.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { openDemand, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

type Input = Parameters<Client['api']['demands']['offerSave']>[0]
const save = (client: Client, demandId: number, submit: boolean, more: Partial<Input> = {}) =>
  client.api.demands.offerSave({ ...terms(), demandId, submit, ...more })

describe('the versions of an offer', () => {
  test('are listed for both sides only, newest first, paged', async () => {
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
    expect(fieldsWithErrors(await buyer.api.demands.offerVersions({ offerId: 0 }))).toEqual(['offerId'])
  })

  test('are limited to fifty per demand, including withdrawn offers', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submittedOffer(seller, demandId)
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId: first, reason: '重新报价' }))
    await app.db
      .update(offers)
      .set({ version: maxOfferVersions - 1 })
      .where(eq(offers.id, first))
    const { offerId } = contentOf(await save(seller, demandId, true))
    expect(failureOf(await save(seller, demandId, true, { note: '再改' }))).toBe('versionsFull')
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.version).toBe(1)
    expect(contentOf(await save(seller3, demandId, true)).version).toBe(1)
  })

  test('of drafts are visible to the supplier only', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = contentOf(await save(seller, demandId, false))
    expect(failureOf(await buyer.api.demands.offerVersions({ offerId }))).toBe('notFound')
    expect(contentOf(await seller.api.demands.offerVersions({ offerId }))).toEqual({ total: 0, data: [] })
  })
})

describe('the own offers', () => {
  test('are searched by title, demand number and offer number, with counts', async () => {
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

  test('include the demand’s steps visible to suppliers, with masked buyer', async () => {
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
