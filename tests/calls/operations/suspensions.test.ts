import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { notices, operatorApprovals, outboxMessages, platformActions } from '../../../src/db/tables/operations.ts'
import { orders } from '../../../src/db/tables/orders.ts'
import type { CachedPage } from '../../../src/server/page-cache.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor, type Client } from '../../support/client.ts'
import { openPushTab, startPushServer, type PushServer } from '../../support/push-server.ts'
import { connectionEnded } from '../../support/test-broker.ts'

let app: TestApp
let push: PushServer
let risk: Client
let other: Client
beforeAll(async () => {
  app = await startApp()
  push = await startPushServer(app)
  risk = await signInAs(app, 'risk')
  other = await signInAs(app, 'ops')
})
afterAll(async () => {
  await app.close()
  push.close()
})

const reason = '核查发现资料不实'
const idOf = async (loginName: string) => {
  const [row] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, loginName))
  return row?.id ?? 0
}
const companyOf = async (loginName: string) => {
  const [row] = await app.db.select({ id: users.companyId }).from(users).where(eq(users.loginName, loginName))
  return row?.id ?? 0
}
/** Two operators suspend a company. */
async function suspend(companyId: number) {
  const asked = contentOf(await other.api.operations.companySuspend({ companyId, reason }))
  expect(asked).toEqual({ listings: 0, demands: 0, waiting: true })
  return contentOf(await risk.api.operations.companySuspend({ companyId, reason }))
}
const countActions = () => app.db.$count(platformActions)
const page = (...tags: string[]): CachedPage => ({
  status: 200,
  headers: [],
  parts: [{ bytes: Buffer.from('shown'), isShared: false }],
  tags,
  etag: () => '"x"',
  encoded: new Map(),
  freshUntil: Date.now() + 60_000,
})

describe('a suspended user', () => {
  test('loses session and push at once, is told, cannot be restored by the company, and comes back', async () => {
    const userId = await idOf('sub')
    const sub = await signInAs(app, 'sub')
    const { mqtt } = await openPushTab(push, sub)
    const before = await countActions()
    expect(fieldsWithErrors(await risk.api.operations.userSuspend({ userId, reason: '' }))).toEqual(['reason'])
    const both = await Promise.all([
      risk.api.operations.userSuspend({ userId, reason }),
      other.api.operations.userSuspend({ userId, reason }),
    ])
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    await connectionEnded(mqtt)
    expect(failureOf(await sub.api.accounts.profile({}))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.accounts.login({ loginName: 'sub', password: 'Demo@2026' }))).toBe(
      'accountLocked',
    )
    expect(await countActions()).toBe(before + 1)
    const [told] = await app.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(desc(notices.id))
    expect(told?.text).toContain(reason)
    const owner = await signInAs(app, 'buyer')
    expect(failureOf(await owner.api.accounts.subAccountUpdate({ userId, locked: false }))).toBe('accountSuspended')
    const { actions, reason: shown } = contentOf(await risk.api.operations.record({ kind: 'user', id: userId }))
    expect([actions.includes('userRestore'), actions.includes('userSuspend'), shown]).toEqual([true, false, reason])
    contentOf(await risk.api.operations.userRestore({ userId, reason: '核实无误' }))
    await signInAs(app, 'sub')
    expect(failureOf(await risk.api.operations.userRestore({ userId, reason }))).toBe('stepNotAllowed')
  })

  test('that the company had locked stays locked after the restoration', async () => {
    const userId = await idOf('sub')
    await app.db.update(users).set({ locked: true }).where(eq(users.id, userId))
    contentOf(await risk.api.operations.userSuspend({ userId, reason }))
    contentOf(await risk.api.operations.userRestore({ userId, reason }))
    const [row] = await app.db.select({ locked: users.locked }).from(users).where(eq(users.id, userId))
    expect(row?.locked).toBe(true)
    await app.db.update(users).set({ locked: false }).where(eq(users.id, userId))
  })

  test('is no operator or agent', async () => {
    for (const name of ['ops', 'service'])
      expect(failureOf(await risk.api.operations.userSuspend({ userId: await idOf(name), reason }))).toBe(
        'staffNotSuspendable',
      )
  })

  test('can be signed out everywhere without being locked', async () => {
    const person = await signInAs(app, 'person')
    const userId = await idOf('person')
    expect(contentOf(await risk.api.operations.userSessionsEnd({ userId, reason })).ended).toBeGreaterThan(0)
    expect(failureOf(await person.api.accounts.profile({}))).toBe('sessionInvalid')
    await signInAs(app, 'person')
  })
})

