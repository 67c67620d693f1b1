import { and, eq, inArray } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { demandMatches, demands } from '../../../src/db/tables/demands.ts'
import { shops } from '../../../src/db/tables/shops.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import {
  matchesOf,
  newSuppliers,
  personOf,
  shopOf,
  subscribe,
  toldOf,
  withoutSubscriptions,
} from '../../support/scenes/demands/matching.ts'
import { openDemand, setDeadline, submittedOffer } from '../../support/scenes/demands/demand.ts'
import { matchDemands } from '../../../src/server/demands/matching/match-demands.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let other: Client
let seller: Client
let seller3: Client
let guest: Client
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer')
  other = await signInAs(app, 'buyer2')
  seller = await signInAs(app, 'seller')
  seller3 = await signInAs(app, 'seller3')
  guest = visitor(app)
})

describe('suppliers of a demand', () => {
  /** A demand in the category of a service of the seller. */
  async function inCategoryOf(account: 'seller' | 'seller3') {
    const shopId = await shopOf(app, account)
    const [service] = await app.db.select().from(services).where(eq(services.shopId, shopId)).limit(1)
    if (service === undefined) throw new Error('no service')
    await app.db.update(services).set({ status: 'published' }).where(eq(services.id, service.id))
    return { shopId, demandId: await openDemand(app, buyer, { categoryId: service.categoryId }), service }
  }

  test('have matching services, closest category first, with their figures', async () => {
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

  test('exclude the own company, closed shops and invalid certifications', async () => {
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

  test('are returned for public demands only', async () => {
    const draft = await openDemand(app, buyer, { submit: false })
    expect(failureOf(await guest.api.demands.demandSuppliers({ demandId: draft }))).toBe('notFound')
    expect(failureOf(await guest.api.demands.demandSuppliers({ demandId: missingId }))).toBe('notFound')
  })
})

describe('the fit of the own shop', () => {
  const fitOf = async (client: Client, demandId: number) => contentOf(await client.api.demands.demandFit({ demandId }))
  const row = (fit: Awaited<ReturnType<typeof fitOf>>, kind: string) =>
    fit.requirements.find((each) => each.kind === kind)

  test('shows own services in the categories of the demand, never those of others', async () => {
    const shopId = await shopOf(app, 'seller')
    const [service] = await app.db
      .select()
      .from(services)
      .where(and(eq(services.shopId, shopId), eq(services.status, 'published')))
      .limit(1)
    if (service === undefined) throw new Error('no service')
    const demandId = await openDemand(app, buyer, { categoryId: service.categoryId })
    const fit = await fitOf(seller, demandId)
    expect(fit.services.length).toBeGreaterThan(0)
    expect(fit.services.length).toBeLessThanOrEqual(4)
    const ids = fit.services.map(({ serviceId }) => serviceId)
    const owners = await app.db.select({ shopId: services.shopId }).from(services).where(inArray(services.id, ids))
    expect(owners.every((owner) => owner.shopId === shopId)).toBe(true)
    expect(row(fit, 'service')?.isMet).toBe(true)
    const others = await fitOf(seller3, demandId)
    expect(others.services.some(({ serviceId }) => ids.includes(serviceId))).toBe(false)
  })

  test('names missing certificates, and the region that no service covers', async () => {
    const shopId = await shopOf(app, 'seller')
    await app.db
      .update(shops)
      .set({ tags: ['GLP'] })
      .where(eq(shops.id, shopId))
    const demandId = await openDemand(app, buyer, {
      facts: [{ label: '资质要求', value: 'GLP 与 ISO 27001' }],
      districtCode: '650100',
    })
    const fit = await fitOf(seller, demandId)
    expect(row(fit, 'qualification')).toMatchObject({ label: '资质要求', own: '缺少 ISO 27001', isMet: false })
    expect(row(fit, 'region')?.asked).toContain('新疆')
    expect(row(fit, 'confidentiality')).toBeUndefined()
  })

  test('is for suppliers and visible demands only', async () => {
    const demandId = await openDemand(app, buyer)
    expect(failureOf(await guest.api.demands.demandFit({ demandId }))).toBe('sessionInvalid')
    expect(failureOf(await buyer.api.demands.demandFit({ demandId }))).toBe('notSeller')
    const draft = await openDemand(app, buyer, { submit: false })
    expect(failureOf(await seller.api.demands.demandFit({ demandId: draft }))).toBe('notFound')
    expect(failureOf(await seller.api.demands.demandFit({ demandId: missingId }))).toBe('notFound')
  })
})

describe('an invitation', () => {
  test('is notified once when repeated, and shows whether an offer was made', async () => {
    const demandId = await openDemand(app, buyer)
    const shopId = await shopOf(app, 'seller')
    const invite = () => buyer.api.demands.demandInvite({ demandId, shopId })
    const [first, second] = await Promise.all([invite(), invite()])
    expect(contentOf(first)).toEqual(contentOf(second))
    const told = await toldOf(app, 'seller', demandId)
    expect(told).toHaveLength(1)
    expect(told[0]?.title).toContain('受邀')
    // The buyer is masked until an offer is accepted.
    expect(JSON.stringify(told)).not.toContain('衡序')
    const list = async () => contentOf(await buyer.api.demands.demandInvites({ demandId }))
    expect(await list()).toMatchObject([{ shopId, offered: false }])
    await submittedOffer(seller, demandId)
    expect(await list()).toMatchObject([{ shopId, offered: true }])
    expect(contentOf(await seller.api.demands.matchedDemands({})).data[0]).toMatchObject({
      demandId,
      invited: true,
      offered: true,
      subscriptionName: null,
    })
  })

  test('combines with an earlier match without a second match notification', async () => {
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

  test('requires an own open demand and an open shop of another company', async () => {
    const demandId = await openDemand(app, buyer)
    const shopId = await shopOf(app, 'seller')
    expect(failureOf(await guest.api.demands.demandInvite({ demandId, shopId }))).toBe('sessionInvalid')
    expect(failureOf(await other.api.demands.demandInvite({ demandId, shopId }))).toBe('notFound')
    expect(failureOf(await other.api.demands.demandInvites({ demandId }))).toBe('notFound')
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId: missingId }))).toBe('notFound')
    const { companyId } = await personOf(app, 'buyer')
    const [own] = await app.db.insert(shops).values({ companyId, name: '买家自己的店' }).returning({ id: shops.id })
    await app.db.update(companies).set({ isSaler: true }).where(eq(companies.id, companyId))
    expect(fieldsWithErrors(await buyer.api.demands.demandInvite({ demandId, shopId: own?.id ?? 0 }))).toEqual([
      'shopId',
    ])
    await app.db.update(companies).set({ isSaler: false }).where(eq(companies.id, companyId))
    await setDeadline(app, demandId, -1)
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId }))).toBe('deadlinePast')
    await app.db.update(demands).set({ status: 'awarded' }).where(eq(demands.id, demandId))
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId }))).toBe('stepNotAllowed')
    expect(await matchesOf(app, demandId)).toEqual([])
  })

  test('is limited to thirty per demand', async () => {
    const demandId = await openDemand(app, buyer)
    const ids = await newSuppliers(app, 30)
    const invitedAt = new Date()
    await app.db.insert(demandMatches).values(ids.map((companyId) => ({ demandId, companyId, invitedAt })))
    const shopId = await shopOf(app, 'seller')
    expect(failureOf(await buyer.api.demands.demandInvite({ demandId, shopId }))).toBe('tooManyInvites')
  })
})
