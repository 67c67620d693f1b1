import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import readSheets, { readSheet } from 'read-excel-file/node'
import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { products, services } from '../../../src/db/tables/catalogue.ts'
import { demands, offers } from '../../../src/db/tables/demands.ts'
import { inquiries } from '../../../src/db/tables/interest.ts'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { orderLines, orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { paymentParts, payments } from '../../../src/db/tables/payments.ts'
import { categories, categoryMerges } from '../../../src/db/tables/reference.ts'
import { duePayments, orderStatistics, shopViews, statisticsChanges } from '../../../src/db/tables/statistics.ts'
import { isLineRefunded, isLineRefundPending, isLineSkipped } from '../../../src/domain/orders/payment-states.ts'
import { isEnded, isOrderDisputed } from '../../../src/domain/orders/order-states.ts'
import { lastMonths, type MonthRange } from '../../../src/domain/orders/statistics/periods.ts'
import type { Side } from '../../../src/domain/sides.ts'
import { today } from '../../../src/domain/time.ts'
import { writeViews } from '../../../src/server/catalogue/usage-counts.ts'
import { refreshStatistics } from '../../../src/server/dashboards/statistics/refresh-statistics.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, type Client } from '../../support/client.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { companyOf } from '../../support/scenes/orders/cart.ts'
import { addedRow, dayAhead, proposed, prove, sign } from '../../support/scenes/orders/changes.ts'
import { completedOrder, confirmedOrder, orderTotal, setPaid } from '../../support/scenes/orders/completed.ts'
import { payeeOf, sells } from '../../support/scenes/orders/order.ts'
import { lineOf, paid } from '../../support/scenes/orders/pay.ts'
import { give, ofLine, paidBack } from '../../support/scenes/orders/refund.ts'
import { stagedOrder } from '../../support/scenes/orders/staged.ts'

let app: TestApp
let buyer: Client
let seller: Client
beforeEach(async () => {
  app = await startApp()
  buyer = await signInAs(app, 'buyer')
  seller = await signInAs(app, 'seller')
})
afterEach(() => app.close())

const range = lastMonths(24)
const monthOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 7)

interface Expected {
  orders: number
  amount: number
  paid: number
  /** Of the counted orders. */
  liveAmount: number
}

/** The sums of a company computed row by row, grouped by `keyOf`. */
async function expectedSums(
  side: Side,
  companyId: number,
  keyOf: (order: { month: string; otherId: number; category: number | null; costCentre: string }) => string,
): Promise<Map<string, Expected>> {
  const own = side === 'buyer' ? orders.buyerCompanyId : orders.sellerCompanyId
  const rows = await app.db.select().from(orders).where(eq(own, companyId))
  const lines = await app.db.select().from(paymentLines)
  const items = await app.db.select().from(orderLines)
  const categoryOf = {
    service: new Map((await app.db.select().from(services)).map((row) => [row.id, row.categoryId])),
    product: new Map((await app.db.select().from(products)).map((row) => [row.id, row.categoryId])),
  }
  const ofDemand = new Map((await app.db.select().from(demands)).map((row) => [row.id, row.categoryId]))
  const tree = new Map((await app.db.select().from(categories)).map((row) => [row.id, row]))
  const sums = new Map<string, Expected>()
  for (const order of rows) {
    const month = monthOf(order.createdAt)
    if (month < range.from || month > range.until) continue
    const [dearest] = items
      .filter(({ orderId }) => orderId === order.id)
      .toSorted((a, b) => b.amount - a.amount || a.id - b.id)
    const leaf =
      (dearest?.kind == null ? undefined : categoryOf[dearest.kind].get(dearest.listingId ?? 0)) ??
      ofDemand.get(order.demandId ?? 0)
    const category = leaf === undefined ? null : (tree.get(leaf)?.path[1] ?? leaf)
    const otherId = side === 'buyer' ? order.sellerCompanyId : order.buyerCompanyId
    const key = keyOf({ month, otherId, category, costCentre: order.costCentre })
    const sum = sums.get(key) ?? { orders: 0, amount: 0, paid: 0, liveAmount: 0 }
    const before = sum.amount
    if (!isEnded(order.status)) sum.orders += 1
    for (const line of lines.filter(({ orderId }) => orderId === order.id)) {
      sum.paid += line.paid
      sum.amount += line.paid
      const isOwed = !isLineRefunded(line.status) && !isLineRefundPending(line.status) && !isLineSkipped(line.status)
      if (!isEnded(order.status) && isOwed) sum.amount += Math.max(0, line.amount - line.paid)
    }
    if (!isEnded(order.status)) sum.liveAmount += sum.amount - before
    sums.set(key, sum)
  }
  return sums
}

