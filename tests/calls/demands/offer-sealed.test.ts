import { createHash } from 'node:crypto'
import { gt } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { notices, outboxMessages, stateChanges } from '../../../src/db/tables/operations.ts'
import { offerHashText } from '../../../src/domain/demands/offer-hash.ts'
import { contentOf, failureOf } from '../../support/client.ts'
import { openDemand, terms } from '../../support/scenes/demands/demand.ts'
import {
  allThatTheBuyerReads,
  passDeadline,
  secret,
  secretPrice,
  secretWords,
  submitOffer,
  versionsOf,
} from '../../support/scenes/demands/sealed.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

describe('under seal', () => {
  test('offers are paged with their total', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submitOffer(seller, demandId, { ...secret, sealed: true })
    const second = await submitOffer(seller3, demandId, { ...secret, sealed: true })
    const page = async (current: number) => {
      const answer = contentOf(await buyer.api.demands.buyerOffers({ demandId, current, pageSize: 1 }))
      return [answer.sealedTotal, answer.sealed.map(({ offerId }) => offerId)]
    }
    expect([await page(1), await page(2), await page(3)]).toEqual([
      [2, [first.offerId]],
      [2, [second.offerId]],
      [2, []],
    ])
  })

  test('the buyer sees supplier, time and hash of an offer, not its terms', async () => {
    const send = vi.spyOn(app.runtime.push, 'send')
    const demandId = await openDemand(app, buyer)
    const since = new Date()
    const { offerId } = await submitOffer(seller, demandId, { ...secret, sealed: true })
    const [stored] = await versionsOf(app, offerId)
    expect(stored).toMatchObject({ version: 1, sealed: true, openedAt: null, total: secretPrice })

    const list = contentOf(await buyer.api.demands.buyerOffers({ demandId }))
    expect([list.total, list.data]).toEqual([0, []])
    expect(list.sealed).toEqual([
      expect.objectContaining({
        offerId,
        version: 1,
        hash: stored?.hash,
        companyName: expect.stringContaining('公司'),
      }),
    ])
    expect(failureOf(await buyer.api.demands.buyerOffer({ offerId }))).toBe('notFound')
    expect(contentOf(await buyer.api.demands.offerVersions({ offerId }))).toEqual({ total: 0, data: [] })
    expect(contentOf(await buyer.api.demands.demand({ demandId })).offerCount).toBe(1)

    const read = await allThatTheBuyerReads(buyer, demandId, [offerId])
    const kept = JSON.stringify([
      await app.db.select().from(notices).where(gt(notices.createdAt, since)),
      await app.db.select().from(outboxMessages).where(gt(outboxMessages.createdAt, since)),
      await app.db.select().from(stateChanges).where(gt(stateChanges.createdAt, since)),
      send.mock.calls,
    ])
    expect(kept).toContain('收到一份新报价（密封）')
    for (const words of [secretWords, String(secretPrice), '777,777', stored?.salt ?? 'no salt']) {
      expect(read, words).not.toContain(words)
      expect(kept, words).not.toContain(words)
    }
    send.mockRestore()
  })

  test('the supplier sees salt and hash, which is the hash of the terms', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = await submitOffer(seller, demandId, { sealed: true })
    const own = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(own.sealed).toBe(true)
    expect(own.current).toMatchObject({ sealed: true, openedAt: null })
    expect(own.current.salt).toMatch(/^[0-9a-f]{32}$/)
    expect(own.current.hash).toBe(sha256(offerHashText({ ...own.current, offerNo: own.offerNo })))
  })

  test('two offers with equal terms have different hashes', async () => {
    const demandId = await openDemand(app, buyer)
    const same = terms()
    const [one, other] = [await submitOffer(seller, demandId, same), await submitOffer(seller3, demandId, same)]
    const [first, second] = [(await versionsOf(app, one.offerId))[0], (await versionsOf(app, other.offerId))[0]]
    expect(first?.salt).not.toBe(second?.salt)
    expect(first?.hash).not.toBe(second?.hash)
  })

  test('is enforced by a sealed-only demand', async () => {
    const demandId = await openDemand(app, buyer, { sealedOnly: true })
    const { offerId } = await submitOffer(seller, demandId, { sealed: false })
    await submitOffer(seller, demandId, { sealed: false, note: '第二版' })
    expect((await versionsOf(app, offerId)).map(({ sealed }) => sealed)).toEqual([true, true])
  })
})

