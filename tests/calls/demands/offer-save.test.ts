import { and, asc, eq } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { demands, offers, offerVersions } from '../../../src/db/tables/demands.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { inHours, openDemand, setDeadline, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const save = (client: Client, demandId: number, submit: boolean, more: Parameters<typeof terms>[0] = {}) =>
  client.api.demands.offerSave({ ...terms(more), demandId, submit })
const versionsOf = (offerId: number) =>
  app.db.select().from(offerVersions).where(eq(offerVersions.offerId, offerId)).orderBy(asc(offerVersions.version))
const countOf = async (demandId: number) =>
  (await app.db.select({ count: demands.offerCount }).from(demands).where(eq(demands.id, demandId)))[0]?.count

describe('a draft', () => {
  test('is version 0, replaced in place, not counted and private', async () => {
    const demandId = await openDemand(app, buyer)
    const first = contentOf(await save(seller, demandId, false))
    const again = contentOf(
      await save(seller, demandId, false, {
        note: '第二稿',
        milestones: [{ name: '全款', percent: 95, dueDays: 0, deliverables: '' }],
      }),
    )
    expect(again).toMatchObject({ offerId: first.offerId, status: 'draft', version: 0 })
    expect((await versionsOf(first.offerId)).map(({ version, note }) => [version, note])).toEqual([[0, '第二稿']])
    expect(await countOf(demandId)).toBe(0)
    expect(contentOf(await buyer.api.demands.buyerOffers({ demandId }))).toEqual({
      total: 0,
      data: [],
      sealedTotal: 0,
      sealed: [],
    })
    expect(failureOf(await buyer.api.demands.buyerOffer({ offerId: first.offerId }))).toBe('notFound')
    expect(failureOf(await seller3.api.demands.sellerOffer({ offerId: first.offerId }))).toBe('notFound')
    expect(contentOf(await seller3.api.demands.ownOffer({ demandId }))).toBeNull()
    expect(contentOf(await seller.api.demands.ownOffer({ demandId }))).toMatchObject({
      status: 'draft',
      current: { version: 0, note: '第二稿' },
      draft: null,
    })
  })

  test('of a submitted offer is invisible to the buyer until it is submitted', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(contentOf(await save(seller, demandId, false, { note: '想改' }))).toMatchObject({
      offerId,
      status: 'submitted',
      version: 1,
    })
    expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current).toMatchObject({
      version: 1,
      note: '含恢复期',
    })
    expect(contentOf(await seller.api.demands.sellerOffer({ offerId }))).toMatchObject({
      current: { version: 1 },
      draft: { version: 0, note: '想改' },
    })
    contentOf(await save(seller, demandId, true, { note: '改了' }))
    expect(contentOf(await seller.api.demands.sellerOffer({ offerId }))).toMatchObject({
      current: { version: 2, note: '改了' },
      draft: null,
    })
  })
})