const trade = async (client: Client, side: Side, period: MonthRange = range) =>
  contentOf(
    await (side === 'buyer'
      ? client.api.orders.buyerTradeStatistics(period)
      : client.api.orders.sellerTradeStatistics(period)),
  )
type Trade = Awaited<ReturnType<typeof trade>>
const rowsOf = ({ groups }: Trade, dimension: Trade['groups'][number]['dimension']) => {
  const group = groups.find((each) => each.dimension === dimension)
  if (group === undefined) throw new Error(`No ${dimension}`)
  return group.rows
}
/** Rows with anything in them, by key. */
const summed = (rows: readonly (Omit<Expected, 'liveAmount'> & { key: string })[]) =>
  Object.fromEntries(
    rows
      .filter((row) => row.orders > 0 || row.amount > 0)
      .map(({ key, orders: count, amount, paid }) => [key, { orders: count, amount, paid }]),
  )
const counted = (sums: ReadonlyMap<string, Expected>) => summed([...sums].map(([key, row]) => ({ key, ...row })))

describe.each(['buyer', 'seller'] as const)('amounts of the %s', (side) => {
  test('equal the rows of orders and payments by month, company and category', async () => {
    const companyId = await companyOf(app, side)
    const answer = await trade(side === 'buyer' ? buyer : seller, side)
    expect(Object.keys(summed(rowsOf(answer, 'month'))).length).toBeGreaterThan(2)
    expect(summed(rowsOf(answer, 'month'))).toEqual(counted(await expectedSums(side, companyId, ({ month }) => month)))
    expect(summed(rowsOf(answer, 'company'))).toEqual(
      counted(await expectedSums(side, companyId, ({ otherId }) => String(otherId))),
    )
    expect(summed(rowsOf(answer, 'category'))).toEqual(
      counted(await expectedSums(side, companyId, ({ category }) => String(category ?? ''))),
    )
    const centres = answer.groups.find(({ dimension }) => dimension === 'costCentre')
    if (side === 'buyer') {
      const ofCentres = await expectedSums(side, companyId, ({ costCentre }) => costCentre)
      expect(summed(centres?.rows ?? [])).toEqual(counted(ofCentres))
      expect(ofCentres.size).toBeGreaterThan(1)
      expect(centres?.rows.find(({ key }) => key !== '')?.name).toMatch(/^\S+ \S/)
    }
    // The other side never learns what the buyer charges an order to; nobody has projects here.
    else expect(centres).toBeUndefined()
    expect(answer.groups.some(({ dimension }) => dimension === 'project')).toBe(false)
    const [all] = (await expectedSums(side, companyId, () => 'all')).values()
    expect(answer.total).toEqual(all)
    expect(rowsOf(answer, 'month').map(({ key }) => key)).toHaveLength(24)
  })

  test('of one company or category are those of its orders alone', async () => {
    const client = side === 'buyer' ? buyer : seller
    const call = side === 'buyer' ? client.api.orders.buyerTradeStatistics : client.api.orders.sellerTradeStatistics
    const answer = await trade(client, side)
    for (const dimension of ['company', 'category'] as const) {
      const [first] = rowsOf(answer, dimension)
      if (first === undefined) throw new Error('No row')
      const only = contentOf(await call({ ...range, only: { dimension, id: Number(first.key) } }))
      const sums = await expectedSums(side, await companyOf(app, side), ({ otherId, category }) =>
        String(dimension === 'company' ? otherId : (category ?? '')),
      )
      expect(only.total).toEqual(sums.get(first.key))
      expect(only.total).toMatchObject({ orders: first.orders, amount: first.amount, paid: first.paid })
      expect(only.onlyName).toBe(first.name)
      expect(rowsOf(only, dimension).map(({ key }) => key)).toEqual([first.key])
    }
  })
})

