import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { invoiceXml } from '../support/invoices.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { callFrom } from '../support/call-from.ts'
import { pdf } from '../support/uploads.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * The match of an order with an accepted stage: the buyer pays it and requests the invoice, the supplier uploads one with
 * a wrong tax number on the phone; both see the exception, and a corrected invoice resolves it.
 */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
const orderRow = z.object({
  id: z.int(),
  orderNo: z.string(),
  /** Of the accepted stage, and all that is paid with it; fen. */
  due: z.int(),
  dueName: z.string(),
  paid: z.int(),
  buyerName: z.string(),
  buyerTaxNo: z.string(),
  sellerName: z.string(),
  sellerTaxNo: z.string(),
})
let order: z.output<typeof orderRow>
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const sql = (text: string, ...values: unknown[]) => querySite(site.databaseSocket, text, ...values)

/** An order of the demo's second buyer with an accepted stage whose payment is due, and no invoice. */
async function acceptedOrder() {
  const [row] = await sql(`select o.id, o.order_no as "orderNo", due.amount::int as due, due.name as "dueName",
      (select sum(l.paid) + due.amount from payment_lines l where l.order_id = o.id)::int as paid,
      d.title as "buyerName", d.tax_no as "buyerTaxNo", c.name as "sellerName", c.credit_code as "sellerTaxNo"
    from orders o
    join users b on b.company_id = o.buyer_company_id and b.login_name = 'buyer2'
    join users s on s.company_id = o.seller_company_id and s.login_name = 'seller'
    join companies c on c.id = o.seller_company_id
    join invoice_details d on d.company_id = o.buyer_company_id
    join order_milestones m on m.order_id = o.id and m.status = 'accepted'
    join payment_lines due on due.id = m.payment_line_id and due.paid = 0 and due.status = 'due'
    where not exists (select 1 from invoices i where i.order_id = o.id)
    order by o.id limit 1`)
  return orderRow.parse(row)
}

/** The invoice over what was paid, as the tax system gives it. */
const paper = (number: string, buyerTaxNo: string) => {
  const tax = Math.round((order.paid * 6) / 106)
  const { buyerName, sellerName, sellerTaxNo, paid } = order
  const parties = { buyerName, buyerTaxNo, sellerName, sellerTaxNo }
  const amounts = { amount: paid - tax, tax, total: paid, taxRate: 600, rates: [600] }
  return {
    name: '数电票.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(invoiceXml({ number, issuedOn: '2026-11-20', ...parties, ...amounts })),
  }
}

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  order = await acceptedOrder()
  ;[buyer, seller] = [await visit(browser, site.url), await visit(browser, site.url, phone)]
  await signInOnWay(buyer, 'buyer2', links.buyerOrder(order.id))
  await signInOnWay(seller, 'seller', links.sellerOrder(order.id))
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

runAsSteps(() => ({ buyer, seller }))

const panelOf = ({ page }: Visitor) => page.locator('#matching')