describe('at the deadline', () => {
  test('the current version is opened once on evaluating; the buyer can verify its hash', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = await submitOffer(seller, demandId, { ...secret, sealed: true })
    const fixed = contentOf(await buyer.api.demands.buyerOffers({ demandId })).sealed[0]?.hash
    await passDeadline(app, demandId, 3)
    const seen = contentOf(await buyer.api.demands.buyerOffer({ offerId }))
    expect(seen).toMatchObject({ sealed: false, current: { total: secretPrice, note: secretWords, sealed: true } })
    expect(seen.current.openedAt).not.toBeNull()
    expect(seen.current.hash).toBe(fixed)
    expect(sha256(offerHashText({ ...seen.current, offerNo: seen.offerNo }))).toBe(fixed)
    const list = contentOf(await buyer.api.demands.buyerOffers({ demandId }))
    expect([list.total, list.sealed]).toEqual([1, []])
    const { history } = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(history.map(({ event }) => event)).toEqual(['submit', 'open'])
  })

  test('a replaced sealed version is never shown', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = await submitOffer(seller, demandId, { ...secret, sealed: true })
    await submitOffer(seller, demandId, { note: '第二版', sealed: true })
    await passDeadline(app, demandId)
    const seen = contentOf(await buyer.api.demands.buyerOffer({ offerId }))
    expect([seen.current.version, seen.versions]).toEqual([2, []])
    const versions = contentOf(await buyer.api.demands.offerVersions({ offerId }))
    expect(versions.data.map(({ version }) => version)).toEqual([2])
    expect(await allThatTheBuyerReads(buyer, demandId, [offerId])).not.toContain(secretWords)
    const own = contentOf(await seller.api.demands.offerVersions({ offerId }))
    expect(own.data.map(({ version }) => version)).toEqual([2, 1])
  })

  test('an open version replaced by a sealed one stays readable, and the sealed one is opened', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = await submitOffer(seller, demandId)
    await submitOffer(seller, demandId, { ...secret, sealed: true })
    expect(failureOf(await buyer.api.demands.buyerOffer({ offerId }))).toBe('notFound')
    expect(contentOf(await buyer.api.demands.offerVersions({ offerId })).data.map(({ version }) => version)).toEqual([
      1,
    ])
    await passDeadline(app, demandId)
    expect(contentOf(await buyer.api.demands.offerVersions({ offerId })).data.map(({ version }) => version)).toEqual([
      2, 1,
    ])
  })

  test('a sealed offer can be resubmitted as open unless the demand forbids it', async () => {
    const demandId = await openDemand(app, buyer)
    const { offerId } = await submitOffer(seller, demandId, { ...secret, sealed: true })
    expect((await submitOffer(seller, demandId, { ...secret, sealed: false })).version).toBe(2)
    const seen = contentOf(await buyer.api.demands.buyerOffer({ offerId }))
    expect([seen.current.version, seen.current.total, seen.versions]).toEqual([2, secretPrice, []])
    await passDeadline(app, demandId)
    expect((await versionsOf(app, offerId)).map(({ openedAt }) => openedAt)).toEqual([null, null])
  })

  test('a withdrawn offer is not opened, its successor is', async () => {
    const demandId = await openDemand(app, buyer)
    const first = await submitOffer(seller, demandId, { ...secret, sealed: true })
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId: first.offerId, reason: '报错了' }))
    const second = await submitOffer(seller, demandId, { note: '重新报价', sealed: true })
    await passDeadline(app, demandId)
    expect((await versionsOf(app, first.offerId))[0]?.openedAt).toBeNull()
    expect((await versionsOf(app, second.offerId))[0]?.openedAt).not.toBeNull()
    expect(await allThatTheBuyerReads(buyer, demandId, [first.offerId, second.offerId])).not.toContain(secretWords)
  })

  test('an opened version stays open after reopening; a new version is sealed again', async () => {
    const demandId = await openDemand(app, buyer, { sealedOnly: true })
    const { offerId } = await submitOffer(seller, demandId)
    await passDeadline(app, demandId)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '再看看' }))
    const later = new Date(Date.now() + 48 * 3_600_000).toISOString()
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline: later }))
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.version).toBe(1)
    await submitOffer(seller, demandId, { ...secret })
    expect(await allThatTheBuyerReads(buyer, demandId, [offerId])).not.toContain(secretWords)
    await passDeadline(app, demandId)
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current).toMatchObject({ version: 2 })
  })
})
