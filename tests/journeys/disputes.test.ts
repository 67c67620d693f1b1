import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { pdf } from '../support/uploads.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A dispute from start to end: the buyer disputes a paid order and adds a file, the supplier answers, an operator reads
 * both and cancels the order with a partial refund; the ledger is zero after it.
 */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
let ops: Visitor
let order = { id: 0, orderNo: '' }
const paper = { name: '第三方检测报告.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const sql = (text: string, ...values: unknown[]) => querySite(site.databaseSocket, text, ...values)

/** A running order of the demo's buyer and seller of which a part is paid. */
async function paidOrder(): Promise<{ id: number; orderNo: string }> {
  const [row] = await sql(`select o.id, o.order_no as "orderNo" from orders o
    join users b on b.company_id = o.buyer_company_id and b.login_name = 'buyer'
    join users s on s.company_id = o.seller_company_id and s.login_name = 'seller'
    where o.status = 'in_progress'
      and exists (select 1 from payment_lines l where l.order_id = o.id and l.paid > 10000)
    order by o.id limit 1`)
  return z.object({ id: z.int(), orderNo: z.string() }).parse(row)
}

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  order = await paidOrder()
  ;[buyer, seller, ops] = [
    await visit(browser, site.url),
    await visit(browser, site.url, phone),
    await visit(browser, site.url),
  ]
  await signInOnWay(buyer, 'buyer', links.buyerOrder(order.id))
  await signInOnWay(seller, 'seller', links.sellerOrder(order.id))
  await signInOnWay(ops, 'ops', links.disputes())
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

runAsSteps(() => ({ buyer, seller, ops }))

test('the buyer disputes the order and adds a file', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '发起争议' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '争议原因' }).fill('交付的批次纯度不符合约定的 98%。')
  await dialog.getByRole('button', { name: '发起争议' }).click()
  await page.getByRole('button', { name: '补充证据' }).click()
  await dialog.getByRole('textbox', { name: '说明' }).fill('第三方检测结果为 96.2%，报告见附件。')
  await dialog.locator('input[type=file]').setInputFiles(paper)
  await dialog.getByText(paper.name).waitFor()
  await dialog.getByRole('button', { name: '提交证据' }).click()
  await page.getByText('第三方检测结果为 96.2%').waitFor()
  await look(page)
})

test('the supplier answers on the phone', async () => {
  const { page } = seller
  await page.reload()
  await page.getByText('第三方检测结果为 96.2%').waitFor()
  await page.getByRole('button', { name: '补充证据' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '说明' }).fill('复测为 97.1%，愿意退还部分款项。')
  await dialog.getByRole('button', { name: '提交证据' }).click()
  await page.getByText('复测为 97.1%').waitFor()
  await look(page)
})

test('an operator reads both sides and cancels the order with a partial refund', async () => {
  const { page } = ops
  await page.reload()
  await page.getByRole('button', { name: `裁定订单 ${order.orderNo}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('第三方检测结果为 96.2%').waitFor()
  await dialog.getByText('复测为 97.1%').waitFor()
  await dialog.getByRole('link', { name: new RegExp(paper.name) }).waitFor()
  await look(page)
  await dialog.getByRole('radio', { name: '取消并退款' }).check()
  const amounts = dialog.getByRole('textbox', { name: /^退款金额/ })
  await amounts.first().fill('100.00')
  for (const other of (await amounts.all()).slice(1)) await other.fill('0')
  await dialog.getByRole('textbox', { name: '理由' }).fill('双方检测均低于约定纯度，退还部分首付款，订单取消。')
  await dialog.getByRole('button', { name: '提交裁定' }).click()
  await page.getByText('已裁定，双方会收到通知').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByRole('button', { name: `裁定订单 ${order.orderNo}` }).count()).toBe(0)
})

test('both sides see the ruling; the refund is the one of the ruling and the ledger is zero', async () => {
  for (const { page } of [buyer, seller]) {
    await page.reload()
    await page.getByText('退款 ¥100.00').first().waitFor()
    await page.getByText('双方检测均低于约定纯度').first().waitFor()
    await look(page)
  }
  expect(await sql('select amount::int from refunds where order_id = $1', order.id)).toEqual([{ amount: 10_000 }])
  const sums = await sql(`select coalesce(sum(e.amount), 0)::int as sum from ledger_entries e
    join ledger_movements m on m.id = e.movement_id`)
  expect(sums).toEqual([{ sum: 0 }])
  const ruled = await sql(
    `select count(*)::int as count from platform_actions where call = 'orders.disputeVerdict' and operator_name = 'ops'`,
  )
  expect(ruled).toEqual([{ count: 1 }])
})

test('no step has accessibility violations', () => {
  expect(found).toEqual([])
})
