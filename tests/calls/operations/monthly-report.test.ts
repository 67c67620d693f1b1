import { eq, sql } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { platformActions } from '../../../src/db/tables/operations.ts'
import { orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { payments, refunds } from '../../../src/db/tables/payments.ts'
import { monthNow, shiftMonth, startOfMonth } from '../../../src/domain/operations/report-months.ts'
import { contentOf, failureOf, fieldsWithErrors, signInAs, visitor } from '../../support/client.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { demandOrder, paid } from '../../support/scenes/orders/pay.ts'
import { statementsOf } from '../../support/query-count.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const seller = clientForFile(app, 'seller')
const finance = clientForFile(app, 'finance')

const sheetNames = ['概览', '按日', '按分类', '供应商', '付款方式'] as const
type Rows = Record<string, unknown>[]

/** Sheets of a month as objects by column head. */
async function report(month: string) {
  const { url, name, isRunning } = contentOf(await finance.api.operations.monthlyReport({ month }))
  const bytes = Buffer.from(await (await open(app, finance, url)).arrayBuffer())
  const sheet = async (of: (typeof sheetNames)[number]): Promise<Rows> => {
    const [head = [], ...rows] = await readSheet(bytes, of)
    return rows.map((cells) => Object.fromEntries(head.map((word, at) => [String(word), cells[at] ?? null])))
  }
  const [overview, days, categories, suppliers, methods] = [
    await sheet('概览'),
    await sheet('按日'),
    await sheet('按分类'),
    await sheet('供应商'),
    await sheet('付款方式'),
  ]
  return { name, isRunning, bytes, overview, days, categories, suppliers, methods }
}
const fenOf = (value: unknown) => Math.round(Number(value) * 100)
/** Sum of a column without the line of sums. */
const sum = (rows: Rows, head: string) => rows.slice(0, -1).reduce((all, row) => all + fenOf(row[head]), 0)
const total = (rows: Rows, head: string) => fenOf(rows.at(-1)?.[head])

const inMonth = (column: Parameters<typeof sql>[1], month: string) =>
  sql`${column} >= ${startOfMonth(month).toISOString()}::timestamptz and ${column} < ${startOfMonth(shiftMonth(month, 1)).toISOString()}::timestamptz`

/** Every sum of a report against every other one. */
function expectSumsAgree({ overview, days, categories, suppliers, methods }: Awaited<ReturnType<typeof report>>) {
  const line = (item: string) => overview.find((row) => row['项目'] === item) ?? {}
  for (const rows of [days, categories, suppliers])
    for (const head of ['订单', '订单金额（元）', '到账金额（元）', '退款金额（元）'])
      expect(sum(rows, head), head).toBe(total(rows, head))
  for (const head of ['到账笔数', '到账金额（元）', '退款笔数', '退款金额（元）']) {
    expect(sum(methods, head), head).toBe(total(methods, head))
    expect(total(methods, head), head).toBe(total(days, head))
  }
  for (const rows of [categories, suppliers]) {
    expect(total(rows, '订单')).toBe(fenOf(line('订单')['数量']))
    expect(total(rows, '订单金额（元）')).toBe(fenOf(line('订单')['金额（元）']))
    expect(total(rows, '到账金额（元）')).toBe(fenOf(line('到账')['金额（元）']))
    expect(total(rows, '退款金额（元）')).toBe(fenOf(line('退款')['金额（元）']))
  }
  expect(total(days, '到账金额（元）')).toBe(fenOf(line('到账')['金额（元）']))
  expect(total(days, '注册用户')).toBe(fenOf(line('注册用户')['数量']))
  expect(total(days, '发票金额（元）')).toBe(fenOf(line('开具发票')['金额（元）']))
  expect(fenOf(line('净到账')['金额（元）'])).toBe(
    fenOf(line('到账')['金额（元）']) - fenOf(line('退款')['金额（元）']),
  )
}

test('months are listed from the first registration to the running one, which is marked', async () => {
  const { months } = contentOf(await finance.api.operations.reportMonths({}))
  expect(months[0]).toEqual({ month: monthNow(), isRunning: true })
  expect(months.slice(1).every(({ isRunning }) => !isRunning)).toBe(true)
  expect(months.length).toBeGreaterThan(3)
  expect(months.length).toBeLessThanOrEqual(36)
  expect(months.map(({ month }) => month)).toEqual(months.map((_, at) => shiftMonth(monthNow(), -at)))
})

describe('the running month', () => {
  test('has what the tables hold, to the fen, and its sheets agree', async () => {
    const orderId = await demandOrder(app, buyer, seller)
    await paid(app, { buyer, seller }, orderId)
    // A receipt with an odd amount, and one minute after midnight of the first day in Shanghai.
    const next = await demandOrder(app, buyer, seller)
    const odd = await paid(app, { buyer, seller }, next, 1, 123_457)
    const first = new Date(startOfMonth(monthNow()).getTime() + 60_000)
    await app.db.update(payments).set({ confirmedAt: first }).where(eq(payments.id, odd))
    await app.db.update(users).set({ createdAt: first }).where(eq(users.loginName, 'person'))
    const made = await report(monthNow())
    expect(made.isRunning).toBe(true)
    expect(made.name).toMatch(/^月度报表 \d{4}-\d{2}（截至 \d{4}-\d{2}-\d{2}）\.xlsx$/)
    expectSumsAgree(made)
    const [money] = await app.db
      .select({ count: sql`count(*)`.mapWith(Number), sum: sql`sum(${payments.received})`.mapWith(Number) })
      .from(payments)
      .where(sql`${payments.status} = 'confirmed' and ${inMonth(payments.confirmedAt, monthNow())}`)
    const line = made.overview.find((row) => row['项目'] === '到账')
    expect([line?.['数量'], fenOf(line?.['金额（元）'])]).toEqual([money?.count, money?.sum])
    expect(made.days[0]?.['日期']).toBe(`${monthNow()}-01`)
    expect(Number(made.days[0]?.['到账金额（元）'])).toBeGreaterThanOrEqual(1234.57)
    expect(Number(made.days[0]?.['注册用户'])).toBeGreaterThanOrEqual(1)
    const counted = made.overview.find((row) => row['项目'] === '订单')
    expect(counted?.['数量']).toBe(await app.db.$count(orders, inMonth(orders.createdAt, monthNow())))
    expect(made.categories.every((row) => typeof row['订单金额（元）'] === 'number')).toBe(true)
    expect(made.categories.some((row) => row['大类'] !== null && row['分类（订单归入金额最高的一项）'] !== null)).toBe(
      true,
    )
    expect(made.overview.find((row) => row['项目'] === '状态')?.['说明']).toContain('进行中')
  })

  test('is read by one statement, whatever its size', async () => {
    const statements = await statementsOf(() => finance.api.operations.monthlyReport({ month: monthNow() }))
    expect(statements.filter((text) => text.includes('union all'))).toHaveLength(1)
    expect(statements.length).toBeLessThan(20)
  })
})

test('closed months agree as well; refunds are in the month of their completion', async () => {
  const months = [1, 2, 3].map((back) => shiftMonth(monthNow(), -back))
  for (const month of months) {
    const made = await report(month)
    expect(made.isRunning).toBe(false)
    expect(made.name).toBe(`月度报表 ${month}.xlsx`)
    expectSumsAgree(made)
    const [back] = await app.db
      .select({ sum: sql`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
      .from(refunds)
      .where(sql`${refunds.status} = 'done' and ${inMonth(refunds.doneAt, month)}`)
    expect(fenOf(made.overview.find((row) => row['项目'] === '退款')?.['金额（元）'])).toBe(back?.sum)
    expect(made.days.length - 1).toBeGreaterThan(27)
  }
})

test('more than fifty suppliers: the rest is one line, so that the sums still agree', async () => {
  const month = shiftMonth(monthNow(), -1)
  const many = Array.from({ length: 60 }, (_, at) => at)
  const added = await app.db
    .insert(companies)
    .values(many.map((at) => ({ name: `供应商${at}`, shortName: `供${at}`, districtCode: '510107' })))
    .returning({ id: companies.id })
  const [like] = await app.db.select().from(orders).limit(1)
  if (like === undefined) throw new Error('No order')
  const { buyerCompanyId, buyerUserId } = like
  await app.db.transaction(async (tx) => {
    const placed = await tx
      .insert(orders)
      .values(
        added.map(({ id }) => ({
          orderNo: `T-${id}`,
          source: 'service' as const,
          title: '月报',
          buyerCompanyId,
          buyerUserId,
          sellerCompanyId: id,
          total: 1_001 + id,
          createdAt: startOfMonth(month),
        })),
      )
      .returning({ orderId: orders.id, amount: orders.total })
    await tx.insert(paymentLines).values(placed.map((line) => ({ ...line, seq: 1, name: '货款', percent: 100 })))
  })
  const made = await report(month)
  expectSumsAgree(made)
  const named = made.suppliers.slice(0, 50)
  expect(named.map((row) => row['名次'])).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(made.suppliers[50]?.['供应商（按到账金额）']).toMatch(/^其余 \d+ 家$/)
  expect(made.suppliers).toHaveLength(52)
  const paidSums = named.map((row) => Number(row['到账金额（元）']))
  expect(paidSums).toEqual(paidSums.toSorted((a, b) => b - a))
})

test('future and unlisted months are refused by name and leave no action; a download leaves one', async () => {
  const { monthlyReport } = (await signInAs(app, 'risk')).api.operations
  const before = await app.db.$count(platformActions)
  for (const month of [shiftMonth(monthNow(), 1), '2001-01', '2026-13', 'x'])
    expect(fieldsWithErrors(await monthlyReport({ month }))).toEqual(['month'])
  expect(await app.db.$count(platformActions)).toBe(before)
  contentOf(await monthlyReport({ month: monthNow() }))
  expect(await app.db.$count(platformActions)).toBe(before + 1)
})

test('is for roles with trade only', async () => {
  for (const account of ['reviewer', 'editor', 'support'] as const) {
    const client = await signInAs(app, account)
    expect(failureOf(await client.api.operations.reportMonths({})), account).toBe('operatorForbidden')
    expect(failureOf(await client.api.operations.monthlyReport({ month: monthNow() })), account).toBe(
      'operatorForbidden',
    )
  }
  expect(failureOf(await buyer.api.operations.monthlyReport({ month: monthNow() }))).toBe('forbidden')
  expect(failureOf(await visitor(app).api.operations.reportMonths({}))).toBe('sessionInvalid')
  contentOf(await (await signInAs(app, 'risk')).api.operations.reportMonths({}))
})