test('a filter is named also without orders in the period, and where its only order has ended', async () => {
  const orderId = await confirmedOrder(app, buyer, seller)
  const sellerId = await companyOf(app, 'seller')
  const long = new Date('2019-03-05T02:00:00Z')
  await app.db.update(orders).set({ createdAt: long }).where(eq(orders.sellerCompanyId, sellerId))
  await app.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId))
  await refreshStatistics(app.db)
  const [row] = await app.db.select().from(orderStatistics).where(eq(orderStatistics.orderId, orderId))
  const [own] = await app.db.select().from(companies).where(eq(companies.id, sellerId))
  const [category] = await app.db
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(sql`${categories.id} = (select coalesce(path[2], id) from categories where id = ${row?.categoryId})`)
  if (own === undefined || category === undefined) throw new Error('No company or category')
  await app.db
    .update(orders)
    .set({ createdAt: long })
    .where(eq(orders.buyerCompanyId, await companyOf(app, 'buyer')))
  await refreshStatistics(app.db)
  for (const [dimension, { id, name }] of [['company', own] as const, ['category', category] as const])
    expect(contentOf(await buyer.api.orders.buyerTradeStatistics({ ...range, only: { dimension, id } }))).toMatchObject(
      {
        total: { orders: 0, amount: 0 },
        onlyName: name,
      },
    )
})

test('an order counts when it is placed, and its changes, payments, refunds and end at once', async () => {
  const before = (await trade(buyer, 'buyer')).total
  const orderId = await confirmedOrder(app, buyer, seller)
  const totalNow = async () => (await trade(buyer, 'buyer')).total
  expect(await totalNow()).toEqual({
    orders: before.orders + 1,
    amount: before.amount + orderTotal,
    paid: before.paid,
    liveAmount: before.liveAmount + orderTotal,
  })
  await app.db
    .update(paymentLines)
    .set({ paid: sql`${paymentLines.amount}` })
    .where(eq(paymentLines.orderId, orderId))
  expect(await totalNow()).toEqual({
    orders: before.orders + 1,
    amount: before.amount + orderTotal,
    paid: before.paid + orderTotal,
    liveAmount: before.liveAmount + orderTotal,
  })
  const first = and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 1))
  const [line] = await app.db.select().from(paymentLines).where(first)
  if (line === undefined) throw new Error('No payment')
  await app.db
    .update(paymentLines)
    .set({ paid: line.paid - 100, refunded: 100, status: 'part_refunded' })
    .where(eq(paymentLines.id, line.id))
  expect(await totalNow()).toEqual({
    orders: before.orders + 1,
    amount: before.amount + orderTotal - 100,
    paid: before.paid + orderTotal - 100,
    liveAmount: before.liveAmount + orderTotal - 100,
  })
  await app.db.update(paymentLines).set({ paid: 0 }).where(eq(paymentLines.orderId, orderId))
  await app.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId))
  expect(await totalNow()).toEqual(before)
  expect(await app.db.select().from(duePayments).where(eq(duePayments.orderId, orderId))).toEqual([])
})

test('what stays paid of a cancelled order is spent, but is not part of the amount of counted orders', async () => {
  const before = (await trade(buyer, 'buyer')).total
  const orderId = await confirmedOrder(app, buyer, seller)
  await setPaid(app, orderId, 100_000)
  await app.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, orderId))
  expect((await trade(buyer, 'buyer')).total).toEqual({
    orders: before.orders,
    amount: before.amount + 100_000,
    paid: before.paid + 100_000,
    liveAmount: before.liveAmount,
  })
})

test('the rest of a payment whose refund is on its way is not owed', async () => {
  const before = (await trade(buyer, 'buyer')).total
  const orderId = await confirmedOrder(app, buyer, seller)
  const first = and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, 1))
  await app.db.update(paymentLines).set({ paid: 100_000, status: 'refund_pending' }).where(first)
  // The first payment of three is ¥3,000.
  expect((await trade(buyer, 'buyer')).total).toEqual({
    orders: before.orders + 1,
    amount: before.amount + orderTotal - 200_000,
    paid: before.paid + 100_000,
    liveAmount: before.liveAmount + orderTotal - 200_000,
  })
})

test('an order keeps the category that it was placed with', async () => {
  const orderId = await confirmedOrder(app, buyer, seller)
  await refreshStatistics(app.db)
  const categoryOf = async () => {
    const [row] = await app.db.select().from(orderStatistics).where(eq(orderStatistics.orderId, orderId))
    return row?.categoryId ?? null
  }
  const placed = await categoryOf()
  if (placed === null) throw new Error('No category')
  const [other] = await app.db
    .select({ id: categories.id })
    .from(categories)
    .where(sql`${categories.id} <> ${placed}`)
    .limit(1)
  if (other === undefined) throw new Error('No other category')
  await app.db.update(demands).set({ categoryId: other.id })
  await app.db.update(services).set({ categoryId: other.id })
  await setPaid(app, orderId, orderTotal)
  expect(await refreshStatistics(app.db)).toBe(1)
  expect(await categoryOf()).toBe(placed)
})