describe('submitting', () => {
  test('creates a new version each time, keeps the old ones unchanged, and notifies the buyer', async () => {
    const send = vi.spyOn(app.runtime.push, 'send')
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    const before = await versionsOf(offerId)
    const items = [{ name: '毒性试验', unit: '项', quantity: 1, unitPrice: 800_000 }]
    expect(contentOf(await save(seller, demandId, true, { items }))).toMatchObject({
      offerId,
      status: 'submitted',
      version: 2,
    })
    contentOf(await save(seller, demandId, true, { items, note: '第三版' }))
    const after = await versionsOf(offerId)
    expect(after.map(({ version, total }) => [version, total])).toEqual([
      [1, 1_000_001],
      [2, 800_000],
      [3, 800_000],
    ])
    expect(after[0]).toEqual(before[0])
    expect(await countOf(demandId)).toBe(1)
    const seen = contentOf(await buyer.api.demands.buyerOffer({ offerId }))
    expect(seen.current.version).toBe(3)
    expect(seen.versions.map(({ version }) => version)).toEqual([2, 1])
    const { history } = contentOf(await seller.api.demands.sellerOffer({ offerId }))
    expect(history.map(({ fromStatus, event, toStatus, reason }) => [fromStatus, event, toStatus, reason])).toEqual([
      ['draft', 'submit', 'submitted', '第 1 版'],
      ['submitted', 'submit', 'submitted', '第 2 版'],
      ['submitted', 'submit', 'submitted', '第 3 版'],
    ])
    const told = send.mock.calls
      .map(([, message]) => JSON.stringify(message))
      .filter((message) => message.includes(`demandId=${demandId}`))
    for (const words of ['收到一份新报价', '更新为第 2 版', '更新为第 3 版']) {
      expect(told.filter((message) => message.includes(words)).length, words).toBeGreaterThan(0)
    }
    send.mockRestore()
  })

  test('computes totals on the server and ignores sent ones', async () => {
    const demandId = await openDemand(app, buyer)
    const body = { ...terms(), demandId, submit: true, total: 1, version: 9 }
    const { version } = contentOf(await seller.api.demands.offerSave(body))
    expect(version).toBe(1)
    expect(contentOf(await seller.api.demands.ownOffer({ demandId }))?.current.total).toBe(1_000_001)
  })

  test('is rejected after the deadline to the second, also for drafts', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    await setDeadline(app, demandId, -0.0005)
    expect(failureOf(await save(seller, demandId, true))).toBe('deadlinePast')
    expect(failureOf(await save(seller3, demandId, true))).toBe('deadlinePast')
    expect(failureOf(await save(seller3, demandId, false))).toBe('deadlinePast')
    expect((await versionsOf(offerId)).length).toBe(1)
    expect(await countOf(demandId)).toBe(1)
  })

  test('is rejected for closed, awarded and non-public demands', async () => {
    const closed = await openDemand(app, buyer)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId: closed, event: 'close', reason: '暂停' }))
    expect(failureOf(await save(seller, closed, true))).toBe('stepNotAllowed')
    const draft = await openDemand(app, buyer, { submit: false })
    expect(failureOf(await save(seller, draft, true))).toBe('notFound')
  })

  test('returns field errors of the terms', async () => {
    const demandId = await openDemand(app, buyer)
    const uneven = [{ name: '首付', percent: 95, dueDays: 0, deliverables: '' }]
    expect(failureOf(await save(seller, demandId, true, { milestones: uneven }))).toBe('milestonesUneven')
    expect(fieldsWithErrors(await save(seller, demandId, true, { validUntil: inHours(-1) }))).toEqual(['validUntil'])
    expect(fieldsWithErrors(await save(seller, demandId, true, { validUntil: inHours(47) }))).toEqual(['validUntil'])
    expect(fieldsWithErrors(await save(seller, demandId, true, { validUntil: '9999-12-31T23:59:59-23:00' }))).toEqual([
      'validUntil',
    ])
    const huge = Array.from({ length: 50 }, () => ({
      name: '项',
      unit: '项',
      quantity: 1_000_000,
      unitPrice: 100_000_000_000,
    }))
    expect(fieldsWithErrors(await save(seller, demandId, true, { items: huge }))).toEqual(['items'])
    expect(fieldsWithErrors(await save(seller, demandId, true, { items: [] }))).toEqual(['items'])
    expect(await countOf(demandId)).toBe(0)
  })

  test('requires a seller and a demand of another company', async () => {
    const own = await openDemand(app, seller)
    expect(failureOf(await save(seller, own, true))).toBe('ownDemand')
    const demandId = await openDemand(app, buyer)
    expect(failureOf(await save(visitor(app), demandId, true))).toBe('sessionInvalid')
    expect(failureOf(await save(buyer, demandId, true))).toBe('notSeller')
    expect(failureOf(await save(seller, missingId, true))).toBe('notFound')
  })

  test('creates one offer with twenty versions for twenty parallel calls', async () => {
    const demandId = await openDemand(app, buyer)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => save(seller, demandId, true, { note: `第 ${at} 稿` })),
    )
    expect(answers.map(failureOf).filter((name) => name !== 'none')).toEqual([])
    const made = await app.db
      .select()
      .from(offers)
      .where(and(eq(offers.demandId, demandId)))
    expect(made.length).toBe(1)
    expect((await versionsOf(made[0]?.id ?? 0)).map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    )
    expect(await countOf(demandId)).toBe(1)
  })
})
