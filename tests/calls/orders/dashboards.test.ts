import { and, eq, isNull } from 'drizzle-orm'
import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { companies } from '../../../src/db/tables/accounts.ts'
import { services } from '../../../src/db/tables/catalogue.ts'
import { demands } from '../../../src/db/tables/demands.ts'
import { stateChanges } from '../../../src/db/tables/operations.ts'
import { orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { newKey } from '../../support/sentinels.ts'
import { inHours, openDemand, setDeadline, submittedOffer, terms } from '../../support/scenes/demands/demand.ts'

let app: TestApp
let buyer: Client
let seller: Client
beforeEach(async () => {
  app = await startApp()
  buyer = await signInAs(app, 'buyer2')
  seller = await signInAs(app, 'seller')
})
afterEach(() => app.close())

const buyerDashboard = async () => contentOf(await buyer.api.orders.buyerDashboard({}))
const sellerDashboard = async () => contentOf(await seller.api.orders.sellerDashboard({}))
const about = (desk: Awaited<ReturnType<typeof buyerDashboard>>, title: string) =>
  desk.todos.filter((todo) => todo.title.includes(title))
async function newOrder(demandTitle: string): Promise<number> {
  const offerId = await submittedOffer(seller, await openDemand(app, buyer, { demandTitle }))
  return contentOf(await buyer.api.demands.deal({ offerId }, { idempotencyKey: newKey() })).orderId
}
const figure = (desk: Awaited<ReturnType<typeof buyerDashboard>>, label: string) =>
  desk.figures.find((each) => each.label === label)?.value

describe('buyer dashboard', () => {
  test('lists offers to compare, more urgent with an earlier expiry', async () => {
    const demandId = await openDemand(app, buyer, { demandTitle: '待比较的需求' })
    expect(about(await buyerDashboard(), '待比较的需求')).toEqual([])
    await submittedOffer(seller, demandId, { validUntil: inHours(49) })
    const [open] = about(await buyerDashboard(), '待比较的需求')
    expect(open).toMatchObject({ kind: 'compare', urgent: false, title: '“待比较的需求”收到 1 份报价' })
    expect(open?.path).toContain(`demandId=${demandId}`)
    await setDeadline(app, demandId, -1)
    await app.db.update(demands).set({ status: 'evaluating' }).where(eq(demands.id, demandId))
    const [evaluating] = about(await buyerDashboard(), '待比较的需求')
    expect(Math.abs(Date.parse(evaluating?.dueAt ?? '') - Date.parse(inHours(49)))).toBeLessThan(60_000)
  })

  test('lists due payments once the seller confirmed, plans the next 30 days, shows counts and sums', async () => {
    const before = await buyerDashboard()
    const orderId = await newOrder('要付款的订单')
    expect(about(await buyerDashboard(), '要付款的订单')).toEqual([])
    contentOf(await seller.api.orders.sellerOrderStep({ orderId, event: 'confirm' }))
    const second = and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 2))
    await app.db
      .update(paymentLines)
      .set({ dueAt: new Date(inHours(24 * 20)) })
      .where(second)
    const desk = await buyerDashboard()
    expect(about(desk, '要付款的订单')).toMatchObject([
      { kind: 'pay', urgent: true, title: '支付“要付款的订单”首付款' },
    ])
    expect(desk.payments.filter((line) => line.orderId === orderId).map(({ name, amount }) => [name, amount])).toEqual([
      ['首付款', 300_000],
      ['中期款', 450_000],
    ])
    expect(figure(desk, '履约中的订单')).toBe((figure(before, '履约中的订单') ?? 0) + 1)
    // Nothing of it is paid yet.
    expect(figure(desk, '本年已付')).toBe(figure(before, '本年已付'))
    await app.db
      .update(paymentLines)
      .set({ status: 'confirmed' })
      .where(and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 1)))
    expect(about(await buyerDashboard(), '要付款的订单')).toEqual([])
  })

  test('lists deliveries to accept within 14 days', async () => {
    const orderId = await newOrder('已交付的订单')
    await app.db.update(orders).set({ status: 'delivered' }).where(eq(orders.id, orderId))
    const createdAt = new Date(inHours(-24 * 13))
    await app.db.insert(stateChanges).values({
      entity: 'order',
      entityId: orderId,
      event: 'deliver',
      fromStatus: 'in_progress',
      toStatus: 'delivered',
      createdAt,
    })
    const accept = about(await buyerDashboard(), '已交付的订单').find(({ kind }) => kind === 'accept')
    expect(accept).toMatchObject({ urgent: true, dueAt: new Date(createdAt.getTime() + 14 * 86_400_000).toISOString() })
  })

  test('lists urgent to-dos first, and the certification for uncertified companies', async () => {
    const { companyId } = contentOf(await buyer.api.accounts.profile({}))
    await app.db
      .update(companies)
      .set({ certification: 'expired' })
      .where(eq(companies.id, companyId ?? 0))
    const { todos } = await buyerDashboard()
    expect(todos.some(({ kind }) => kind === 'certify')).toBe(true)
    expect(todos.map(({ urgent }) => urgent)).toEqual(
      todos.map(({ urgent }) => urgent).toSorted((a, b) => Number(b) - Number(a)),
    )
  })

  test('hides company data from a sub-account without permissions, and everything from a visitor', async () => {
    const boss = await signInAs(app, 'buyer')
    const demandId = await openDemand(app, boss, { demandTitle: '不给看的需求' })
    await submittedOffer(seller, demandId)
    expect(about(contentOf(await boss.api.orders.buyerDashboard({})), '不给看的需求').length).toBe(1)
    expect(contentOf(await (await signInAs(app, 'sub')).api.orders.buyerDashboard({}))).toEqual({
      todos: [],
      figures: [],
      payments: [],
    })
    expect(about(await buyerDashboard(), '不给看的需求')).toEqual([])
    expect(failureOf(await visitor(app).api.orders.buyerDashboard({}))).toBe('sessionInvalid')
    expect(failureOf(await (await signInAs(app, 'person')).api.orders.buyerDashboard({}))).toBe('notCertified')
  })
})