test('an order of midnight in Shanghai belongs to the new month', async () => {
  const orderId = await confirmedOrder(app, buyer, seller)
  await app.db
    .update(orders)
    .set({ createdAt: new Date('2026-02-28T16:00:00Z') })
    .where(eq(orders.id, orderId))
  await refreshStatistics(app.db)
  const [row] = await app.db.select().from(orderStatistics).where(eq(orderStatistics.orderId, orderId))
  expect(row?.month).toBe('2026-03-01')
  await app.db
    .update(orders)
    .set({ createdAt: new Date('2026-02-28T15:59:59Z') })
    .where(eq(orders.id, orderId))
  await refreshStatistics(app.db)
  const [moved] = await app.db.select().from(orderStatistics).where(eq(orderStatistics.orderId, orderId))
  expect(moved?.month).toBe('2026-02-01')
})

test('a merged category leads to its target', async () => {
  const answer = await trade(buyer, 'buyer')
  const [first] = rowsOf(answer, 'category')
  const [row] = await app.db
    .select()
    .from(orderStatistics)
    .where(eq(orderStatistics.buyerCompanyId, await companyOf(app, 'buyer')))
    .limit(1)
  if (first === undefined || row?.categoryId == null) throw new Error('No category')
  await app.db.insert(categoryMerges).values({ id: 999_999, targetId: row.categoryId, name: '旧分类' })
  await app.db.update(orderStatistics).set({ categoryId: 999_999 }).where(eq(orderStatistics.orderId, row.orderId))
  expect(rowsOf(await trade(buyer, 'buyer'), 'category')).toEqual(rowsOf(answer, 'category'))
})

test('two refreshes at once write every order once, and leave nothing queued', async () => {
  await app.db
    .insert(statisticsChanges)
    .select(app.db.select({ id: sql`id + 1000000`.as('id'), orderId: orders.id }).from(orders))
  await Promise.all([refreshStatistics(app.db), refreshStatistics(app.db)])
  expect(await app.db.select().from(statisticsChanges)).toEqual([])
  expect(await app.db.$count(orderStatistics)).toBe(await app.db.$count(orders))
})

test('a refresh stops at its limit and leaves the rest queued', async () => {
  await app.db
    .insert(statisticsChanges)
    .select(app.db.select({ id: sql`id + 1000000`.as('id'), orderId: orders.id }).from(orders))
  expect(await refreshStatistics(app.db, { limit: 3 })).toBe(3)
  const rows = await app.db.selectDistinct({ orderId: statisticsChanges.orderId }).from(statisticsChanges)
  expect(rows).toHaveLength((await app.db.$count(orders)) - 3)
})

test('a refresh checks no foreign key of orders or payment lines, which would lock them', async () => {
  const keys = await app.db
    .select({ name: sql<string>`conname` })
    .from(sql`pg_constraint`)
    .where(
      sql`contype = 'f' and conrelid in ('order_statistics'::regclass, 'due_payments'::regclass)
        and confrelid in ('orders'::regclass, 'payment_lines'::regclass)`,
    )
  expect(keys).toEqual([])
})

describe.each(['buyer', 'seller'] as const)('an operator who views the account of the %s', (account) => {
  test('reads what is stored while changes are queued', async () => {
    const client = account === 'buyer' ? buyer : seller
    await refreshStatistics(app.db)
    const stored = await trade(client, account)
    await confirmedOrder(app, buyer, seller)
    const queued = await app.db.$count(statisticsChanges)
    expect(queued).toBeGreaterThan(0)
    const risk = await signInAs(app, 'risk')
    const [user] = await app.db.select({ id: users.id }).from(users).where(eq(users.loginName, account))
    const view = { userId: user?.id ?? 0, reason: '用户来电反映统计显示异常' }
    contentOf(await risk.api.operations.accountViewStart(view))
    expect((await trade(risk, account)).total).toEqual(stored.total)
    if (account === 'buyer') {
      contentOf(await risk.api.orders.buyerDuePayments({}))
      expect(contentOf(await risk.api.orders.buyerDashboard({})).trend).toHaveLength(12)
    } else {
      contentOf(await risk.api.orders.sellerDuePayments({}))
      contentOf(await risk.api.orders.sellerPerformance(range))
      expect(contentOf(await risk.api.orders.sellerDashboard({})).trend).toHaveLength(12)
    }
    expect(await app.db.$count(statisticsChanges)).toBe(queued)
  })
})

