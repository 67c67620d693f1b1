import { eq } from 'drizzle-orm'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { invoices } from '../../../src/db/tables/fulfilment.ts'
import { orderLines, orders, paymentLines } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { countQueries } from '../../support/query-count.ts'
import { missingId } from '../../support/sentinels.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { offerOrder, rowOf } from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')

type Asked = Parameters<Client['api']['orders']['buyerOrdersSheet']>[0]

/** Rows of a side's sheet as objects by column head. */
async function sheet(client: Client, side: 'buyer' | 'seller', asked: Asked = {}) {
  const call = side === 'buyer' ? client.api.orders.buyerOrdersSheet : client.api.orders.sellerOrdersSheet
  const { url, name, rows, more } = contentOf(await call(asked))
  const response = await open(app, client, url)
  const [head = [], ...found] = await readSheet(Buffer.from(await response.arrayBuffer()))
  const named = found.map((cells) => Object.fromEntries(head.map((word, at) => [String(word), cells[at] ?? null])))
  expect(named.length).toBe(rows)
  return { name, rows: named, more, head }
}

test('has one row per line; order totals appear once, so that columns can be summed', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '导出一份订单')
  const { orderNo } = await rowOf(app, orderId)
  await app.db.update(paymentLines).set({ paid: 300_000, status: 'confirmed' }).where(eq(paymentLines.seq, 1))
  const details = {
    kind: 'normal' as const,
    title: '',
    taxNo: '',
    bankName: '',
    bankAccount: '',
    address: '',
    phone: '',
    receiverEmail: '',
  }
  const invoice = { orderId, details, amount: 1, userId: 1 }
  await app.db.insert(invoices).values([
    { ...invoice, status: 'issued', invoiceNo: '12345678' },
    { ...invoice, status: 'red_reversed', invoiceNo: '87654321' },
    { ...invoice, status: 'requested' },
  ])
  const { rows, name } = await sheet(buyer, 'buyer', { keyword: orderNo })
  expect(name).toMatch(/^采购订单 \d{4}-\d{2}-\d{2}\.xlsx$/)
  expect(rows.map((row) => [row['项目'], row['数量'], row['单价（元）'], row['金额（元）']])).toEqual([
    ['毒性试验', 1, 9000.01, 9000.01],
    ['病理阅片', 10, 100, 1000],
  ])
  expect(rows.map((row) => [row['订单总额（元）'], row['订单已付（元）'], row['订单未付（元）']])).toEqual([
    [10_000.01, 3000, 7000.01],
    [null, null, null],
  ])
  expect(rows[0]).toMatchObject({ 订单编号: orderNo, 订单状态: '待确认', 付款状态: '部分付款' })
  expect(rows[0]?.['发票号码']).toBe('12345678、87654321（已红冲）')
  const sold = await sheet(seller, 'seller', { keyword: orderNo })
  expect(sold.head).toContain('采购方')
  expect(sold.rows[0]?.['采购方']).not.toBe(rows[0]?.['供应商'])
})

test('escapes user input that looks like a formula', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '导出公式')
  const { orderNo } = await rowOf(app, orderId)
  const name = '=HYPERLINK("http://own.invalid","x")'
  await app.db.update(orderLines).set({ name, specName: '+1', unit: '@a' }).where(eq(orderLines.orderId, orderId))
  const { url } = contentOf(await buyer.api.orders.buyerOrdersSheet({ keyword: orderNo }))
  const bytes = Buffer.from(await (await open(app, buyer, url)).arrayBuffer())
  const rows = await readSheet(bytes)
  expect(rows[1]).toEqual(expect.arrayContaining([name, '+1', '@a']))
})