describe('seller dashboard', () => {
  test('lists orders to confirm, urgent after a day', async () => {
    const before = await sellerDashboard()
    const orderId = await newOrder('待确认的订单')
    const [fresh] = about(await sellerDashboard(), '待确认的订单')
    expect(fresh).toMatchObject({ kind: 'confirm', urgent: false })
    expect(figure(await sellerDashboard(), '待确认的订单')).toBe((figure(before, '待确认的订单') ?? 0) + 1)
    await app.db
      .update(orders)
      .set({ createdAt: new Date(inHours(-25)) })
      .where(eq(orders.id, orderId))
    expect(about(await sellerDashboard(), '待确认的订单')[0]?.urgent).toBe(true)
    await app.db.update(orders).set({ status: 'changes_requested' }).where(eq(orders.id, orderId))
    expect(about(await sellerDashboard(), '待确认的订单')).toMatchObject([{ kind: 'revise', urgent: true }])
  })

  test('lists matching open demands until an offer was made, drafts first', async () => {
    const { companyId } = contentOf(await seller.api.accounts.profile({}))
    const [service] = await app.db
      .select({ categoryId: services.categoryId })
      .from(services)
      .where(and(eq(services.companyId, companyId ?? 0), eq(services.status, 'published')))
      .limit(1)
    const deadline = inHours(2)
    const demandId = await openDemand(app, buyer, {
      demandTitle: '本店能做的需求',
      deadline,
      categoryId: service?.categoryId ?? 0,
    })
    const [hint] = about(await sellerDashboard(), '本店能做的需求')
    expect(hint).toMatchObject({ kind: 'offer', urgent: false })
    contentOf(await seller.api.demands.offerSave({ ...terms(), demandId, submit: false }))
    expect(about(await sellerDashboard(), '本店能做的需求')).toMatchObject([
      { urgent: true, title: '“本店能做的需求”的报价还是草稿' },
    ])
    const before = figure(await sellerDashboard(), '有效报价') ?? 0
    await submittedOffer(seller, demandId)
    expect(about(await sellerDashboard(), '本店能做的需求')).toEqual([])
    expect(figure(await sellerDashboard(), '有效报价')).toBe(before + 1)
  })

  test('counts the shop’s services and products by state with links to the lists, for people who manage them', async () => {
    const { companyId } = contentOf(await seller.api.accounts.profile({}))
    const count = (status: 'published' | 'pending_review' | 'rejected') =>
      app.db.$count(
        services,
        and(eq(services.companyId, companyId ?? 0), eq(services.status, status), isNull(services.deletedAt)),
      )
    const figures = async (client: Client) => contentOf(await client.api.orders.sellerDashboard({})).listings ?? []
    const own = await figures(seller)
    expect(own.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'service 已上架',
      'service 审核中',
      'service 未通过',
      'product 已上架',
      'product 审核中',
      'product 未通过',
    ])
    expect(own.slice(0, 3).map(({ value }) => value)).toEqual([
      await count('published'),
      await count('pending_review'),
      await count('rejected'),
    ])
    expect(own[0]?.path).toBe('/platform/sellerCenter/serverMng?status=published')
    expect(own[5]?.path).toBe('/platform/sellerCenter/goodsManage?status=rejected')
    const [first] = await app.db
      .select({ id: services.id })
      .from(services)
      .where(and(eq(services.companyId, companyId ?? 0), eq(services.status, 'published')))
    await app.db
      .update(services)
      .set({ status: 'rejected' })
      .where(eq(services.id, first?.id ?? 0))
    const after = await figures(seller)
    expect(after[0]?.value).toBe((own[0]?.value ?? 0) - 1)
    expect(after[2]?.value).toBe((own[2]?.value ?? 0) + 1)
    const { client: helper } = await colleague(app, seller, ['goods_manage'])
    expect(new Set((await figures(helper)).map(({ kind }) => kind))).toEqual(new Set(['product']))
  })

  test('requires a seller', async () => {
    expect(failureOf(await (await signInAs(app, 'buyer')).api.orders.sellerDashboard({}))).toBe('notSeller')
    expect(failureOf(await visitor(app).api.orders.sellerDashboard({}))).toBe('sessionInvalid')
  })
})