describe('payments that are still to be made', () => {
  test('are those of the payment lines, by due date, with their groups', async () => {
    const companyId = await companyOf(app, 'buyer')
    const found = contentOf(await buyer.api.orders.buyerDuePayments({ pageSize: 100 }))
    const now = Date.now()
    const rows = await app.db
      .select({ line: paymentLines, status: orders.status, source: orders.source })
      .from(paymentLines)
      .innerJoin(orders, eq(orders.id, paymentLines.orderId))
      .where(eq(orders.buyerCompanyId, companyId))
    const open = rows.filter(
      ({ line, status, source }) =>
        !isEnded(status) &&
        !isOrderDisputed(status) &&
        !(source === 'demand' && status === 'pending_confirm') &&
        ['scheduled', 'due', 'rejected', 'overdue', 'submitted'].includes(line.status) &&
        line.amount > line.paid,
    )
    expect(found.total).toBe(open.length)
    expect(found.data.map(({ lineId }) => lineId).toSorted((a, b) => a - b)).toEqual(
      open.map(({ line }) => line.id).toSorted((a, b) => a - b),
    )
    const sumOf = (group: string) => found.sums.find((sum) => sum.group === group)?.amount
    const late = open.filter(
      ({ line }) => line.status !== 'submitted' && line.dueAt !== null && line.dueAt.getTime() < now,
    )
    expect(sumOf('overdue')).toBe(late.reduce((sum, { line }) => sum + line.amount - line.paid, 0))
    const days = found.data.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt]))
    expect(days).toEqual(days.toSorted())
    const group = found.data[0]?.group
    if (group === undefined) throw new Error('Nothing is due')
    const only = contentOf(await buyer.api.orders.buyerDuePayments({ group, pageSize: 100 }))
    expect(only.data.every((row) => row.group === group)).toBe(true)
    expect(only.total).toBe(found.sums.find((sum) => sum.group === group)?.payments)
  })

  test('are none of an order in dispute, until it is resumed', async () => {
    const orderId = await confirmedOrder(app, buyer, seller)
    const own = async () =>
      contentOf(await buyer.api.orders.buyerDuePayments({ pageSize: 100 })).data.filter(
        (row) => row.orderId === orderId,
      )
    expect(await own()).toHaveLength(3)
    await app.db.update(orders).set({ status: 'disputed' }).where(eq(orders.id, orderId))
    expect(await own()).toEqual([])
    await app.db.update(orders).set({ status: 'in_progress' }).where(eq(orders.id, orderId))
    expect(await own()).toHaveLength(3)
  })

  test('a later due date moves a payment to its month', async () => {
    const orderId = await confirmedOrder(app, buyer, seller)
    const [line] = await app.db.select().from(paymentLines).where(eq(paymentLines.orderId, orderId))
    if (line === undefined) throw new Error('No payment')
    await refreshStatistics(app.db)
    const dueAt = new Date(Date.now() + 40 * 86_400_000)
    await app.db.update(paymentLines).set({ dueAt }).where(eq(paymentLines.id, line.id))
    const { data } = contentOf(await seller.api.orders.sellerDuePayments({ pageSize: 100 }))
    expect(data.find(({ lineId }) => lineId === line.id)).toMatchObject({ group: 'later', dueAt: dueAt.toISOString() })
  })
})

