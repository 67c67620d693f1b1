import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { demands } from '../../../src/db/tables/demands.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { as, contentOf, failureOf, faultyFields, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { leafOf, openDemand, setDeadline, submittedOffer } from './scene.ts'

let app: TestApp
let buyer: Client
let other: Client
let seller: Client
let guest: Client
beforeAll(async () => {
  app = await startApp()
  buyer = await as(app, 'buyer')
  other = await as(app, 'buyer2')
  seller = await as(app, 'seller')
  guest = visitor(app)
})
afterAll(() => app.close())

describe('one demand', () => {
  test('shows everyone what is public and keeps back what is the owner’s', async () => {
    const demandId = await openDemand(app, buyer, { districtCode: '320500', deliverBy: '2099-01-01' })
    const seen = contentOf(await guest.api.demands.demand({ demandId }))
    expect(seen).toMatchObject({
      mine: false,
      ownOfferId: null,
      history: [],
      reason: '',
      districtName: '江苏 苏州',
      certified: true,
    })
    expect(seen.companyName).toBe('成**司')
    expect(seen.orgId).toBeNull()
    const own = contentOf(await buyer.api.demands.demand({ demandId }))
    expect(own.mine).toBe(true)
    expect(own.companyName).not.toContain('*')
  })

  test('tells a supplier which offer is theirs', async () => {
    const demandId = await openDemand(app, buyer)
    const offerId = await submittedOffer(seller, demandId)
    expect(contentOf(await seller.api.demands.demand({ demandId }))).toMatchObject({
      ownOfferId: offerId,
      offerCount: 1,
      mine: false,
    })
    expect(contentOf(await guest.api.demands.demand({ demandId })).ownOfferId).toBeNull()
  })

  test('is hidden from others unless it is public', async () => {
    const demandId = await openDemand(app, buyer, { submit: false })
    for (const status of ['draft', 'pending_review', 'rejected', 'closed', 'expired'] as const) {
      await app.db.update(demands).set({ status }).where(eq(demands.id, demandId))
      for (const client of [guest, other, seller])
        expect(failureOf(await client.api.demands.demand({ demandId })), status).toBe('notFound')
      expect(failureOf(await buyer.api.demands.demand({ demandId })), status).toBe('none')
    }
    expect(failureOf(await guest.api.demands.demand({ demandId: missingId }))).toBe('notFound')
    expect(faultyFields(await guest.api.demands.demand({ demandId: 0 }))).toEqual(['demandId'])
  })

  test('counts people who look, not the drawing of pages, not its owner', async () => {
    const demandId = await openDemand(app, buyer)
    const views = async () =>
      (await app.db.select({ count: demands.viewCount }).from(demands).where(eq(demands.id, demandId)))[0]?.count
    await guest.api.demands.demand({ demandId })
    await buyer.api.demands.demand({ demandId })
    await seller.api.demands.demand({ demandId })
    await vi.waitFor(async () => expect(await views()).toBe(1))
  })
})

test('the conditions count each choice without the facet’s own filter', async () => {
  const mark = '筛选用需求'
  const { id, stageId } = await leafOf(app)
  await openDemand(app, buyer, { demandTitle: `${mark}甲`, districtCode: '510100', demandBudget: 5_000_000 })
  await openDemand(app, buyer, { demandTitle: `${mark}乙`, districtCode: '320500', demandBudget: 20_000_000 })
  await openDemand(app, buyer, { demandTitle: `${mark}丙`, demandBudget: null })
  const read = async (filter: object) => {
    const {
      categories: stages,
      districts,
      budgets,
    } = contentOf(await guest.api.demands.demandConditions({ keyword: mark, ...filter }))
    const counts = (facet: typeof districts) =>
      Object.fromEntries(facet.filter(({ count }) => count > 0).map(({ value, count }) => [value, count]))
    return { stages: counts(stages), districts: counts(districts), budgets: counts(budgets) }
  }
  expect(await read({})).toEqual({
    stages: { [stageId]: 3 },
    districts: { 51: 1, 32: 1 },
    budgets: { '-10000000': 1, '10000000-50000000': 1 },
  })
  expect(await read({ districtCode: '51' })).toEqual({
    stages: { [stageId]: 1 },
    districts: { 51: 1, 32: 1 },
    budgets: { '-10000000': 1 },
  })
  expect(await read({ budgetTo: 10_000_000, categoryId: id })).toEqual({
    stages: { [stageId]: 1 },
    districts: { 51: 1 },
    budgets: { '-10000000': 1, '10000000-50000000': 1 },
  })
  const { districts } = contentOf(await guest.api.demands.demandConditions({ keyword: mark }))
  expect(districts.map(({ label }) => label).toSorted()).toEqual(['四川', '江苏'])
})

describe('similar demands', () => {
  test('are open, of the same stage, the closest first, and not the demand itself', async () => {
    const [demandId, near] = [await openDemand(app, buyer), await openDemand(app, buyer)]
    const past = await openDemand(app, buyer)
    await setDeadline(app, past, -1)
    const { data } = contentOf(await guest.api.demands.similarDemands({ demandId, pageSize: 100 }))
    const ids = data.map((row) => row.demandId)
    expect(ids).toContain(near)
    expect(ids).not.toContain(demandId)
    expect(ids).not.toContain(past)
    expect(failureOf(await guest.api.demands.similarDemands({ demandId: missingId }))).toBe('notFound')
    expect(faultyFields(await guest.api.demands.similarDemands({ demandId: 0 }))).toEqual(['demandId'])
  })
})

describe('the buyer’s own list', () => {
  test('counts by state, filters by it, and holds the company’s only', async () => {
    const [open, draft] = [await openDemand(app, other), await openDemand(app, other, { submit: false })]
    const list = contentOf(await other.api.demands.buyerDemands({ pageSize: 100 }))
    expect(list.data.map((row) => row.demandId)).toEqual(expect.arrayContaining([open, draft]))
    expect(list.total).toBe(Object.values(list.counts).reduce((sum, count) => sum + count, 0))
    const drafts = contentOf(await other.api.demands.buyerDemands({ status: 'draft', pageSize: 100 }))
    expect(drafts.total).toBe(list.counts.draft)
    expect(drafts.data.every((row) => row.status === 'draft')).toBe(true)
    expect(
      contentOf(await buyer.api.demands.buyerDemands({ pageSize: 100 })).data.some((row) => row.demandId === open),
    ).toBe(false)
    expect(failureOf(await guest.api.demands.buyerDemands({}))).toBe('sessionInvalid')
    expect(failureOf(await (await as(app, 'sub')).api.demands.buyerDemands({}))).toBe('forbidden')
  })
})
