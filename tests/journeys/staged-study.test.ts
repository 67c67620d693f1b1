import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { runVerifier, unpack } from '../support/evidence-pack.ts'
import { invoiceXml } from '../support/invoices.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { dayAhead } from '../support/scenes/orders/changes.ts'
import { changes, confirmIdentity, signChange } from '../support/scenes/journeys/changes.ts'
import { downloadPackOn, recordSection, verifyOffline } from '../support/scenes/journeys/evidence.ts'
import { inYuan, openOrder } from '../support/scenes/journeys/orders.ts'
import {
  accept,
  card,
  deliver,
  milestones,
  requestChanges,
  start,
  waitForLabel,
} from '../support/scenes/journeys/milestones.ts'
import { confirmTransfer, payByTransfer } from '../support/scenes/journeys/payment.ts'
import { awardOffer, submitStagedOffer } from '../support/scenes/journeys/staged.ts'
import { postDemand, signInOnWay } from '../support/scenes/journeys/tender.ts'
import { querySite } from '../support/site-database.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * A study from its award to its proof: three milestones, one of them reworked, a change order between them, a dispute in
 * the middle, paid step by step, invoiced, matched, packed and verified without network.
 */

const site = inject('site')
const socket = inject('databaseSocket')
const title = `分期研究 ${Date.now() % 100_000}`
const yuan = (amount: number) => amount * 100
const contractSum = yuan(520_000)
let browser: Browser
let buyer: Visitor
let seller: Visitor
let operator: Visitor
let order = { id: 0, orderNo: '', total: 0, status: '' }
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

async function openBoth(): Promise<void> {
  await openOrder(buyer.page, 'buyer', order)
  await openOrder(seller.page, 'seller', order)
}

/** Pays one payment of the order by transfer; the supplier confirms that its `amount` in fen arrived. */
async function pay(name: string, amount: number): Promise<void> {
  const due = { ...order, total: amount }
  await buyer.page.goto(links.payOneOrder(order.id))
  await waitForIslands(buyer.page)
  await payByTransfer(buyer.page, due, () => Promise.resolve(), name)
  await buyer.page.getByText('已付款，等待确认').waitFor()
  await seller.page.goto(links.sellerReceivedPayments())
  await waitForIslands(seller.page)
  await confirmTransfer(seller.page, due, () => Promise.resolve())
}

const partiesRow = z.object({
  buyerName: z.string(),
  buyerTaxNo: z.string(),
  sellerName: z.string(),
  sellerTaxNo: z.string(),
})
const parties = async () =>
  partiesRow.parse(
    (
      await querySite(
        socket,
        `select d.title as "buyerName", d.tax_no as "buyerTaxNo", c.name as "sellerName", c.credit_code as "sellerTaxNo"
          from orders o join invoice_details d on d.company_id = o.buyer_company_id
          join companies c on c.id = o.seller_company_id where o.id = $1`,
        order.id,
      )
    )[0],
  )

beforeAll(async () => {
  browser = await launchBrowser()
  ;[buyer, seller, operator] = [await visit(browser, site), await visit(browser, site), await visit(browser, site)]
})
afterAll(() => browser.close())

runAsSteps(() => ({ buyer, seller, operator }))

test('an offer with three stages is awarded, confirmed and prepaid', async () => {
  await signInOnWay(buyer, 'buyer', links.buyerDemands())
  const demandId = await postDemand(buyer.page, socket, title)
  await signInOnWay(seller, 'seller', links.sellerOffers())
  const awarded = await awardOffer(buyer.page, await submitStagedOffer(seller.page, demandId))
  order = { id: awarded.orderId, orderNo: awarded.orderNo, total: yuan(500_000), status: 'confirming' }
  await seller.page.goto(links.sellerConfirmOrder(order.id))
  await waitForIslands(seller.page)
  await seller.page.getByRole('button', { name: '确认接单' }).first().click()
  await seller.page.getByRole('dialog').getByRole('button', { name: '确认接单' }).click()
  await seller.page.getByRole('dialog').waitFor({ state: 'hidden' })
  await pay('预付款', yuan(50_000))
})

test('the first stage is sent back once, accepted and paid', async () => {
  await openBoth()
  await start(seller.page, '方案')
  await deliver(seller.page, '方案', '方案初稿')
  await requestChanges(buyer.page, '方案', '请补充样品稳定性一节')
  await waitForLabel(seller.page, '方案', '待修改')
  await deliver(seller.page, '方案', '方案终稿，含样品稳定性')
  await accept(buyer.page, '方案')
  await pay('方案', yuan(100_000))
})

test('a change order raises the last stage; both sign it', async () => {
  await openBoth()
  await changes(seller.page).getByRole('button', { name: '提出变更' }).click()
  const dialog = seller.page.getByRole('dialog', { name: '提出变更' })
  await dialog.getByLabel('变更原因').fill('病理阅片例数增加')
  const last = dialog.getByRole('group', { name: '里程碑 3' })
  await last.getByLabel('金额').fill('220000')
  await last.getByRole('textbox', { name: '计划日期' }).fill(dayAhead(150))
  await dialog.getByRole('button', { name: '签署并提出' }).click()
  await confirmIdentity(seller.page)
  await signChange(buyer.page, look)
  await buyer.page
    .locator('#payments')
    .getByRole('row')
    .filter({ hasText: '总结报告' })
    .getByText(inYuan(yuan(220_000)))
    .waitFor()
})