async function request({ page }: Visitor): Promise<void> {
  await page.locator('#invoices').getByRole('button', { name: '申请开票' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(order.buyerTaxNo).waitFor()
  await dialog.getByRole('button', { name: '提交申请' }).click()
  await page.getByText('已提交开票申请').waitFor()
}

/** Opens the dialog, uploads an invoice, and waits for its reading. */
async function upload({ page }: Visitor, file: ReturnType<typeof paper>) {
  await page.reload()
  await waitForIslands(page)
  await page.locator('#invoices').getByRole('button', { name: '开具发票' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByText('已读取票面信息（数电票 XML）').waitFor()
  return dialog
}

test('the buyer sees the accepted stage as unpaid, and pays it by transfer; the supplier confirms the receipt', async () => {
  const { page } = buyer
  await panelOf(buyer).getByText('已验收未付款').first().waitFor()
  await look(page)
  await page.goto(links.payOneOrder(order.id))
  await waitForIslands(page)
  await page.getByRole('radio', { name: /银行转账/ }).check()
  await page.getByRole('button', { name: '获取转账信息' }).filter({ visible: true }).click()
  await page.getByText('转账备注码').waitFor()
  const voucher = { name: '转账回单.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) }
  await page.locator('input[type="file"]').setInputFiles(voucher)
  await page.getByText(voucher.name).waitFor()
  await page.getByRole('button', { name: '提交凭证' }).click()
  await expect.poll(async () => (await submittedPayments()).length).toBe(1)
  const [payment] = await submittedPayments()
  const verdict = { paymentId: payment?.['id'], verdict: 'confirm', received: order.due }
  await callFrom(seller.page, '/fmall/payment/saler/verdict', verdict)
})

const submittedPayments = () =>
  sql(
    `select distinct p.id from payments p join payment_parts t on t.payment_id = p.id
      where t.order_id = $1 and p.status = 'submitted'`,
    order.id,
  )

test('the buyer requests the invoice, and sees what was paid and not invoiced', async () => {
  await buyer.page.goto(links.buyerOrder(order.id))
  await waitForIslands(buyer.page)
  await panelOf(buyer).getByText('已消除或已关闭的差异').waitFor()
  await request(buyer)
  await buyer.page.reload()
  await panelOf(buyer).getByText('已付款未开票').first().waitFor()
  await look(buyer.page)
})

test('the supplier uploads the invoice on the phone; what was read differs from the order', async () => {
  const dialog = await upload(seller, paper('26510000000100000001', '91510100MA6WRONG01'))
  expect(await dialog.getByRole('textbox', { name: '发票号码' }).inputValue()).toBe('26510000000100000001')
  await dialog.getByText('票面信息与订单不一致').waitFor()
  await dialog.getByText(`购买方税号：订单为 ${order.buyerTaxNo}`).waitFor()
  await look(seller.page)
  await dialog.getByRole('button', { name: '开具发票' }).click()
  await seller.page.getByText('已登记发票').waitFor()
})

test('both see the wrong tax number; the supplier explains it', async () => {
  await panelOf(seller).getByText('税号不符').first().waitFor()
  const item = panelOf(seller).getByRole('listitem').filter({ hasText: '税号不符' }).first()
  await item.getByRole('button', { name: '说明原因' }).click()
  await seller.page.getByRole('dialog').getByRole('textbox', { name: '原因' }).fill('税号录入有误，今天红冲重开')
  await look(seller.page)
  await seller.page.getByRole('dialog').getByRole('button', { name: '提交说明' }).click()
  await panelOf(seller).getByText('已说明').first().waitFor()
  await buyer.page.reload()
  await panelOf(buyer).getByText('税号录入有误，今天红冲重开').first().waitFor()
  await look(buyer.page)
})

test('a corrected invoice resolves it', async () => {
  const { page } = seller
  await page.locator('#invoices').getByRole('button', { name: '红冲' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '红字发票号码' }).fill('26510000000100000002')
  await dialog.getByRole('textbox', { name: '红冲原因' }).fill('购买方税号有误')
  await dialog.getByRole('button', { name: '红冲发票' }).click()
  await page.getByText('已登记红冲').waitFor()
  await buyer.page.reload()
  await waitForIslands(buyer.page)
  await request(buyer)
  const again = await upload(seller, paper('26510000000100000003', order.buyerTaxNo))
  expect(await again.getByText('票面信息与订单不一致').count()).toBe(0)
  await again.getByRole('button', { name: '开具发票' }).click()
  await page.getByText('已登记发票').waitFor()
  await buyer.page.reload()
  await panelOf(buyer).getByText('一致').first().waitFor()
  await panelOf(buyer).getByText('已消除或已关闭的差异').waitFor()
  const [left] = await sql(
    `select count(*)::int as open from match_exceptions where order_id = $1 and kind = 'wrongTaxNo' and status <> 'resolved'`,
    order.id,
  )
  expect(left).toEqual({ open: 0 })
})

test('the list shows the order with its sums, and the filters are in the address', async () => {
  const { page } = buyer
  await page.goto(links.buyerMatching())
  await waitForIslands(page)
  await page.getByPlaceholder('订单号、项目或供应商').fill(order.orderNo)
  await page.keyboard.press('Enter')
  await page.getByRole('table').getByText(order.orderNo).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(order.orderNo)
  await look(page)
  await seller.page.goto(links.sellerMatching())
  await seller.page.getByText('本店默认税率').first().waitFor()
  await look(seller.page)
})

test('no step has accessibility violations', () => {
  expect(found).toEqual([])
})