test('matches the list: filtered by keyword, state, days and due payments', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '筛选用的订单')
  await app.db
    .update(orders)
    .set({ createdAt: new Date('2026-02-28T16:30:00Z') })
    .where(eq(orders.id, orderId))
  const { orderNo } = await rowOf(app, orderId)
  const has = async (asked: Asked) =>
    (await sheet(buyer, 'buyer', { keyword: '筛选用的订单', ...asked })).rows.some((row) => row['订单编号'] === orderNo)
  expect(await has({})).toBe(true)
  expect(await has({ status: 'completed' })).toBe(false)
  expect(await has({ from: '2026-03-01', until: '2026-03-01' })).toBe(true)
  expect(await has({ from: '2026-03-02' })).toBe(false)
  expect(await has({ until: '2026-02-28' })).toBe(false)
  for (const toPay of [true, undefined] as const) {
    const asked = { ...(toPay && { toPay }), pageSize: 100 }
    const listed = contentOf(await buyer.api.orders.buyerOrders(asked)).data.map((row) => row.orderNo)
    const exported = (await sheet(buyer, 'buyer', toPay ? { toPay } : {})).rows.map((row) => row['订单编号'])
    expect(new Set(exported)).toEqual(new Set(listed))
  }
})

test('contains only own orders, and is empty without any', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '别人的订单')
  const { orderNo } = await rowOf(app, orderId)
  expect((await sheet(other, 'buyer', { keyword: orderNo })).rows).toEqual([])
  expect(failureOf(await sub.api.orders.buyerOrdersSheet({}))).toBe('forbidden')
  expect(failureOf(await visitor(app).api.orders.buyerOrdersSheet({}))).toBe('sessionInvalid')
  expect(failureOf(await buyer.api.orders.sellerOrdersSheet({}))).toBe('notSeller')
  expect(failureOf(await visitor(app).api.orders.sellerOrdersSheet({}))).toBe('sessionInvalid')
  expect(fieldsWithErrors(await buyer.api.orders.buyerOrdersSheet({ from: '2026-13-01' }))).toEqual(['from'])
  expect(fieldsWithErrors(await seller.api.orders.sellerOrdersSheet({ until: 'x' }))).toEqual(['until'])
})

test('caps large exports at twenty thousand rows with a notice, using few queries', async () => {
  const { orderId } = await offerOrder(app, buyer, seller, '很多行的订单')
  const { orderNo } = await rowOf(app, orderId)
  // A company that has not reached the sheet limit of this minute.
  const [person] = await app.db.select().from(users).where(eq(users.loginName, 'buyer2'))
  await app.db
    .update(orders)
    .set({ buyerCompanyId: person?.companyId ?? 0 })
    .where(eq(orders.id, orderId))
  const line = { orderId, name: '行', unit: '项', quantity: 1, unitPrice: 1, amount: 1 }
  for (let at = 0; at < 21; at += 1) await app.db.insert(orderLines).values(Array.from({ length: 1000 }, () => line))
  const queries = await countQueries(app, async () => {
    const { rows, more } = contentOf(await other.api.orders.buyerOrdersSheet({ keyword: orderNo }))
    expect([rows, more]).toEqual([20_000, true])
  })
  expect(queries).toBeLessThan(20)
})

test('has only the selected orders, and none of another company', async () => {
  const chosen = await offerOrder(app, buyer, seller, '选中的订单')
  const left = await offerOrder(app, buyer, seller, '未选的订单')
  const { orderNo } = await rowOf(app, chosen.orderId)
  const foreign = contentOf(await other.api.orders.buyerOrders({ pageSize: 100 })).data.map(({ orderId }) => orderId)
  const own = contentOf(await seller.api.orders.sellerOrders({ pageSize: 100 })).data.map(({ orderId }) => orderId)
  const another = foreign.find((id) => !own.includes(id))
  const orderIds = [chosen.orderId, another ?? missingId]
  const { rows } = await sheet(seller, 'seller', { orderIds })
  expect(new Set(rows.map((row) => row['订单编号']))).toEqual(new Set([orderNo]))
  expect((await sheet(seller, 'seller', { orderIds: [left.orderId], keyword: '选中的' })).rows).toEqual([])
  expect(fieldsWithErrors(await seller.api.orders.sellerOrdersSheet({ orderIds: [] }))).toEqual(['orderIds'])
})
