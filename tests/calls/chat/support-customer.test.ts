import { desc, eq, or } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import type { Account } from '../../support/accounts.ts'
import { contentOf, failureOf, signInAs, visitor } from '../../support/client.ts'
import { appForFile } from '../../support/fixtures.ts'
import { deskOf } from '../../support/scenes/chat/support.ts'
import { missingId } from '../../support/sentinels.ts'
import { statementsOf } from '../../support/query-count.ts'

const app = appForFile()
let desk: Awaited<ReturnType<typeof deskOf>>
beforeAll(async () => {
  desk = await deskOf(app)
})

const customerOf = async (agent: Account, conversationId: number) =>
  (await desk.client(agent)).api.chat.supportCustomer({ conversationId })
/** A new case of an account. */
async function begun(name: Account) {
  const { caseId, entry } = await desk.begin(name)
  return { caseId, conversationId: entry.conversationId ?? 0 }
}
const take = async (agent: Account, caseId: number) =>
  contentOf(await (await desk.client(agent)).api.chat.supportCaseTake({ caseId, from: null }))

async function companyOf(name: Account) {
  const [row] = await app.db
    .select({ company: companies })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(eq(users.loginName, name))
  if (row === undefined) throw new Error(`${name} has no company`)
  return row.company
}

describe('the visitor of a case', () => {
  test('that waits: company, certification, the newest orders of both sides and demands without drafts', async () => {
    const { conversationId } = await begun('buyer')
    const company = await companyOf('buyer')
    const [draft] = await app.db.select().from(demands).where(eq(demands.companyId, company.id)).limit(1)
    await app.db
      .update(demands)
      .set({ status: 'draft' })
      .where(eq(demands.id, draft?.id ?? 0))
    const found = contentOf(await customerOf('service', conversationId))
    expect(found.company).toMatchObject({ companyId: company.id, name: company.name, isSuspended: false })
    expect(found.company?.certification.label).toBe('已认证')
    const newest = await app.db
      .select({ id: orders.id, no: orders.orderNo, total: orders.total })
      .from(orders)
      .where(or(eq(orders.buyerCompanyId, company.id), eq(orders.sellerCompanyId, company.id)))
      .orderBy(desc(orders.id))
      .limit(5)
    expect(found.orders.map(({ orderId, orderNo, total }) => ({ id: orderId, no: orderNo, total }))).toEqual(newest)
    expect(found.demands.length).toBeGreaterThan(0)
    expect(found.demands.map(({ demandId }) => demandId)).not.toContain(draft?.id)
    expect(found.opens).toEqual({ records: false, trade: false })
    // Neither texts nor files of anything.
    expect(Object.keys(found).toSorted()).toEqual(['company', 'demands', 'opens', 'orders'])
  })

  test('without a company, and of a supplier', async () => {
    const person = await begun('person')
    expect(contentOf(await customerOf('service', person.conversationId))).toMatchObject({
      company: null,
      orders: [],
      demands: [],
    })
    const seller = await begun('seller')
    const found = contentOf(await customerOf('service', seller.conversationId))
    expect(found.company).toMatchObject({ isSaler: true })
    expect(found.orders.some(({ side }) => side === 'seller')).toBe(true)
  })

  test('of a suspended company says so', async () => {
    const { conversationId } = await begun('seller3')
    const { id, certification } = await companyOf('seller3')
    await app.db.update(companies).set({ certification: 'suspended' }).where(eq(companies.id, id))
    const { company } = contentOf(await customerOf('service', conversationId))
    expect(company).toMatchObject({ isSuspended: true, certification: { label: '已停用', tone: 'bad' } })
    await app.db.update(companies).set({ certification }).where(eq(companies.id, id))
  })
})

