import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { files } from '../../../src/db/tables/operations.ts'
import { orderLines, orders } from '../../../src/db/tables/orders.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { missingId } from '../../support/sentinels.ts'
import { open } from '../../support/scenes/demands/annex.ts'
import { goodsOrder, offerOrder, rowOf, sells, setStatus } from '../../support/scenes/orders/order.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const buyer = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')
const sub = clientForFile(app, 'sub')
const seller = clientForFile(app, 'seller')
const seller3 = clientForFile(app, 'seller3')

/** The contract as downloaded by a side. */
async function contract(client: Client, side: 'buyer' | 'seller', orderId: number) {
  const call = side === 'buyer' ? client.api.orders.buyerOrderContract : client.api.orders.sellerOrderContract
  const { url, name } = contentOf(await call({ orderId }))
  const response = await open(app, client, url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { url, name, bytes, text: pdfText(bytes).replaceAll('\n', '') }
}
const printOf = (text: string) => /SHA-256）：([0-9a-f]{64})/.exec(text)?.[1]

test('both sides get the same document: parties, lines, sums in capitals, schedule, fingerprint', async () => {
  const { orderId, demandId } = await offerOrder(app, buyer, seller)
  contentOf(await sells(seller, orderId, 'confirm'))
  const bought = await contract(buyer, 'buyer', orderId)
  const sold = await contract(seller, 'seller', orderId)
  expect(sold.bytes).toEqual(bought.bytes)
  expect(sold.url).not.toBe(bought.url)
  const order = await rowOf(app, orderId)
  const sides = await app.db.select().from(companies)
  for (const id of [order.buyerCompanyId, order.sellerCompanyId]) {
    const company = sides.find((one) => one.id === id)
    expect(bought.text).toContain(company?.name)
    expect(bought.text).toContain(company?.creditCode)
    if (company?.contactPhone) expect(bought.text).not.toContain(company.contactPhone)
  }
  expect(bought.name).toBe(`服务采购合同 ${order.orderNo}.pdf`)
  for (const words of ['毒性试验', '病理阅片', '¥10,000.01', '壹万元零壹分', '首付款', '30%', '3,000.00', '已生效']) {
    expect(bought.text, words).toContain(words)
  }
  expect(bought.text).toContain('（第 1 版）')
  expect(bought.text).toContain('演示数据，不具法律效力')
  expect(printOf(bought.text)).toMatch(/^[0-9a-f]{64}$/)
  expect(demandId).toBe(order.demandId)
})

test('reuses the stored contract while its content is unchanged, and recreates it otherwise', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  const waiting = await contract(buyer, 'buyer', orderId)
  expect((await contract(buyer, 'buyer', orderId)).url).toBe(waiting.url)
  expect(waiting.text).toContain('待乙方确认，尚未生效')
  contentOf(await sells(seller, orderId, 'confirm'))
  const confirmed = await contract(buyer, 'buyer', orderId)
  expect(confirmed.url).not.toBe(waiting.url)
  await setStatus(app, orderId, 'in_progress')
  expect((await contract(buyer, 'buyer', orderId)).url).toBe(confirmed.url)
  await setStatus(app, orderId, 'completed')
  const completed = await contract(buyer, 'buyer', orderId)
  expect(completed.text).toContain('已履行完毕')
  expect(printOf(completed.text)).toBe(printOf(confirmed.text))
})

test('renames after the confirmation change nothing; an outdated file is recreated', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  contentOf(await sells(seller, orderId, 'confirm'))
  const first = await contract(buyer, 'buyer', orderId)
  const { sellerCompanyId } = await rowOf(app, orderId)
  const [company] = await app.db.select().from(companies).where(eq(companies.id, sellerCompanyId))
  await app.db.update(companies).set({ name: '改名后的公司' }).where(eq(companies.id, sellerCompanyId))
  await app.db.update(files).set({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
  const again = await contract(buyer, 'buyer', orderId)
  await app.db
    .update(companies)
    .set({ name: company?.name ?? '' })
    .where(eq(companies.id, sellerCompanyId))
  expect(again.url).not.toBe(first.url)
  expect(again.bytes).toEqual(first.bytes)
})

test('orders of products: address without phone number, postage, and no unagreed dates', async () => {
  const { orderId, total } = await goodsOrder(app, buyer)
  const { text } = await contract(buyer, 'buyer', orderId)
  const { address } = await rowOf(app, orderId)
  expect(text).toContain(address?.street)
  expect(text).not.toContain(address?.mobile)
  expect(text).toContain('下单后 24 小时内')
  expect(text).toContain((total / 100).toLocaleString('en-US', { minimumFractionDigits: 2 }))
})

test('renders very long names, rare characters and markup characters literally', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  const name = `${'超长的服务名称'.repeat(400)}<b>&喆𬬻😀`
  await app.db.update(orderLines).set({ name }).where(eq(orderLines.orderId, orderId))
  await app.db
    .update(orders)
    .set({ remark: '备注'.repeat(900) })
    .where(eq(orders.id, orderId))
  const { text } = await contract(seller, 'seller', orderId)
  expect(text.match(/超长的服务名称/g)?.length).toBeGreaterThan(300)
  expect(text).toContain('<b>&喆𬬻〓')
})

test('refuses other companies, people without permission and visitors, also for the file', async () => {
  const { orderId } = await offerOrder(app, buyer, seller)
  const { url } = await contract(buyer, 'buyer', orderId)
  for (const [client, failure] of [
    [other, 'notFound'],
    [seller, 'notFound'],
    [sub, 'forbidden'],
    [visitor(app), 'sessionInvalid'],
  ] as const) {
    expect(failureOf(await client.api.orders.buyerOrderContract({ orderId }))).toBe(failure)
  }
  expect(failureOf(await seller3.api.orders.sellerOrderContract({ orderId }))).toBe('notFound')
  expect(failureOf(await buyer.api.orders.sellerOrderContract({ orderId }))).toBe('notSeller')
  expect(failureOf(await visitor(app).api.orders.sellerOrderContract({ orderId }))).toBe('sessionInvalid')
  expect(failureOf(await seller.api.orders.sellerOrderContract({ orderId: missingId }))).toBe('notFound')
  expect(fieldsWithErrors(await other.api.orders.buyerOrderContract({ orderId: 0 }))).toEqual(['orderId'])
  expect(fieldsWithErrors(await seller3.api.orders.sellerOrderContract({ orderId: 0 }))).toEqual(['orderId'])
  for (const client of [other, seller, visitor(app)]) expect((await open(app, client, url)).status).toBe(404)
  const [person] = await app.db.select().from(users).where(eq(users.loginName, 'buyer'))
  expect(person?.companyId).toBe((await rowOf(app, orderId)).buyerCompanyId)
})
