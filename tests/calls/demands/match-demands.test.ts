import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { demandMatches, demands, demandSubscriptions } from '../../../src/db/tables/demands.ts'
import { signInAs, contentOf, type Client } from '../../support/client.ts'
import {
  matchesOf,
  newSuppliers,
  personOf,
  subscribe,
  toldOf,
  withoutSubscriptions,
} from '../../support/scenes/demands/matching.ts'
import {
  inHours,
  leafOf,
  openDemand,
  saveDemand,
  setDeadline,
  demandInput,
} from '../../support/scenes/demands/demand.ts'
import { matchDemands } from '../../../src/server/demands/matching/match-demands.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let buyer: Client
let seller: Client
let seller3: Client
beforeAll(async () => {
  // The tests run the job themselves.
  await app.runtime.jobs.close()
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
  seller3 = await signInAs(app, 'seller3')
  await matchDemands(app.db, app.runtime)
})
beforeEach(async () => {
  await withoutSubscriptions(app)
})

const run = () => matchDemands(app.db, app.runtime)
/** Whether a subscription of the seller finds a demand. */
async function finds(more: Parameters<typeof subscribe>[1], demand: Parameters<typeof openDemand>[2]) {
  await withoutSubscriptions(app)
  await subscribe(seller, more)
  const demandId = await openDemand(app, buyer, demand)
  await run()
  return (await matchesOf(app, demandId)).length === 1
}

describe('the job', () => {
  test('notifies matching companies once, even with parallel runs, and marks the demand', async () => {
    const first = await subscribe(seller)
    await subscribe(seller, { name: '另一个' })
    await subscribe(seller3)
    const demandId = await openDemand(app, buyer)
    await Promise.all([run(), run()])
    await run()
    const rows = await matchesOf(app, demandId)
    expect(rows).toHaveLength(2)
    const { companyId } = await personOf(app, 'seller')
    expect(rows.find((row) => row.companyId === companyId)).toMatchObject({ subscriptionId: first, invitedAt: null })
    for (const account of ['seller', 'seller3'] as const) expect(await toldOf(app, account, demandId)).toHaveLength(1)
    const [told] = await toldOf(app, 'seller', demandId)
    expect(told?.title).toContain('有符合订阅的新需求')
    expect(told?.text).toContain('预算：¥960,000.00')
    const [demand] = await app.db.select().from(demands).where(eq(demands.id, demandId))
    expect(demand?.matchedAt).not.toBeNull()
  })

  test('processes more subscriptions than one batch', async () => {
    const ids = await newSuppliers(app, 105)
    const [first = 0] = ids
    const { userId } = await personOf(app, 'seller')
    const other = { userId, name: '别的词', words: ['绝无此词甲乙丙'] }
    // Twenty per company (the maximum), so that a batch ends within a company.
    const many = Array.from({ length: 2_090 }, (_, n) => ({ ...other, companyId: first + Math.floor(n / 20) }))
    await app.db.insert(demandSubscriptions).values(many)
    const last = { ...other, companyId: first + 104, words: [], name: '全部' }
    await app.db.insert(demandSubscriptions).values([last, { ...last, name: '也是全部' }])
    const demandId = await openDemand(app, buyer)
    await run()
    expect((await matchesOf(app, demandId)).map(({ companyId }) => companyId)).toEqual([first + 104])
    await withoutSubscriptions(app)
    await app.db.delete(demandMatches).where(inArray(demandMatches.companyId, ids))
    await app.db.delete(companies).where(inArray(companies.id, ids))
  })

  test('skips the own company, demands that are not open, and paused subscriptions', async () => {
    const { companyId, userId } = await personOf(app, 'seller')
    await subscribe(seller)
    await subscribe(seller3, { isOn: false })
    const own = contentOf(await saveDemand(buyer, demandInput((await leafOf(app)).id))).demandId
    await app.db.update(demands).set({ companyId, userId }).where(eq(demands.id, own))
    const draft = await openDemand(app, buyer, { submit: false })
    await run()
    expect(await matchesOf(app, own)).toEqual([])
    expect(await matchesOf(app, draft)).toEqual([])
  })

  test('skips demands past their deadline', async () => {
    await subscribe(seller)
    const demandId = await openDemand(app, buyer)
    await setDeadline(app, demandId, -0.01)
    await run()
    expect(await matchesOf(app, demandId)).toEqual([])
  })

  test('notifies only new subscribers of a reopened demand', async () => {
    await subscribe(seller)
    const demandId = await openDemand(app, buyer)
    await run()
    await subscribe(seller3)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'close', reason: '暂停' }))
    await run()
    expect(await matchesOf(app, demandId)).toHaveLength(1)
    contentOf(await buyer.api.demands.demandEditStatus({ demandId, event: 'reopen', deadline: inHours(72) }))
    await run()
    expect(await matchesOf(app, demandId)).toHaveLength(2)
    expect(await toldOf(app, 'seller', demandId)).toHaveLength(1)
    expect(await toldOf(app, 'seller3', demandId)).toHaveLength(1)
  })

  test('processes many suppliers in small transactions', async () => {
    const ids = await newSuppliers(app, 450)
    const { userId } = await personOf(app, 'seller')
    await app.db.insert(demandSubscriptions).values(ids.map((companyId) => ({ companyId, userId, name: '全部' })))
    const demandId = await openDemand(app, buyer)
    const transaction = vi.spyOn(app.db, 'transaction')
    await run()
    // Three batches, and a last query without result.
    expect(transaction.mock.calls.length).toBe(4)
    transaction.mockRestore()
    const [told] = await app.db
      .select({ count: sql<number>`count(*)::int` })
      .from(demandMatches)
      .where(eq(demandMatches.demandId, demandId))
    expect(told?.count).toBe(450)
    await withoutSubscriptions(app)
    await app.db.delete(demandMatches).where(inArray(demandMatches.companyId, ids))
    await app.db.delete(companies).where(inArray(companies.id, ids))
  })
})

