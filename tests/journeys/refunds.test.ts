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
 * A refund by line of a running order: the buyer asks with a file, the supplier agrees to less on the phone and
 * transfers it, the buyer confirms the receipt; the line shows both sums.
 */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
let order = { id: 0, paid: 0 }
const paper = { name: '退款回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const sql = (text: string, ...values: unknown[]) => querySite(site.databaseSocket, text, ...values)

/** A running order of the demo's buyer and seller with one line paid by transfer. */
async function paidOrder() {
  const [row] = await sql(`select o.id, sum(l.paid)::int as paid from orders o
    join users b on b.company_id = o.buyer_company_id and b.login_name = 'buyer'
    join users s on s.company_id = o.seller_company_id and s.login_name = 'seller'
    join payment_lines l on l.order_id = o.id
    where o.status in ('in_progress', 'delivered') and not exists (select 1 from refund_requests r where r.order_id = o.id)
    group by o.id having count(*) filter (where l.paid > 0) = 1 and sum(l.paid) > 100000
    order by o.id limit 1`)
  return z.object({ id: z.int(), paid: z.int() }).parse(row)
}

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  order = await paidOrder()
  ;[buyer, seller] = [await visit(browser, site.url), await visit(browser, site.url, phone)]
  await signInOnWay(buyer, 'buyer', links.buyerOrder(order.id))
  await signInOnWay(seller, 'seller', links.sellerOrder(order.id))
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

runAsSteps(() => ({ buyer, seller }))

test('the buyer asks for a part of the paid line, with a file', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '申请退款' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('99999999')
  await dialog.getByRole('textbox', { name: '原因' }).fill('采血点减少两个')
  await dialog.getByRole('button', { name: '申请退款' }).click()
  await dialog.getByText('最多可退').waitFor()
  await dialog.getByRole('textbox').first().fill('500')
  await dialog.locator('input[type=file]').setInputFiles(paper)
  await dialog.getByText(paper.name).waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '申请退款' }).click()
  await page.getByText('已提交申请').waitFor()
  await page.locator('#refunds').getByText('待供应商答复').waitFor()
  await look(page)
})

test('the supplier agrees to less on the phone and transfers it', async () => {
  const { page } = seller
  await page.reload()
  const part = page.locator('#refunds')
  await part.getByRole('button', { name: '同意退款' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('300')
  await dialog.getByRole('textbox', { name: '少退的原因' }).fill('其中一个采血点已完成')
  await look(page)
  await dialog.getByRole('button', { name: '同意退款 ¥300.00' }).click()
  await part.getByRole('button', { name: '登记已转账' }).click()
  await dialog.locator('input[type=file]').setInputFiles(paper)
  await dialog.getByText(paper.name).waitFor()
  await dialog.getByRole('button', { name: '登记已转账' }).click()
  await part.getByText('等待买家确认收款').waitFor()
  await look(page)
})

test('the buyer confirms the receipt; line and order show what was refunded', async () => {
  const { page } = buyer
  await page.reload()
  const part = page.locator('#refunds')
  await part.getByText('其中一个采血点已完成').waitFor()
  await part.getByRole('button', { name: '确认收到退款' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认收到退款' }).click()
  await part.getByText('已退款').waitFor()
  await page.locator('#payments').getByText('部分退款').first().waitFor()
  await page.locator('#payments').getByText('¥300.00').first().waitFor()
  await look(page)
  const [line] = await sql(`select sum(paid)::int as paid, sum(refunded)::int as refunded from payment_lines where order_id = $1`, order.id) // prettier-ignore
  expect(line).toEqual({ paid: order.paid - 30_000, refunded: 30_000 })
  const sums = await sql('select sum(amount)::int as sum from ledger_entries')
  expect(sums).toEqual([{ sum: 0 }])
})

test('no step has accessibility violations', () => {
  expect(found).toEqual([])
})