describe('who sees it', () => {
  test('of two agents the one who has the case; nobody after it was closed', async () => {
    const { caseId, conversationId } = await begun('buyer2')
    for (const agent of ['service', 'service2'] as const) contentOf(await customerOf(agent, conversationId))
    await take('service', caseId)
    contentOf(await customerOf('service', conversationId))
    expect(failureOf(await customerOf('service2', conversationId))).toBe('caseTaken')
    const to = await desk.idOf('service2')
    contentOf(await (await desk.client('service')).api.chat.supportCaseHandOver({ caseId, to }))
    expect(failureOf(await customerOf('service', conversationId))).toBe('caseTaken')
    contentOf(await customerOf('service2', conversationId))
    contentOf(await (await desk.client('service2')).api.chat.supportCaseClose({ caseId }))
    for (const agent of ['service', 'service2'] as const)
      expect(failureOf(await customerOf(agent, conversationId))).toBe('caseClosed')
  })

  test('agents only, and only conversations with the support', async () => {
    const { conversationId } = await begun('person')
    for (const name of ['person', 'buyer', 'seller', 'ops', 'support', 'risk'] as const)
      expect(failureOf(await customerOf(name, conversationId)), name).toBe('forbidden')
    expect(failureOf(await visitor(app).api.chat.supportCustomer({ conversationId }))).toBe('sessionInvalid')
    expect(failureOf(await customerOf('service', missingId))).toBe('notFound')
    const others = contentOf(await (await signInAs(app, 'buyer')).api.chat.conversations({})).find(
      ({ isService, conversationId: id }) => !isService && id !== null,
    )
    expect(failureOf(await customerOf('service', others?.conversationId ?? missingId))).toBe('notFound')
  })

  test('links to records need the roles of an operator besides', async () => {
    const { conversationId } = await begun('person')
    await app.db
      .update(users)
      .set({ isOperator: true, operatorRoles: ['support'] })
      .where(eq(users.loginName, 'service2'))
    const agent = await signInAs(app, 'service2')
    expect(contentOf(await agent.api.chat.supportCustomer({ conversationId })).opens).toEqual({
      records: true,
      trade: false,
    })
    await app.db.update(users).set({ isOperator: false, operatorRoles: [] }).where(eq(users.loginName, 'service2'))
  })
})

describe('figures', () => {
  test('of waiting, first answers and agents, in a fixed number of statements', async () => {
    const support = await signInAs(app, 'support')
    const before = contentOf(await support.api.chat.supportFigures({}))
    const { caseId } = await begun('seller2')
    const waiting = contentOf(await support.api.chat.supportFigures({}))
    expect(waiting.statistics.waiting).toBeGreaterThan(0)
    expect(Date.parse(waiting.statistics.waitingSince ?? '')).toBeLessThanOrEqual(Date.now())
    await take('service', caseId)
    contentOf(await desk.answer('service', 'seller2', '您好'))
    const { statistics, agents } = contentOf(await support.api.chat.supportFigures({}))
    expect(statistics.today.answered).toBe(before.statistics.today.answered + 1)
    expect(statistics.week.answered).toBe(before.statistics.week.answered + 1)
    expect(statistics.today.median).not.toBeNull()
    expect(statistics.today.p90 ?? 0).toBeGreaterThanOrEqual(statistics.today.median ?? 0)
    const id = await desk.idOf('service')
    const [earlier, now] = [before, { agents }].map((one) => one.agents.find(({ userId }) => userId === id))
    expect(now?.answered).toBe((earlier?.answered ?? 0) + 1)
    expect(now?.open).toBeGreaterThanOrEqual(1)
    // Cases that were returned to the queue are nobody's.
    expect(agents.reduce((sum, agent) => sum + agent.answered, 0)).toBeLessThanOrEqual(statistics.week.answered)
    const statements = await statementsOf(() => support.api.chat.supportFigures({}))
    expect(statements.length).toBeLessThanOrEqual(4)
    // The console has the same figures.
    expect((await desk.list('service', 'open')).statistics.week.answered).toBe(statistics.week.answered)
  })

  test('ratings of an agent count in its last seven days', async () => {
    const { caseId } = await begun('seller3')
    contentOf(await desk.answer('service2', 'seller3', '已处理'))
    contentOf(await (await desk.client('service2')).api.chat.supportCaseClose({ caseId }))
    contentOf(await (await desk.client('seller3')).api.chat.rateService({ caseId, score: 4 }))
    const { agents } = contentOf(await (await signInAs(app, 'ops')).api.chat.supportFigures({}))
    const id = await desk.idOf('service2')
    const agent = agents.find(({ userId }) => userId === id)
    expect(agent?.ratings).toBeGreaterThan(0)
    expect(agent?.satisfaction).not.toBeNull()
  })

  test('are for roles with receive only', async () => {
    for (const account of ['reviewer', 'editor', 'finance', 'risk'] as const)
      expect(failureOf(await (await signInAs(app, account)).api.chat.supportFigures({})), account).toBe(
        'operatorForbidden',
      )
    for (const account of ['service', 'buyer'] as const)
      expect(failureOf(await (await desk.client(account)).api.chat.supportFigures({})), account).toBe('forbidden')
  })
})
