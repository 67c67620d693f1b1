import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { demoPassword } from '../support/accounts.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { reauthenticateOn } from '../support/scenes/journeys/two-factor.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * The supplier proposes a framework agreement, the buyer signs it on a phone, orders by it and sees the room; the agreed
 * price is on the page of the service for the buyer and on nobody else's.
 */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
let stranger: Visitor
const found: string[] = []
const look = async (page: Page) => {
  found.push(...(await violations(page)))
  expect(await sidewaysScroll(page)).toBe(0)
}
const query = (statement: string, ...values: unknown[]) => querySite(site.databaseSocket, statement, ...values)
const service = z.object({ id: z.int(), title: z.string() })
let sold: z.output<typeof service> = { id: 0, title: '' }
let agreementId = 0

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  ;[seller, stranger] = [await visit(browser, site.url), await visit(browser, site.url)]
  buyer = await visit(browser, site.url, phone)
  const [row] = await query(
    `select s.id, s.title from services s join users u on u.company_id = s.company_id
      where u.login_name = 'seller' and s.status = 'published' and s.deleted_at is null order by s.id limit 1`,
  )
  sold = service.parse(row)
  await signInOnWay(seller, 'seller', links.sellerAgreements())
  await signInOnWay(buyer, 'buyer', links.buyerAgreements())
}, 180_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})
runAsSteps(() => ({ buyer, seller, stranger }))

test('the supplier proposes prices, a ceiling and a period', async () => {
  const { page } = seller
  await waitForIslands(page)
  await look(page)
  await page.getByRole('button', { name: '新建框架协议' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '签署并提出' }).click()
  await dialog.getByText('请选择对方企业').waitFor()
  await look(page)
  const [company] = await query(
    `select c.name from companies c join users u on u.company_id = c.id where u.login_name = 'buyer'`,
  )
  const { name } = z.object({ name: z.string() }).parse(company)
  await dialog.getByRole('button', { name, exact: true }).click()
  await dialog.getByLabel('协议名称').fill('检测服务年度框架')
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10)
  await dialog.getByRole('textbox', { name: '开始日期' }).fill(day(0))
  await dialog.getByRole('textbox', { name: '结束日期' }).fill(day(180))
  await dialog.getByLabel('协议总额').fill('10000')
  await dialog.getByLabel('添加商品或服务').fill(sold.title)
  await dialog.getByRole('button', { name: sold.title, exact: true }).click()
  await dialog.getByLabel('协议单价（每项）').fill('3876.54')
  await look(page)
  await dialog.getByRole('button', { name: '签署并提出' }).click()
  await reauthenticateOn(page, demoPassword)
  await page.waitForURL('**/agreements?id=*')
  agreementId = Number(new URL(page.url()).searchParams.get('id'))
  await page.getByText('待对方签署').first().waitFor()
  await look(page)
})

test('the buyer reads and signs it on a phone', async () => {
  const { page } = buyer
  await page.goto(links.buyerAgreement(agreementId))
  await waitForIslands(page)
  await page.getByRole('button', { name: '核对并签署' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('校验码（SHA-256）').waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '签署', exact: true }).click()
  await reauthenticateOn(page, demoPassword)
  await page.getByText('生效中').first().waitFor()
  expect(await page.locator('[data-room]').textContent()).toBe('¥10,000.00')
  await look(page)
})

test('a call-off takes minutes, and the room is what is left', async () => {
  const { page } = buyer
  const stepper = page.getByRole('region', { name: '按协议下单' })
  await stepper.getByRole('button', { name: /增加/ }).first().click()
  await stepper.getByRole('link', { name: '按协议下单' }).click()
  await page.waitForURL('**/confirmOrder?callOff=*')
  await waitForIslands(page)
  await page.getByText(/^按框架协议 FA/).waitFor()
  await look(page)
  await page.getByRole('button', { name: '提交订单' }).filter({ visible: true }).first().click()
  await page.waitForURL('**/shop/payOrder*')
  await page.goto(links.buyerAgreement(agreementId))
  await waitForIslands(page)
  expect(await page.locator('[data-room]').textContent()).toBe('¥6,123.46')
  await page.getByRole('region', { name: '协议订单' }).getByRole('link').first().click()
  await page.getByText('框架协议').first().waitFor()
  await look(page)
})

test('the page of the service shows the price to the buyer alone; the cached page never has it', async () => {
  const address = links.serviceDetail(sold.id)
  const { page } = buyer
  await page.goto(address)
  await page.getByText(/贵企业协议价 ¥3,876\.54/).waitFor()
  await look(page)
  await page.getByRole('link', { name: /^按协议 FA/ }).waitFor()
  // The same bytes for the buyer and for everybody.
  const cached = await page.request.get(site.url + address)
  expect(await cached.text()).not.toContain('3,876.54')
  await stranger.page.goto(address)
  await stranger.page.waitForLoadState('networkidle')
  expect(await stranger.page.content()).not.toContain('3,876.54')
})

test('marks of suppliers and confidentiality agreements have their pages', async () => {
  const { page } = buyer
  await page.goto(links.supplierMarks())
  await waitForIslands(page)
  await page.getByText('优选').first().waitFor()
  await look(page)
  await page.goto(links.buyerAgreements({ kind: 'nda' }))
  await waitForIslands(page)
  await page.getByRole('link', { name: '缓释制剂项目保密协议' }).click()
  await waitForIslands(page)
  await page.getByRole('button', { name: '登记附件' }).click()
  await page.getByRole('dialog').getByLabel('附件名称').waitFor()
  await look(page)
})

test('axe finds nothing', () => expect(found).toEqual([]))
