import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { runVerifier, unpack } from '../support/evidence-pack.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { downloadPackOn, recordSection, verifyOffline } from '../support/scenes/journeys/evidence.ts'
import * as scene from '../support/scenes/journeys/orders.ts'
import { confirmTransfer, payByTransfer } from '../support/scenes/journeys/payment.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { querySite } from '../support/site-database.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * One order from the purchase to its proof: bought, paid, delivered, accepted, invoiced; then its evidence pack is
 * downloaded and verified without network, in the browser and on the command line.
 */

const site = inject('site')
const door = inject('databaseSocket')
const parcelNo = 'SF9876543210987'
const invoiceNo = '87654321'
let browser: Browser
let buyer: Visitor
let seller: Visitor
let goods: scene.Goods
let order: scene.CreatedOrder
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
  ;[goods] = await scene.goodsOfThreeShops(door)
  await signInOnWay(buyer, 'buyer', links.goodsDetail(goods.productNo))
  await signInOnWay(seller, 'seller', links.sellerReceivedPayments())
}, 60_000)
afterAll(() => browser.close())

runAsSteps(() => ({ buyer, seller }))

test('the buyer buys goods at once, with an invoice', async () => {
  const { page } = buyer
  await waitForIslands(page)
  await page.locator(`input[data-spec][value="${goods.specId}"]`).check({ force: true })
  await page.getByRole('main').getByRole('button', { name: '立即购买' }).filter({ visible: true }).first().click()
  await page.waitForURL(`**${links.confirmOrder()}*`)
  await waitForIslands(page)
  await page.getByRole('button', { name: '新增地址' }).click()
  await scene.fillAddress(page)
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  await page
    .getByRole('radio', { name: /温知予/, checked: true })
    .first()
    .waitFor()
  await page.getByRole('radiogroup', { name: '发票' }).getByText('增值税普通发票').click()
  await look(page)
  await page.getByRole('button', { name: '提交订单' }).filter({ visible: true }).click()
  await page.waitForURL(`**${links.payOrder(0).replace('=0', '=')}*`)
  order = await scene.readOrder(door, new URL(page.url()).searchParams.get('id') ?? '', goods)
})

test('pays by transfer; the supplier confirms the receipt and the order, and delivers', async () => {
  await payByTransfer(buyer.page, order, look)
  await buyer.page.getByText('已付款，等待确认').waitFor()
  const { page } = seller
  await page.reload()
  await waitForIslands(page)
  await confirmTransfer(page, order, look)
  await page.goto(links.sellerConfirmOrder(order.id))
  await waitForIslands(page)
  await page.getByRole('button', { name: '确认接单' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认接单' }).click()
  await page.getByText('这份订单已答复').waitFor()
  await scene.openOrder(page, 'seller', order)
  await scene.sendParcel(page, parcelNo, look)
})

test('the buyer accepts, which requests the invoice; the supplier issues it', async () => {
  const { page } = buyer
  await scene.openOrder(page, 'buyer', order)
  await page.getByText(parcelNo).first().waitFor()
  await page.getByRole('button', { name: '确认收货' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: '确认收货' }).click()
  await page.getByText('已完成', { exact: true }).first().waitFor()
  await scene.openOrder(seller.page, 'seller', order)
  await scene.issueInvoice(seller.page, invoiceNo, look)
})

const packedRecord = z.object({
  orderNo: z.string(),
  entries: z.array(z.object({ text: z.string(), hash: z.string() })),
  words: z.record(z.string(), z.string()),
})

test('the pack of the buyer has every step, and is found sound without network', async () => {
  const { page } = buyer
  await scene.openOrder(page, 'buyer', order)
  await recordSection(page).getByText('校验通过').waitFor()
  await look(page)
  const pack = await downloadPackOn(page)
  const record = packedRecord.parse(JSON.parse(Buffer.from(pack['record.json'] ?? []).toString('utf8')))
  expect(record.orderNo).toBe(order.orderNo)
  expect(Object.keys(record.words)).toEqual(
    expect.arrayContaining([
      'payment submit',
      'payment receive',
      'order confirm',
      'delivery deliver',
      'delivery accept',
      'invoice request',
      'invoice issue',
    ]),
  )
  const [stored] = await querySite(
    door,
    'select count(*)::int as entries from deal_entries where order_id = $1',
    order.id,
  )
  expect(stored).toEqual({ entries: record.entries.length })
  const papers = Object.keys(pack).filter((path) => path.startsWith('files/'))
  for (const name of ['转账回单', '发票信息单', '商品采购合同'])
    expect(
      papers.filter((path) => path.includes(name)),
      name,
    ).toHaveLength(1)
  const folder = await unpack(pack)
  const { code, out } = await runVerifier(join(folder, 'verify.mjs'))
  expect(out).toContain(`校验通过：订单 ${order.orderNo}`)
  expect(code).toBe(0)
  await verifyOffline(browser, folder, look)
  expect((await runVerifier(join(folder, 'verify.mjs'))).code).not.toBe(0)
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors]).toEqual([])
})
