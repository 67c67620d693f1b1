import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { demandMatches, demands } from '../../../src/db/tables/demands.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { matchDemands } from '../../../src/server/demands/public.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { matchesOf, newSuppliers, personOf, shopOf, subscribe, toldOf, withoutSubscriptions } from './matching-scene.ts'
import { openDemand, setDeadline, submittedOffer } from './scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let seller: Client
let seller3: Client
let guest: Client
beforeAll(async () => {
  app = await startApp()
  vi.spyOn(app.runtime.jobs, 'wake').mockResolvedValue()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  seller = await as(app, 'seller')
  seller3 = await as(app, 'seller3')
  guest = visitor(app)
})
afterAll(() => app.close())

describe('suppliers of a demand', () => {
  /** A demand in the category of a service of the seller. */
  async function inCategoryOf(account: 'seller' | 'seller3') {
    const shopId = await shopOf(app, account)
    const [service] = await app.db.select().from(services).where(eq(services.shopId, shopId)).limit(1)
    if (service === undefined) throw new Error('no service')
    await app.db.update(services).set({ status: 'published' }).where(eq(services.id, service.id))
    return { shopId, demandId: await openDemand(app, buyer, { categoryId: service.categoryId }), service }
  }

  test('have work of its kind, the nearest first, with what speaks for them', async () => {
    const { shopId, demandId, service } = await inCategoryOf('seller')
    const found = contentOf(await guest.api.demands.demandSuppliers({ demandId, most: 24 }))
    const own = found.find((row) => row.shopId === shopId)
    expect(own).toMatchObject({ certified: true })
    expect(own?.fitting).toBeGreaterThan(0)
    expect(own?.categoryName).not.toBe('')
    expect(found[0]?.categoryName).toBe(own?.categoryName)
    expect(found.every(({ certified }) => certified)).toBe(true)
    expect(contentOf(await guest.api.demands.demandSuppliers({ demandId, most: 1 }))).toHaveLength(1)
    await app.db.update(services).set({ status: 'unlisted' }).where(eq(services.shopId, shopId))
    const without = contentOf(await guest.api.demands.demandSuppliers({ demandId, most: 24 }))
    expect(without.map((row) => row.shopId)).not.toContain(shopId)
    await app.db.update(services).set({ status: 'published' }).where(eq(services.id, service.id))
  })

  test('leave out who may not offer: the own company, closed shops, certifications out of force', async () => {
    const { shopId, demandId } = await inCategoryOf('seller3')
    const isThere = async () =>
      contentOf(await guest.api.demands.demandSuppliers({ demandId, most: 24 })).some((row) => row.shopId === shopId)
    expect(await isThere()).toBe(true)
    const { companyId } = await personOf(app, 'seller3')
    const company = eq(companies.id, companyId)
    await app.db.update(companies).set({ certification: 'expired' }).where(company)
    expect(await isThere()).toBe(false)
    await app.db.update(companies).set({ certification: 'approved', isSaler: false }).where(company)
    expect(await isThere()).toBe(false)
    await app.db.update(companies).set({ isSaler: true }).where(company)
    await app.db.update(demands).set({ companyId }).where(eq(demands.id, demandId))
    expect(await isThere()).toBe(false)
  })

  test('are shown for public demands only', async () => {
    const draft = await openDemand(app, buyer, { submit: false })
    expect(failureOf(await guest.api.demands.demandSuppliers({ demandId: draft }))).toBe('notFound')
    expect(failureOf(await guest.api.demands.demandSuppliers({ demandId: missingId }))).toBe('notFound')
  })
})

describe('an invitation', () => {
  test('is told once, however often it is sent, and shows whether an offer came', async () => {
    const demandId = await openDemand(app, buyer)
    const shopId = await shopOf(app, 'seller')
    const invite = () => buyer.api.demands.demandInvite({ demandId, shopId })
    const [first, second] = await Promise.all([invite(), invite()])
    expect(contentOf(first)).toEqual(contentOf(second))
    const told = await toldOf(app, 'seller', demandId)
    expect(told).toHaveLength(1)
    expect(told[0]?.title).toContain('受邀')
    // The buyer's name stays behind the mask until an offer is chosen.
    expect(JSON.stringify(told)).not.toContain('衡序')
    const list = async () => contentOf(await buyer.api.demands.demandInvites({ demandId }))
    expect(await list()).toMatchObject([{ shopId, offered: false }])
    await submittedOffer(seller, demandId)
    expect(await list()).toMatchObject([{ shopId, offered: true }])
    expect(contentOf(await seller.api.demands.matchedDemands({})).data[0]).toMatchObject({
      ...{ demandId, invited: true, offered: true, subscriptionName: null },
    })
  })

  test('goes with a match that was there before, and neither is told again', async () => {
    await withoutSubscriptions(app)
    await subscribe(seller3)
    const demandId = await openDemand(app, buyer)
    const early = await openDemand(app, buyer)
    const shopId = await shopOf(app, 'seller3')
    contentOf(await buyer.api.demands.demandInvite({ demandId: early, shopId }))
    await matchDemands(app.db, app.runtime)
    contentOf(await buyer.api.demands.demandInvite({ demandId, shopId }))
    expect(await matchesOf(app, demandId)).toHaveLength(1)
    expect((await matchesOf(app, demandId))[0]).toMatchObject({
      invitedAt: expect.any(Date),
      subscriptionId: expect.any(Number),
    })
    expect(await toldOf(app, 'seller3', early)).toHaveLength(1)
    await withoutSubscriptions(app)
  })

  test('needs an open demand of one’s own and an open shop of another company', async () => {
    const demandId = await openDemand(app, buyer)
    const shopId = await shopOf(app, 'seller')
    expect(failureOf(await guest.api.demands.demandInvite({ demandId, shopId }))).toBe('sessionInvalid')
    expect(failureOf(await other.api.demands.demandInvite({ demandId, shopId }))).toBe('notFound')
    expect(failureOf(await other.api.demands.demandInvites({ demandId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId: missingId }))).toBe('notFound')
    const { companyId } = await personOf(app, 'buyer')
    const [own] = await app.db.insert(shops).values({ companyId, name: '买家自己的店' }).returning({ id: shops.id })
    await app.db.update(companies).set({ isSaler: true }).where(eq(companies.id, companyId))
    expect(faultyFields(await buyer.api.demands.demandInvite({ demandId, shopId: own?.id ?? 0 }))).toEqual(['shopId'])
    await app.db.update(companies).set({ isSaler: false }).where(eq(companies.id, companyId))
    await setDeadline(app, demandId, -1)
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId }))).toBe('deadlinePast')
    await app.db.update(demands).set({ status: 'awarded' }).where(eq(demands.id, demandId))
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId }))).toBe('stepNotAllowed')
    expect(await matchesOf(app, demandId)).toEqual([])
  })

  test('goes to thirty at most', async () => {
    const demandId = await openDemand(app, buyer)
    const ids = await newSuppliers(app, 30)
    const invitedAt = new Date()
    await app.db.insert(demandMatches).values(ids.map((companyId) => ({ demandId, companyId, invitedAt })))
    const shopId = await shopOf(app, 'seller')
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId }))).toBe('tooManyInvites')
  })
})