test('a dispute over the second stage stops everything, and the platform lets the order continue', async () => {
  await start(seller.page, '中期报告')
  await deliver(seller.page, '中期报告', '中期数据')
  await waitForLabel(buyer.page, '中期报告', '待验收')
  await buyer.page.getByRole('button', { name: '发起争议' }).click()
  const asked = buyer.page.getByRole('dialog')
  await asked.getByRole('textbox', { name: '争议原因' }).fill('高剂量组缺少两只动物的脏器称重。')
  await asked.getByRole('button', { name: '发起争议' }).click()
  await asked.waitFor({ state: 'hidden' })
  await openBoth()
  for (const { page } of [buyer, seller]) {
    await milestones(page).getByText('3 个里程碑，已验收 1 个').waitFor()
    const steps = milestones(page).getByRole('button', { name: /^(开工|提交交付|验收通过|要求修改)/ })
    expect(await steps.count()).toBe(0)
  }
  await signInOnWay(operator, 'ops', links.disputes())
  await operator.page.getByRole('button', { name: `裁定订单 ${order.orderNo}` }).click()
  const ruling = operator.page.getByRole('dialog')
  await ruling.getByText('高剂量组缺少两只动物的脏器称重。').first().waitFor()
  await ruling.getByRole('radio', { name: '继续执行' }).check()
  await ruling.getByRole('textbox', { name: '理由' }).fill('供应商同意补充称重数据，订单继续。')
  await ruling.getByRole('button', { name: '提交裁定' }).click()
  await operator.page.getByText('已裁定，双方会收到通知').waitFor()
})

test('the other stages are accepted and paid one after the other, which completes the order', async () => {
  await openBoth()
  await accept(buyer.page, '中期报告')
  await pay('中期报告', yuan(150_000))
  await openBoth()
  await start(seller.page, '总结报告')
  await deliver(seller.page, '总结报告', '总结报告，含补充称重')
  await accept(buyer.page, '总结报告')
  await buyer.page.getByRole('region', { name: '订单概况' }).getByText('已完成').first().waitFor()
  await pay('总结报告', yuan(220_000))
})

test('the supplier issues the invoice over the changed sum, and the match has no difference', async () => {
  await openBoth()
  const { page } = buyer
  await page.locator('#invoices').getByRole('button', { name: '申请开票' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '提交申请' }).click()
  await page.getByText('已提交开票申请').waitFor()
  await openOrder(seller.page, 'seller', order)
  await seller.page.locator('#invoices').getByRole('button', { name: '开具发票' }).first().click()
  const dialog = seller.page.getByRole('dialog')
  const tax = Math.round((contractSum * 6) / 106)
  const number = `2651${Date.now().toString().padStart(16, '0')}`
  const amounts = { amount: contractSum - tax, tax, total: contractSum, taxRate: 600, rates: [600] }
  const issuedOn = new Date().toISOString().slice(0, 10)
  const xml = invoiceXml({ number, issuedOn, ...(await parties()), ...amounts })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: '数电票.xml', mimeType: 'application/xml', buffer: Buffer.from(xml) })
  await dialog.getByText('已读取票面信息（数电票 XML）').waitFor()
  expect(await dialog.getByText('票面信息与订单不一致').count()).toBe(0)
  await dialog.getByRole('button', { name: '开具发票' }).click()
  await seller.page.getByText('已登记发票').waitFor()
  await openOrder(page, 'buyer', order)
  await page.locator('#matching').getByText('一致').first().waitFor()
  await look(page)
  const open = await querySite(
    socket,
    `select kind from match_exceptions where order_id = $1 and status not in ('resolved', 'closed')`,
    order.id,
  )
  expect(open).toEqual([])
  const [sums] = await querySite(
    socket,
    `select o.total::int as total, (select sum(amount) from payment_lines where order_id = o.id)::int as lines,
       (select sum(paid) from payment_lines where order_id = o.id)::int as paid from orders o where o.id = $1`,
    order.id,
  )
  expect(sums).toEqual({ total: contractSum, lines: contractSum, paid: contractSum })
})

test('the evidence pack has every step, and is found sound without network', async () => {
  await recordSection(buyer.page).getByText('校验通过').waitFor()
  const pack = await downloadPackOn(buyer.page)
  const record = z
    .object({ words: z.record(z.string(), z.string()) })
    .parse(JSON.parse(Buffer.from(pack['record.json'] ?? []).toString('utf8')))
  expect(Object.keys(record.words)).toEqual(
    expect.arrayContaining([
      'order confirm',
      'milestone start',
      'milestone deliver',
      'milestone requestChanges',
      'milestone accept',
      'change proposeChange',
      'change signChange',
      'change applyChange',
      'dispute dispute',
      'dispute resume',
      'payment receive',
      'invoice issue',
    ]),
  )
  const folder = await unpack(pack)
  const { code, out } = await runVerifier(join(folder, 'verify.mjs'))
  expect(out).toContain(`校验通过：订单 ${order.orderNo}`)
  expect(code).toBe(0)
  await verifyOffline(browser, folder, look)
})

test('axe finds nothing, and no errors occurred', async () => {
  await card(buyer.page, '方案').waitFor()
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors, ...operator.errors]).toEqual([])
})