describe('a suspended company', () => {
  test('leaves lists, pages and search at once, finishes its orders, and comes back as it was', async () => {
    const companyId = await companyOf('seller')
    const seller = await signInAs(app, 'seller')
    const anyone = visitor(app)
    const [shown] = await app.db
      .select()
      .from(services)
      .where(and(eq(services.companyId, companyId), eq(services.status, 'published')))
      .limit(1)
    if (shown === undefined) throw new Error('The seller has no service')
    const { id: serviceId, shopId, title } = shown
    const listed = async () => {
      const { data } = contentOf(await anyone.api.catalogue.services({ keyword: title.slice(0, 30), pageSize: 100 }))
      return data.some((row) => row.serviceId === serviceId)
    }
    expect(await listed()).toBe(true)
    const { pages } = app.runtime
    for (const tag of [`service:${serviceId}`, `shop:${shopId}`, 'services', 'shops', 'home'])
      pages.set(`/${tag}`, page(tag), pages.moment())
    const { listings } = await suspend(companyId)
    expect(listings).toBeGreaterThan(1)
    for (const tag of [`service:${serviceId}`, `shop:${shopId}`, 'services', 'shops', 'home'])
      expect([tag, pages.get(`/${tag}`)]).toEqual([tag, undefined])
    expect(await listed()).toBe(false)
    expect(failureOf(await anyone.api.catalogue.service({ serviceId }))).toBe('gone')
    expect(failureOf(await anyone.api.shops.shopInfo({ shopId }))).toBe('gone')
    // Its people stay signed in and see their orders, but begin nothing new.
    expect(contentOf(await seller.api.orders.sellerOrders({})).total).toBeGreaterThan(0)
    const relist = await seller.api.catalogue.serviceChangeStatus({ serviceIds: [serviceId], event: 'relist' })
    expect(failureOf(relist)).toBe('companySuspended')
    expect(failureOf(await other.api.operations.companySuspend({ companyId, reason }))).toBe('stepNotAllowed')
    const back = contentOf(await risk.api.operations.companyRestore({ companyId, reason: '核实无误' }))
    expect(back.listings).toBe(listings)
    expect(await listed()).toBe(true)
    expect(failureOf(await anyone.api.shops.shopInfo({ shopId }))).toBe('none')
  })

  test('takes its demands with it and brings them back', async () => {
    const companyId = await companyOf('buyer')
    const open = () => app.db.$count(demands, and(eq(demands.companyId, companyId), eq(demands.status, 'open')))
    const before = await open()
    const { demands: hidden } = await suspend(companyId)
    expect([hidden >= before, before > 0, await open()]).toEqual([true, true, 0])
    const buyer = await signInAs(app, 'buyer')
    expect(failureOf(await buyer.api.accounts.organizationAuth({}))).toBe('none')
    contentOf(await risk.api.operations.companyRestore({ companyId, reason }))
    expect(await open()).toBeGreaterThanOrEqual(before)
  })

  test('has been certified, and is not the operator’s own', async () => {
    const companyId = await companyOf('seller2')
    await app.db.update(users).set({ companyId }).where(eq(users.loginName, 'risk'))
    expect(failureOf(await risk.api.operations.companySuspend({ companyId, reason }))).toBe('ownCompany')
    expect(contentOf(await risk.api.operations.record({ kind: 'company', id: companyId })).actions).toEqual([])
    await app.db.update(users).set({ companyId: null }).where(eq(users.loginName, 'risk'))
    const [row] = await app.db
      .select({ certification: companies.certification })
      .from(companies)
      .where(eq(companies.id, companyId))
    expect(row?.certification).toBe('approved')
    const [draft] = await app.db
      .select({ id: companies.id })
      .from(companies)
      .where(eq(companies.certification, 'rejected'))
    expect(failureOf(await risk.api.operations.companySuspend({ companyId: draft?.id ?? 0, reason }))).toBe(
      'companyUncertified',
    )
  })

  test('may lose its certification, which ends the suspension', async () => {
    const companyId = await companyOf('seller3')
    await suspend(companyId)
    contentOf(await risk.api.operations.certificationRevoke({ companyId, reason }))
    expect(failureOf(await risk.api.operations.companyRestore({ companyId, reason }))).toBe('stepNotAllowed')
    expect(failureOf(await risk.api.operations.certificationRevoke({ companyId, reason }))).toBe('companyUncertified')
  })
})