describe('a subscription', () => {
  test('matches a category with its descendants', async () => {
    const { id, stageId } = await leafOf(app)
    expect(await finds({ categoryIds: [stageId] }, {})).toBe(true)
    expect(await finds({ categoryIds: [id] }, {})).toBe(true)
    const { levels } = contentOf(await buyer.api.demands.demandConditions({}))
    const other = Number(levels[0]?.options.find(({ value }) => value !== String(stageId))?.value)
    expect(await finds({ categoryIds: [other] }, {})).toBe(false)
    expect(await finds({ categoryIds: [other, stageId] }, {})).toBe(true)
  })

  test('matches any keyword, as in the hall', async () => {
    const about = { demandTitle: '比格犬长期毒性', summary: '含药代动力学' }
    expect(await finds({ words: ['比格犬'] }, about)).toBe(true)
    expect(await finds({ words: ['PK'] }, about)).toBe(true)
    expect(await finds({ words: ['食蟹猴'] }, about)).toBe(false)
    expect(await finds({ words: ['食蟹猴', '长期毒性'] }, about)).toBe(true)
    expect(await finds({ words: ["' | '", '！'] }, about)).toBe(false)
    expect(await finds({ words: ['代号云雀'] }, { ...about, confidentialText: '代号云雀' })).toBe(false)
  })

  test('matches regions above and below, and demands without a region', async () => {
    expect(await finds({ districtCodes: ['510000'] }, { districtCode: '510100' })).toBe(true)
    expect(await finds({ districtCodes: ['510100'] }, { districtCode: '510000' })).toBe(true)
    expect(await finds({ districtCodes: ['510100'] }, { districtCode: '510700' })).toBe(false)
    expect(await finds({ districtCodes: ['320000', '510000'] }, { districtCode: '510100' })).toBe(true)
    expect(await finds({ districtCodes: ['320000'] }, { districtCode: null })).toBe(true)
  })

  test('skips lower budgets, but not 议价', async () => {
    expect(await finds({ budgetFrom: 1_000_000 }, { demandBudget: 1_000_000 })).toBe(true)
    expect(await finds({ budgetFrom: 1_000_000 }, { demandBudget: 999_999 })).toBe(false)
    expect(await finds({ budgetFrom: 1_000_000 }, { demandBudget: null })).toBe(true)
  })

  test('requires all of its conditions', async () => {
    const { stageId } = await leafOf(app)
    const both = { categoryIds: [stageId], words: ['食蟹猴'] }
    expect(await finds(both, {})).toBe(false)
    expect(await finds(both, { demandTitle: '食蟹猴毒性' })).toBe(true)
  })
})