describe('how a supplier does', () => {
  test('counts views by day, inquiries, offers and wins', async () => {
    const companyId = await companyOf(app, 'seller')
    const before = contentOf(await seller.api.orders.sellerPerformance(range))
    const asked = await app.db.$count(inquiries, eq(inquiries.sellerCompanyId, companyId))
    const own = await app.db.select().from(offers).where(eq(offers.companyId, companyId))
    const submitted = own.filter(({ submittedAt }) => submittedAt !== null)
    expect(before.funnel).toMatchObject({
      inquiries: asked,
      offers: submitted.length,
      wins: submitted.filter(({ status }) => status === 'accepted').length,
    })
    expect(before.asked).toBe(asked)
    expect(before.answered).toBeGreaterThan(0)
    expect(before.answered).toBeLessThanOrEqual(asked)
    const placed = await app.db.select().from(orders).where(eq(orders.sellerCompanyId, companyId))
    expect(before.confirmed).toBe(
      placed.filter(({ confirmedAt, createdAt }) => confirmedAt !== null && monthOf(createdAt) >= range.from).length,
    )
    expect(before.months.map(({ month }) => month)).toHaveLength(24)
    const receipts = await app.db
      .select({ part: paymentParts, paidAt: payments.confirmedAt, dueAt: paymentLines.dueAt })
      .from(paymentParts)
      .innerJoin(payments, and(eq(payments.id, paymentParts.paymentId), eq(payments.status, 'confirmed')))
      .innerJoin(paymentLines, eq(paymentLines.id, paymentParts.lineId))
      .innerJoin(orders, and(eq(orders.id, paymentParts.orderId), eq(orders.sellerCompanyId, companyId)))
    const dayOf = (moment: Date) => Math.floor((moment.getTime() + 8 * 3_600_000) / 86_400_000)
    let [received, weighted] = [0, 0]
    for (const { part, paidAt, dueAt } of receipts) {
      if (paidAt === null || dueAt === null) continue
      received += part.received - part.refunded
      weighted += (part.received - part.refunded) * Math.max(0, dayOf(paidAt) - dayOf(dueAt))
    }
    expect(received).toBeGreaterThan(0)
    expect(before.paidDays).toBe(Math.round((weighted / received) * 10) / 10)
    const [service] = await app.db
      .select()
      .from(services)
      .where(and(eq(services.companyId, companyId), eq(services.status, 'published')))
      .limit(1)
    if (service === undefined) throw new Error('No service')
    contentOf(await buyer.api.catalogue.listingViewed({ kind: 'service', listingId: service.id }))
    contentOf(await buyer.api.catalogue.listingViewed({ kind: 'service', listingId: service.id }))
    await writeViews(app.db)
    const after = contentOf(await seller.api.orders.sellerPerformance(range))
    expect(after.funnel.views).toBe(before.funnel.views + 1)
    const ofToday = and(eq(shopViews.companyId, companyId), eq(shopViews.day, today()), eq(shopViews.kind, 'service'))
    expect(await app.db.select().from(shopViews).where(ofToday)).toMatchObject([{ views: 1 }])
    const [viewed] = await app.db.select().from(services).where(eq(services.id, service.id))
    expect(viewed?.viewCount).toBe(service.viewCount + 1)
  })

  test('times confirmations, deliveries and receipts', async () => {
    const orderId = await completedOrder(app, buyer, seller)
    const at = (text: string) => new Date(text)
    await app.db
      .update(orders)
      .set({
        createdAt: at('2026-01-05T02:00:00Z'),
        confirmedAt: at('2026-01-05T04:30:00Z'),
        promisedAt: at('2026-02-01T08:00:00Z'),
        firstDeliveredAt: at('2026-02-01T15:59:00Z'),
      })
      .where(eq(orders.id, orderId))
    const january = { from: '2026-01', until: '2026-01' }
    const others = await app.db
      .select({ id: orders.id })
      .from(orders)
      .where(
        sql`${orders.createdAt} between '2025-12-31T16:00:00Z' and '2026-01-31T15:59:59Z' and ${orders.id} <> ${orderId}`,
      )
    await app.db
      .update(orders)
      .set({ createdAt: at('2025-06-01T00:00:00Z') })
      .where(inArray(orders.id, [0, ...others.map(({ id }) => id)]))
    const [month] = contentOf(await seller.api.orders.sellerPerformance(january)).months
    expect(month).toMatchObject({ promised: 1, onTime: 1, confirmHours: 3 })
    await app.db
      .update(orders)
      .set({ firstDeliveredAt: at('2026-02-01T16:00:00Z') })
      .where(eq(orders.id, orderId))
    const [late] = contentOf(await seller.api.orders.sellerPerformance(january)).months
    expect(late).toMatchObject({ promised: 1, onTime: 0 })
  })
})

test('days until paid are those from the due date to the receipt, weighted by amount', async () => {
  await payeeOf(app)
  const orderId = await confirmedOrder(app, buyer, seller)
  // ¥3,000 arrive four days late, ¥4,500 a day early.
  for (const [seq, dueAt, confirmedAt] of [
    [1, '2019-03-10T02:00:00Z', '2019-03-13T17:00:00Z'],
    [2, '2019-03-20T02:00:00Z', '2019-03-19T02:00:00Z'],
  ] as const) {
    const paymentId = await paid(app, { buyer, seller }, orderId, seq)
    await app.db
      .update(payments)
      .set({ confirmedAt: new Date(confirmedAt) })
      .where(eq(payments.id, paymentId))
    await app.db
      .update(paymentLines)
      .set({ dueAt: new Date(dueAt) })
      .where(and(eq(paymentLines.orderId, orderId), eq(paymentLines.seq, seq)))
  }
  await app.db
    .update(orders)
    .set({ createdAt: new Date('2019-03-05T02:00:00Z') })
    .where(eq(orders.id, orderId))
  const march = { from: '2019-03', until: '2019-03' }
  // 300,000 × 4 days of 750,000.
  expect(contentOf(await seller.api.orders.sellerPerformance(march)).paidDays).toBe(1.6)
})