test('a demand is taken down with a reason for its owner, and released', async () => {
  const [open] = await app.db.select().from(demands).where(eq(demands.status, 'open')).limit(1)
  const demandId = open?.id ?? 0
  const anyone = visitor(app)
  expect(failureOf(await anyone.api.demands.demand({ demandId }))).toBe('none')
  contentOf(await risk.api.operations.demandTakeDown({ demandId, event: 'suspend', reason }))
  expect(failureOf(await anyone.api.demands.demand({ demandId }))).toBe('notFound')
  expect(failureOf(await other.api.operations.demandTakeDown({ demandId, event: 'suspend', reason }))).toBe(
    'stepNotAllowed',
  )
  const [told] = await app.db.select().from(notices).orderBy(desc(notices.id)).limit(1)
  expect([told?.event, told?.text.includes(reason)]).toEqual(['demand.reviewed', true])
  contentOf(await risk.api.operations.demandTakeDown({ demandId, event: 'release', reason: '已改正' }))
  const { sections } = contentOf(await risk.api.operations.record({ kind: 'demand', id: demandId }))
  const steps = sections.find(({ title }) => title === '经过')?.lines.map((line) => line.title.split('：')[1])
  expect(steps?.slice(0, 2)).toEqual(['平台恢复需求', '平台下架需求'])
  expect(failureOf(await anyone.api.demands.demand({ demandId }))).toBe('none')
})

test('a shop with open orders cannot be closed', async () => {
  const companyId = await companyOf('seller2')
  const [order] = await app.db.select().from(orders).where(eq(orders.sellerCompanyId, companyId)).limit(1)
  await app.db
    .update(orders)
    .set({ status: 'confirmed' })
    .where(eq(orders.id, order?.id ?? 0))
  const page2 = contentOf(await risk.api.operations.record({ kind: 'company', id: companyId }))
  const shopId = page2.facts.find(({ label }) => label === '店铺')?.record?.id ?? 0
  expect(failureOf(await risk.api.operations.shopCloseByOperator({ shopId, reason }))).toBe('shopBusy')
})

test('failed messages are sent again, codes never', async () => {
  const userId = await idOf('person')
  const [person] = await app.db.select({ mobile: users.mobile }).from(users).where(eq(users.id, userId))
  const message = { channel: 'sms' as const, recipient: person?.mobile ?? '', text: '通知', status: 'failed' as const }
  await app.db.insert(outboxMessages).values([
    { ...message, template: 'notice' },
    { ...message, template: 'code' },
  ])
  expect(contentOf(await risk.api.operations.userMessagesResend({ userId, reason })).queued).toBe(1)
})

describe('records', () => {
  test('are found by number, name and telephone number', async () => {
    const [buyer] = await app.db.select().from(users).where(eq(users.loginName, 'buyer'))
    const find = async (keyword: string) =>
      contentOf(await risk.api.operations.records({ kind: 'user', keyword })).data.map(({ number }) => number)
    expect(await find(buyer?.mobile ?? '')).toEqual(['buyer'])
    expect(await find('BUYER')).toEqual(['buyer2', 'buyer'])
    expect(await find(buyer?.realName ?? '')).toContain('buyer')
    expect(await find(String(buyer?.id))).toEqual(['buyer'])
    expect(await find('13000000000')).toEqual([])
    const named = contentOf(await risk.api.operations.records({ kind: 'company', keyword: '衡序医' })).data
    expect(named.map(({ title }) => title).join()).toContain('衡序')
    expect(failureOf(await risk.api.operations.records({ kind: 'service', keyword: '毒理' }))).toBe('keywordShort')
  })

  test('a beginning that too many names share is refused with what to do', async () => {
    const rows = Array.from({ length: 1_001 }, (_, n) => ({ loginName: `crowd${n}`, realName: `众人${n}` }))
    await app.db.insert(users).values(rows)
    const find = (keyword: string) => risk.api.operations.records({ kind: 'user', keyword })
    expect(failureOf(await find('crowd'))).toBe('recordsTooMany')
    expect(failureOf(await find('众人'))).toBe('recordsTooMany')
    await app.db.insert(users).values({ loginName: 'crowd', realName: '众' })
    expect(contentOf(await find('Crowd')).data.map(({ number }) => number)).toEqual(['crowd'])
    expect(contentOf(await find('crowd99')).data.map(({ number }) => number)).toContain('crowd999')
    expect(contentOf(await find('众人1000')).data.map(({ number }) => number)).toEqual(['crowd1000'])
  })

  test('are paged by id and all have a page, without telephone numbers', async () => {
    for (const kind of ['user', 'company', 'shop', 'service', 'product', 'demand'] as const) {
      const first = contentOf(await risk.api.operations.records({ kind }))
      const second = contentOf(await risk.api.operations.records({ kind, before: first.next ?? 1 }))
      expect(second.data.some((row) => first.data.some(({ id }) => id === row.id))).toBe(false)
      const shown = contentOf(await risk.api.operations.record({ kind, id: first.data[0]?.id ?? 0 }))
      expect(shown.title).toBe(first.data[0]?.title)
      expect(JSON.stringify([first, shown])).not.toMatch(/(?<!\d)1[3-9]\d{9}(?!\d)/)
    }
    for (const kind of ['order', 'payment'] as const) {
      const { data } = contentOf(await risk.api.operations.tradeRecords({ kind }))
      const found = contentOf(await risk.api.operations.tradeRecords({ kind, keyword: data[0]?.number ?? '' }))
      expect(found.data).toHaveLength(1)
      contentOf(await risk.api.operations.tradeRecord({ kind, id: data[0]?.id ?? 0 }))
    }
  })

  test('show messages only of disputed orders, orders only to roles that see them, and actions only to those who may', async () => {
    const [order] = await app.db.select().from(orders).limit(1)
    const id = order?.id ?? 0
    const titles = async () =>
      contentOf(await risk.api.operations.tradeRecord({ kind: 'order', id })).sections.map(({ title }) => title)
    await app.db.update(orders).set({ status: 'confirmed' }).where(eq(orders.id, id))
    expect((await titles()).some((title) => title.startsWith('沟通记录'))).toBe(false)
    await app.db.update(orders).set({ status: 'disputed' }).where(eq(orders.id, id))
    expect((await titles()).some((title) => title.startsWith('沟通记录'))).toBe(true)
    const reviewer = await signInAs(app, 'reviewer')
    const company = { kind: 'company' as const, id: order?.buyerCompanyId ?? 0 }
    const seen = contentOf(await reviewer.api.operations.record(company))
    expect(seen.sections.map(({ title }) => title)).not.toContain('订单')
    expect(seen.actions).toEqual(['note'])
    contentOf(
      await reviewer.api.operations.operatorNoteSave({ kind: 'company', targetId: company.id, reason: '电话核实过' }),
    )
    const noted = contentOf(await risk.api.operations.record(company))
    expect(noted.sections.find(({ title }) => title === '运营备注')?.lines[0]?.title).toBe('电话核实过')
    expect(failureOf(await reviewer.api.operations.tradeRecords({ kind: 'order' }))).toBe('operatorForbidden')
  })
})

