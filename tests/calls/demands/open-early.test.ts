import { and, desc, eq, like } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { notices } from '../../../src/db/tables/operations.ts'
import { contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { missingId } from '../../support/sentinels.ts'
import { idsOf } from '../../support/scenes/demands/annex.ts'
import { demandStatus, inHours, openDemand, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'
import { shopIdOf } from '../../support/scenes/demands/evaluation.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

const shops = new Map<string, number>()
beforeAll(async () => {
  for (const name of ['seller', 'seller2', 'seller3'] as const) shops.set(name, await shopIdOf(app, name))
})
const invite = async (demandId: number, ...names: readonly string[]) => {
  for (const name of names) contentOf(await buyer.api.demands.demandInvite({ demandId, shopId: shops.get(name) ?? 0 }))
}
const openEarly = (client: Client, demandId: number) => client.api.demands.demandOpenEarly({ demandId })
const tender = () => openDemand(app, buyer, { sealedOnly: true, invitedOnly: true })

describe('a demand for invited suppliers only', () => {
  test('says so to everyone, and refuses offers of others by name', async () => {
    const demandId = await tender()
    await invite(demandId, 'seller')
    expect(contentOf(await visitor(app).api.demands.demand({ demandId }))).toMatchObject({
      sealedOnly: true,
      invitedOnly: true,
    })
    const offer = { ...terms(), demandId, submit: true }
    expect(failureOf(await seller3.api.demands.offerSave(offer))).toBe('notInvited')
    expect(failureOf(await seller3.api.demands.offerSave({ ...offer, submit: false }))).toBe('notInvited')
    contentOf(await seller.api.demands.offerSave(offer))
    const invited = async (client: Client) => contentOf(await client.api.demands.demand({ demandId })).invited
    expect(await Promise.all([seller, seller3, buyer, visitor(app)].map(invited))).toEqual([true, false, false, false])
  })
})

describe('opening early', () => {
  test('opens all offers once every invited supplier has offered; recorded, and all are notified', async () => {
    const demandId = await tender()
    expect(failureOf(await openEarly(buyer, demandId))).toBe('noSupplierInvited')
    await invite(demandId, 'seller', 'seller3')
    const first = await submittedOffer(seller, demandId)
    const early = await openEarly(buyer, demandId)
    expect(failureOf(early)).toBe('offersOutstanding')
    expect(early.ok ? null : early.failure.content).toEqual({ names: [expect.stringContaining('砺川')] })
    expect(failureOf(await buyer.api.demands.buyerOffer({ offerId: first }))).toBe('notFound')
    const second = await submittedOffer(seller3, demandId)
    expect(contentOf(await openEarly(buyer, demandId))).toEqual({ status: 'evaluating' })

    for (const offerId of [first, second])
      expect(contentOf(await buyer.api.demands.buyerOffer({ offerId })).current.openedAt).not.toBeNull()
    const [row] = await app.db.select().from(demands).where(eq(demands.id, demandId))
    expect(row?.deadline.getTime()).toBeLessThanOrEqual(Date.now())
    expect(failureOf(await seller.api.demands.offerSave({ ...terms(), demandId, submit: true }))).toBe('deadlinePast')
    const history = contentOf(await seller.api.demands.demandHistory({ demandId, pageSize: 100 })).data
    expect(history.find(({ event }) => event === 'openEarly')?.reason).toMatch(
      /^原截止时间 .*，2 家受邀供应商均已报价$/,
    )
    for (const name of ['seller', 'seller3', 'buyer'] as const) {
      const { userId } = await idsOf(app, name)
      const [told] = await app.db
        .select()
        .from(notices)
        .where(and(eq(notices.userId, userId), like(notices.title, '%已提前开标%')))
        .orderBy(desc(notices.id))
      expect(told?.title, name).toContain(row?.title ?? 'no title')
    }
    expect(failureOf(await openEarly(buyer, demandId))).toBe('stepNotAllowed')
  })

  test('a supplier who withdrew does not block it, until it begins another offer', async () => {
    const demandId = await tender()
    await invite(demandId, 'seller', 'seller3')
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId, reason: '报错了' }))
    expect(failureOf(await openEarly(buyer, demandId))).toBe('offersOutstanding')
    await submittedOffer(seller3, demandId)
    const draft = { ...terms(), demandId, submit: false }
    contentOf(await seller.api.demands.offerSave(draft))
    expect(failureOf(await openEarly(buyer, demandId))).toBe('offersOutstanding')
    const begun = contentOf(await seller.api.demands.ownOffer({ demandId }))
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId: begun?.offerId ?? 0 }))
    contentOf(await openEarly(buyer, demandId))
    const { data } = contentOf(await buyer.api.demands.demandHistory({ demandId, pageSize: 100 }))
    expect(data.find(({ event }) => event === 'openEarly')?.reason).toContain('另有 1 家已撤回报价或目前不能报价')
  })

  test('needs an offer, where every invited supplier withdrew', async () => {
    const demandId = await tender()
    await invite(demandId, 'seller')
    const offerId = await submittedOffer(seller, demandId)
    contentOf(await seller.api.demands.sellerOfferDelete({ offerId, reason: '报错了' }))
    expect(failureOf(await openEarly(buyer, demandId))).toBe('noSupplierInvited')
  })

  test('is for sealed and invited demands of the own company only', async () => {
    for (const more of [{ sealedOnly: true }, { invitedOnly: true }, {}]) {
      const demandId = await openDemand(app, buyer, more)
      await invite(demandId, 'seller')
      await submittedOffer(seller, demandId)
      expect(failureOf(await openEarly(buyer, demandId))).toBe('earlyOpeningNotOffered')
    }
    const demandId = await tender()
    expect(failureOf(await openEarly(other, demandId))).toBe('notFound')
    expect(failureOf(await openEarly(visitor(app), demandId))).toBe('sessionInvalid')
    expect(failureOf(await openEarly(buyer, missingId))).toBe('notFound')
  })

  test('leaves out invited suppliers who cannot offer; only the buyer reads who', async () => {
    const { companyId } = await idsOf(app, 'seller3')
    const change = (to: Partial<typeof companies.$inferInsert>) =>
      app.db.update(companies).set(to).where(eq(companies.id, companyId))
    for (const unable of [{ certification: 'expired' as const }, { isSaler: false }]) {
      const demandId = await tender()
      await invite(demandId, 'seller', 'seller3')
      await submittedOffer(seller, demandId)
      expect(failureOf(await openEarly(buyer, demandId))).toBe('offersOutstanding')
      await change(unable)
      try {
        contentOf(await openEarly(buyer, demandId))
      } finally {
        await change({ certification: 'approved', isSaler: true })
      }
      const read = async (client: Client) =>
        contentOf(await client.api.demands.demandHistory({ demandId, pageSize: 100 })).data
      const own = await read(buyer)
      expect(own.find(({ event }) => event === 'openEarly')?.reason).toMatch(
        /，1 家受邀供应商均已报价，另有 1 家已撤回报价或目前不能报价，未计入$/,
      )
      expect(own.find(({ event }) => event === 'openEarly_left')?.reason).toContain('砺川')
      const theirs = await read(seller)
      expect(theirs.map(({ event }) => event)).toContain('openEarly')
      expect(JSON.stringify(theirs)).not.toContain('砺川')
    }
  })

  test('counts the offer of a supplier who cannot offer any more, and needs one offer', async () => {
    const { companyId } = await idsOf(app, 'seller3')
    const certify = (certification: 'approved' | 'expired') =>
      app.db.update(companies).set({ certification }).where(eq(companies.id, companyId))
    const [offered, none] = [await tender(), await tender()]
    for (const demandId of [offered, none]) await invite(demandId, 'seller3')
    await submittedOffer(seller3, offered)
    const uninvited = await tender()
    await certify('expired')
    try {
      contentOf(await openEarly(buyer, offered))
      expect(failureOf(await openEarly(buyer, none))).toBe('noSupplierInvited')
      const shopId = shops.get('seller3') ?? 0
      const answer = await buyer.api.demands.demandInvite({ demandId: uninvited, shopId })
      expect(failureOf(answer)).toBe('inviteeNotCertified')
    } finally {
      await certify('approved')
    }
  })

  test('is not undone by closing and reopening', async () => {
    const demandId = await tender()
    await invite(demandId, 'seller')
    await submittedOffer(seller, demandId)
    contentOf(await openEarly(buyer, demandId))
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '再看看' }))
    const again = await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline: inHours(48) })
    expect(failureOf(again)).toBe('openedEarly')
    expect(await demandStatus(app, demandId)).toBe('closed')
  })

  test('and an invitation, one after the other: the later one is refused', async () => {
    const ready = async () => {
      const demandId = await tender()
      await invite(demandId, 'seller')
      await submittedOffer(seller, demandId)
      return demandId
    }
    const inviteOther = (demandId: number) =>
      buyer.api.demands.demandInvite({ demandId, shopId: shops.get('seller2') ?? 0 })
    const opened = await ready()
    contentOf(await openEarly(buyer, opened))
    expect(failureOf(await inviteOther(opened))).toBe('stepNotAllowed')
    const invited = await ready()
    contentOf(await inviteOther(invited))
    expect(failureOf(await openEarly(buyer, invited))).toBe('offersOutstanding')
    expect(await demandStatus(app, invited)).toBe('open')
  })

  test('and an invitation at the same time: the new one is either before, and outstanding, or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const demandId = await tender()
      await invite(demandId, 'seller')
      await submittedOffer(seller, demandId)
      const [opened, invited] = await Promise.all([
        openEarly(buyer, demandId),
        buyer.api.demands.demandInvite({ demandId, shopId: shops.get('seller2') ?? 0 }),
      ])
      if (opened.ok) expect(failureOf(invited)).toBe('stepNotAllowed')
      else {
        expect(failureOf(opened)).toBe('offersOutstanding')
        contentOf(invited)
      }
      expect(await demandStatus(app, demandId)).toBe(opened.ok ? 'evaluating' : 'open')
    }
  })
})