test('a change, a payment, a refund of a part and a dispute count as their calls are made', async () => {
  await payeeOf(app)
  const totals = async () => [(await trade(buyer, 'buyer')).total, (await trade(seller, 'seller')).total]
  const before = await totals()
  /** What both sides have more than before. */
  const added = async () => {
    const differences = (await totals()).map((now, at) => ({
      orders: now.orders - (before[at]?.orders ?? 0),
      amount: now.amount - (before[at]?.amount ?? 0),
      paid: now.paid - (before[at]?.paid ?? 0),
      liveAmount: now.liveAmount - (before[at]?.liveAmount ?? 0),
    }))
    const [first, second] = differences
    expect(second).toEqual(first)
    return first
  }
  const { orderId } = await stagedOrder(app, buyer, seller)
  const due = async () =>
    contentOf(await buyer.api.orders.buyerDuePayments({ pageSize: 100 }))
      .data.filter((row) => row.orderId === orderId)
      .map(({ amount }) => amount)
      .toSorted((a, b) => a - b)
  expect(await added()).toEqual({ orders: 1, amount: 1_000_001, paid: 0, liveAmount: 1_000_001 })
  expect(await due()).toEqual([100_000, 200_000, 300_000, 400_001])

  const change = await proposed(seller, 'seller', orderId, () => [addedRow()], { promisedOn: dayAhead(210) })
  await prove(buyer)
  contentOf(await sign(buyer, 'buyer', change))
  expect(await added()).toEqual({ orders: 1, amount: 1_050_001, paid: 0, liveAmount: 1_050_001 })
  expect(await due()).toEqual([50_000, 100_000, 200_000, 300_000, 400_001])

  await paid(app, { buyer, seller }, orderId)
  expect(await added()).toEqual({ orders: 1, amount: 1_050_001, paid: 100_000, liveAmount: 1_050_001 })
  expect(await due()).toEqual([50_000, 200_000, 300_000, 400_001])

  const line = await lineOf(app, orderId)
  contentOf(await give(seller, ofLine(orderId, line.id, 40_000)))
  expect(await added()).toEqual({ orders: 1, amount: 1_050_001, paid: 100_000, liveAmount: 1_050_001 })
  await paidBack(app, { buyer, seller }, orderId)
  expect(await added()).toEqual({ orders: 1, amount: 1_010_001, paid: 60_000, liveAmount: 1_010_001 })
  expect(await due()).toEqual([50_000, 200_000, 300_000, 400_001])

  contentOf(await sells(seller, orderId, 'dispute', { reason: '买家失联' }))
  expect(await added()).toEqual({ orders: 1, amount: 1_010_001, paid: 60_000, liveAmount: 1_010_001 })
  expect(await due()).toEqual([])
})

describe('scope', () => {
  test('another company sees nothing of it', async () => {
    const other = await signInAs(app, 'buyer2')
    const orderId = await confirmedOrder(app, buyer, seller)
    const before = (await trade(other, 'buyer')).total
    await setPaid(app, orderId, orderTotal)
    expect((await trade(other, 'buyer')).total).toEqual(before)
    const { data } = contentOf(await other.api.orders.buyerDuePayments({ pageSize: 100 }))
    expect(data.filter((row) => row.orderId === orderId)).toEqual([])
    const [own] = await app.db
      .select({ name: companies.name, id: companies.id })
      .from(companies)
      .where(eq(companies.id, await companyOf(app, 'buyer')))
    const only = { dimension: 'company' as const, id: own?.id ?? 0 }
    // The name of a company is not told by its id.
    const asked = contentOf(await other.api.orders.buyerTradeStatistics({ ...range, only }))
    expect(asked).toMatchObject({ total: { orders: 0, amount: 0, paid: 0 }, onlyName: '' })
  })

  test('a member needs the permissions', async () => {
    const without = await colleague(app, buyer, ['my_orders', 'database'])
    expect(failureOf(await without.client.api.orders.buyerTradeStatistics(range))).toBe('forbidden')
    expect(failureOf(await without.client.api.orders.buyerDuePayments({}))).toBe('forbidden')
    expect(failureOf(await without.client.api.orders.buyerStatisticsSheet(range))).toBe('forbidden')
    expect(contentOf(await without.client.api.orders.buyerDashboard({})).trend).toBeUndefined()
    const counting = await colleague(app, buyer, ['statistics_page'])
    contentOf(await counting.client.api.orders.buyerTradeStatistics(range))
    expect(failureOf(await counting.client.api.orders.buyerDuePayments({}))).toBe('forbidden')
    expect(failureOf(await counting.client.api.orders.sellerPerformance(range))).toBe('notSeller')
  })

  test('a period ends after it begins, and is 36 months at most', async () => {
    for (const wrong of [
      { from: '2026-05', until: '2026-04' },
      { from: '2020-01', until: '2026-01' },
    ]) {
      expect(fieldsWithErrors(await buyer.api.orders.buyerTradeStatistics(wrong))).toEqual(['until'])
      expect(fieldsWithErrors(await seller.api.orders.sellerPerformance(wrong))).toEqual(['until'])
    }
  })
})