describe('the suspension of a company', () => {
  test('needs two operators; the first is told so, others are notified, and nothing has changed until then', async () => {
    const companyId = await companyOf('seller2')
    const { operations } = risk.api
    expect(contentOf(await operations.companySuspend({ companyId, reason })).waiting).toBe(true)
    expect(failureOf(await operations.companySuspend({ companyId, reason }))).toBe('secondOperatorNeeded')
    const seller = await signInAs(app, 'seller2')
    contentOf(await seller.api.shops.shopGlance({}))
    const [company] = await app.db.select().from(companies).where(eq(companies.id, companyId))
    expect(company?.certification).toBe('approved')
    const [told] = await app.db
      .select()
      .from(notices)
      .where(eq(notices.userId, await idOf('ops')))
      .orderBy(desc(notices.id))
    expect(told).toMatchObject({ event: 'approval.asked', text: expect.stringContaining(reason) })
    const pageFor = async (client: Client) =>
      contentOf(await client.api.operations.record({ kind: 'company', id: companyId }))
    expect((await pageFor(risk)).actions).toEqual(expect.arrayContaining(['approvalEnd']))
    expect((await pageFor(risk)).actions).not.toContain('companySuspend')
    const { actions, approval } = await pageFor(other)
    expect(actions).toEqual(expect.arrayContaining(['companySuspendConfirm', 'approvalEnd']))
    expect(approval).toMatchObject({ requestedBy: 'risk', isOwn: false, reason })
    const approvalId = approval?.approvalId ?? 0
    const both = await Promise.all([
      operations.operatorApprovalEnd({ approvalId, reason: '核实无误' }),
      other.api.operations.operatorApprovalEnd({ approvalId, reason: '证据不足' }),
    ])
    expect(both.map(failureOf).toSorted()).toEqual(['none', 'stepNotAllowed'])
    expect((await pageFor(other)).approval).toBeNull()
    expect(contentOf(await other.api.operations.operatorApprovals({})).data).toEqual([])
  })

  test('is over three days after the request', async () => {
    const companyId = await companyOf('seller2')
    contentOf(await risk.api.operations.companySuspend({ companyId, reason }))
    await app.db.update(operatorApprovals).set({ expiresAt: new Date() })
    expect(contentOf(await other.api.operations.companySuspend({ companyId, reason })).waiting).toBe(true)
    const { data } = contentOf(await risk.api.operations.operatorApprovals({}))
    expect(data).toMatchObject([{ requestedBy: 'ops', page: `/ops/companies?id=${companyId}` }])
    const { approvalId = 0 } = data[0] ?? {}
    contentOf(await risk.api.operations.operatorApprovalEnd({ approvalId, reason }))
  })
})
