import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { demoPassword } from '../support/accounts.ts'
import { launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { reauthenticateOn } from '../support/scenes/journeys/two-factor.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { pdf } from '../support/uploads.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A due payout of the demo: one operator approves it, another confirms it, the bank receipt is registered, the bank
 * returns the transfer, and the supplier sees on the phone where the money is.
 */

let site: Site
let browser: Browser
let finance: Visitor
let ops: Visitor
let seller: Visitor
let payout = { id: 0, no: '', order: 0 }
const receipt = { name: '银行回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  const [row] = await querySite(
    site.databaseSocket,
    `select o.id, o.payout_no as no, l.order_id as order from payouts o join payout_lines l on l.payout_id = o.id
      where o.status = 'due' order by o.id limit 1`,
  )
  payout = z.object({ id: z.int(), no: z.string(), order: z.int() }).parse(row)
  ;[finance, ops] = [await visit(browser, site.url), await visit(browser, site.url)]
  seller = await visit(browser, site.url, phone)
  await signInOnWay(finance, 'finance', links.opsPayouts())
  await signInOnWay(ops, 'ops', links.opsPayouts())
  await signInOnWay(seller, 'seller3', links.sellerMoney())
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

runAsSteps(() => ({ finance, ops, seller }))

const openPayout = async (page: Page) => {
  await page
    .getByRole('button', { name: `查看打款单 ${payout.no}` })
    .filter({ visible: true })
    .click()
  await page.getByRole('dialog').getByText('收款账户').first().waitFor()
}

test('the supplier sees that the money is in review', async () => {
  const { page } = seller
  const row = page.getByRole('listitem').filter({ hasText: payout.no })
  await row.getByText('审核中').waitFor()
  await page.getByText('平台暂存的货款').waitFor()
  await look(page)
})

test('one operator approves it after confirming the person, and cannot confirm it', async () => {
  const { page } = finance
  await look(page)
  await openPayout(page)
  await look(page)
  await page.getByRole('button', { name: '初审通过' }).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: '通过后由另一位运营人员复审' })
    .getByRole('button', { name: '初审通过' })
    .click()
  await reauthenticateOn(page, demoPassword)
  await page.getByText('须由另一位运营人员复审').waitFor()
  expect(await page.getByRole('button', { name: '复审通过' }).count()).toBe(0)
})

test('another operator confirms it and registers the receipt of the bank', async () => {
  const { page } = ops
  await page.reload()
  await openPayout(page)
  await page.getByRole('button', { name: '复审通过' }).click()
  await page
    .getByRole('dialog')
    .filter({ hasText: '通过后即可由银行付款' })
    .getByRole('button', { name: '复审通过' })
    .click()
  await reauthenticateOn(page, demoPassword)
  await page.getByRole('button', { name: '登记已打款' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '银行已向供应商付出' })
  await dialog.locator('input[type=file]').setInputFiles(receipt)
  await dialog.getByText(receipt.name).waitFor()
  await dialog.getByRole('textbox', { name: '银行流水号' }).fill('2026112800018842')
  await look(page)
  await dialog.getByRole('button', { name: '登记已打款' }).click()
  await page.getByText('查看回单').waitFor()
  await look(page)
})

test('the supplier sees the payment with its receipt, also in the order', async () => {
  const { page } = seller
  await page.reload()
  const row = page.getByRole('listitem').filter({ hasText: payout.no })
  await row.getByText('已打款').waitFor()
  await row.getByText('流水号 2026112800018842').waitFor()
  await row.getByRole('link', { name: '查看银行回单' }).waitFor()
  await look(page)
  await page.goto(site.url + links.sellerOrder(payout.order))
  await page.locator('#payments').getByText('已打款').filter({ visible: true }).first().waitFor()
  await look(page)
  const [sum] = await querySite(site.databaseSocket, 'select sum(amount)::int as sum from ledger_entries')
  expect(sum).toEqual({ sum: 0 })
})

test('the bank returns the transfer: the operator registers it, and the supplier reads why', async () => {
  const { page } = ops
  // The supplier has agreed to a refund meanwhile, which goes back the way it was paid once the operator confirms that.
  const agreed = await querySite(
    site.databaseSocket,
    `insert into refunds (refund_no, order_id, part_id, method, amount, reason)
      select 'R-journey', order_id, part_id, 'bank', 100, '检测项目减少' from payout_lines where payout_id = $1 returning id`,
    payout.id,
  )
  expect(agreed).toHaveLength(1)
  await page.reload()
  await openPayout(page)
  await page.getByRole('button', { name: '登记退汇' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: '被银行退回平台账户' })
  await dialog.getByRole('textbox', { name: '退汇原因' }).fill('收款账户已销户')
  await dialog.getByRole('button', { name: '登记退汇' }).click()
  await dialog.getByText('请确认后勾选').waitFor()
  await look(page)
  await dialog.getByRole('checkbox', { name: '有 1 笔待供应商转账的退款（R-journey，共 ¥1.00）' }).check()
  await dialog.getByRole('button', { name: '登记退汇' }).click()
  await page.getByText('流水号 2026112800018842').waitFor()
  await page.getByRole('button', { name: '重新打款' }).waitFor()
  await look(page)
  await seller.page.goto(site.url + links.sellerMoney())
  const row = seller.page.getByRole('listitem').filter({ hasText: payout.no })
  await row.getByText('打款失败').waitFor()
  await row.getByText('收款账户已销户').waitFor()
  expect(await row.getByText('流水号').count()).toBe(0)
  await look(seller.page)
  const [sum] = await querySite(
    site.databaseSocket,
    `select coalesce(sum(e.amount), 0)::int as sum from ledger_entries e join ledger_movements m on m.id = e.movement_id
      where m.payout_id = $1`,
    payout.id,
  )
  expect(sum).toEqual({ sum: 0 })
})

test('no step has accessibility violations', () => {
  expect(found).toEqual([])
})