test('the dashboards show the last twelve months', async () => {
  const { trend = [] } = contentOf(await buyer.api.orders.buyerDashboard({}))
  const months = rowsOf(await trade(buyer, 'buyer', lastMonths(12)), 'month')
  expect(trend).toEqual(months.map(({ key, amount }) => ({ month: key, amount })))
  expect(contentOf(await seller.api.orders.sellerDashboard({})).trend).toHaveLength(12)
})

test.each(['buyer', 'seller'] as const)(
  'the workbook of the %s has a sheet of each dimension with the same sums',
  async (side) => {
    const client = side === 'buyer' ? buyer : seller
    const { url, name } = contentOf(
      await (side === 'buyer'
        ? client.api.orders.buyerStatisticsSheet(range)
        : client.api.orders.sellerStatisticsSheet(range)),
    )
    expect(name).toContain(side === 'buyer' ? '采购统计' : '经营统计')
    const bytes = Buffer.from(await (await open(app, client, url)).arrayBuffer())
    const { total } = await trade(client, side)
    for (const sheet of ['按月份', side === 'buyer' ? '按供应商' : '按买家', '按分类']) {
      const last = (await readSheet(bytes, sheet)).at(-1) ?? []
      expect(last.slice(0, 2)).toEqual(['合计', total.orders])
      expect(last.slice(2, 4).map((yuan) => Math.round(Number(yuan) * 100))).toEqual([total.amount, total.paid])
    }
    const due = await readSheet(bytes, side === 'buyer' ? '待付款项' : '待收款项')
    const { total: payments } = contentOf(
      await (side === 'buyer' ? client.api.orders.buyerDuePayments({}) : client.api.orders.sellerDuePayments({})),
    )
    expect(due).toHaveLength(payments + 1)
    if (side === 'seller') {
      const months = await readSheet(bytes, '转化与履约')
      const { funnel } = contentOf(await client.api.orders.sellerPerformance(range))
      expect(months.at(-1)?.slice(0, 5)).toEqual(['合计', funnel.views, funnel.inquiries, funnel.offers, funnel.wins])
    }
  },
)

/** The sheets of a workbook by name. */
const sheetsAt = async (client: Client, url: string) =>
  new Map(
    (await readSheets(Buffer.from(await (await open(app, client, url)).arrayBuffer()))).map(({ sheet, data }) => [
      sheet,
      data,
    ]),
  )

test.each(['buyer', 'seller'] as const)(
  'the workbook of the %s for one company names it, and has no sheet of all orders',
  async (side) => {
    const client = side === 'buyer' ? buyer : seller
    const [first] = rowsOf(await trade(client, side), 'company')
    if (first === undefined) throw new Error('No company')
    const input = { ...range, only: { dimension: 'company' as const, id: Number(first.key) } }
    const { url, name } = contentOf(
      await (side === 'buyer'
        ? client.api.orders.buyerStatisticsSheet(input)
        : client.api.orders.sellerStatisticsSheet(input)),
    )
    const label = side === 'buyer' ? '供应商' : '买家'
    expect(name).toContain(`${label} ${first.name} ${range.from}`)
    const sheets = await sheetsAt(client, url)
    const centres = side === 'buyer' ? ['按成本中心'] : []
    expect([...sheets.keys()]).toEqual(['按月份', `按${label}`, '按分类', ...centres])
    expect(sheets.get('按月份')?.at(-1)?.slice(0, 2)).toEqual(['合计', first.orders])
    const [action] = await app.db.select().from(operationLogs).orderBy(desc(operationLogs.id)).limit(1)
    expect(action?.detail).toContain(first.name)
  },
)

test('the workbook of who may not read orders has no single payments', async () => {
  const counting = await colleague(app, buyer, ['statistics_page', 'database'])
  const { url } = contentOf(await counting.client.api.orders.buyerStatisticsSheet(range))
  expect([...(await sheetsAt(counting.client, url)).keys()]).toEqual(['按月份', '按供应商', '按分类', '按成本中心'])
})
