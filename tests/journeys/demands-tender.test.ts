import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay, submitOffer, postDemand } from '../support/scenes/journeys/tender.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A tender: two suppliers offer, one sealed; the buyer compares and asks, the deadline opens the sealed offer, one is
 * accepted and becomes an order, the other is notified. Three users in three browsers; each page is checked with axe.
 */

const site = inject('site')
const title = `比格犬 13 周重复给药毒性试验招标 ${Date.now() % 100_000}`
const question = '报价是否包含 4 周恢复期？'
const reply = '包含，恢复期另加 4 周，不另收费。'
let browser: Browser
let buyer: Visitor
let open: Visitor
let sealed: Visitor
let demandId = 0
let offerId = 0
let sealedId = 0
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  open = await visit(browser, site)
  sealed = await visit(browser, site)
})
afterAll(() => browser.close())

runAsSteps()

test('publishes a demand with a question, and two suppliers offer, one sealed', async () => {
  saveScreenshotsOnFailure({ buyer, open, sealed })
  await signInOnWay(buyer, 'buyer', links.buyerDemands())
  await signInOnWay(open, 'seller', links.sellerOffers())
  await signInOnWay(sealed, 'seller3', links.sellerOffers())
  demandId = await postDemand(buyer.page, inject('databaseSocket'), title)
  offerId = await submitOffer(open.page, demandId, { yuan: 880_000, days: 190, sealed: false })
  sealedId = await submitOffer(sealed.page, demandId, { yuan: 790_000, days: 210, sealed: true })
})

test('on the public page a supplier sees how its shop fits; its buyer sees suppliers', async () => {
  saveScreenshotsOnFailure({ buyer, open })
  const fitOf = ({ page }: Visitor) => page.getByRole('region', { name: '与本店的匹配' })
  await open.page.goto(links.demandDetail(demandId))
  await fitOf(open)
    .getByRole('heading', { name: /^要求对照/ })
    .waitFor()
  await fitOf(open).getByText('企业认证').first().waitFor()
  await look(open.page)
  await buyer.page.goto(links.demandDetail(demandId))
  await buyer.page.waitForLoadState('networkidle')
  expect(await fitOf(buyer).isVisible()).toBe(false)
})

test('the buyer compares the open offer, and sees of the sealed one only that it exists', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.buyerDemand(demandId))
  const compare = page.getByRole('region', { name: '比价' })
  await compare.getByText('880,000').first().waitFor()
  const closed = page.getByRole('region', { name: '密封报价' })
  await closed.getByText('1 份密封报价').waitFor()
  expect(await closed.innerText()).toMatch(/[0-9a-f]{64}/)
  expect(await page.locator('body').innerText()).not.toContain('790,000')
  await compare.getByText('是否自有动物房').filter({ visible: true }).first().waitFor()
  await look(page)
})

test('the buyer asks, the supplier answers, and the answer appears without a reload', async () => {
  saveScreenshotsOnFailure({ buyer, open })
  const { page } = buyer
  await page.getByRole('button', { name: /^提问/ }).filter({ visible: true }).first().click()
  const thread = page.getByRole('dialog')
  await thread.getByLabel('您的提问或回复').fill(question)
  await thread.getByRole('button', { name: '发送' }).click()
  await thread.getByRole('log').getByText(question).waitFor()
  await look(page)

  await open.page.goto(links.sellerOffer(offerId))
  await open.page.getByRole('button', { name: /^问答/ }).first().click()
  const theirs = open.page.getByRole('dialog')
  await theirs.getByRole('log').getByText(question).waitFor()
  await theirs.getByLabel('您的提问或回复').fill(reply)
  await theirs.getByRole('button', { name: '发送' }).click()
  await theirs.getByRole('log').getByText(reply).waitFor()
  await look(open.page)
  await thread.getByRole('log').getByText(reply).waitFor()
  await page.keyboard.press('Escape')
  await thread.waitFor({ state: 'hidden' })
})

test('the deadline opens the sealed offer; the browser verifies its fingerprint', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await querySite(
    inject('databaseSocket'),
    "update demands set deadline = now() - interval '1 second' where id = $1",
    demandId,
  )
  // The job runs every minute and notifies the page.
  await page.getByText('790,000').filter({ visible: true }).first().waitFor({ timeout: 100_000 })
  await page.getByText('指纹核对一致').filter({ visible: true }).first().waitFor()
  await page.getByText('评选中').filter({ visible: true }).first().waitFor()
  expect(await page.getByRole('region', { name: '密封报价' }).count()).toBe(0)
  await look(page)
})

test('the buyer accepts the opened offer and confirms the order with its payments', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const row = page.getByRole('button', { name: /^选定 / }).filter({ visible: true })
  // The lowest one is first.
  await row.first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('790,000').first().waitFor()
  await look(page)
  await dialog.getByRole('link', { name: '去确认订单' }).click()
  await page.waitForURL(`**${links.buyerConfirmOffer(sealedId)}`)
  await waitForIslands(page)
  await page.getByLabel('给供应商的备注').fill('请于下周安排启动会')
  await look(page)
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL(`**${links.buyerOfferOrder(0).replace('=0', '=')}*`)
  await page.getByText('已选定报价，订单已生成').waitFor()
  const payments = page.getByRole('table', { name: '付款计划' })
  await payments.getByText('316,000').waitFor()
  await payments.getByText('474,000').waitFor()
  await look(page)
})

test('the winner finds the order with remark and questions; the other supplier is notified', async () => {
  saveScreenshotsOnFailure({ open, sealed })
  const [order] = await querySite(inject('databaseSocket'), 'select id from orders where demand_id = $1', demandId)
  await sealed.page.goto(links.sellerConfirmOrder(Number(order?.['id'])))
  await sealed.page.getByText('请于下周安排启动会').waitFor()
  await sealed.page.getByRole('region', { name: '需求要点' }).getByText('口服小分子').waitFor()
  await look(sealed.page)
  await open.page.goto(links.sellerOffer(offerId))
  await open.page.getByText('未中标').filter({ visible: true }).first().waitFor()
  const told = await querySite(
    inject('databaseSocket'),
    "select title from notices where event = 'offer.decided' and title like $1",
    `%${title}%`,
  )
  expect(told.map((row) => row['title'])).toEqual(expect.arrayContaining([`需求“${title}”已选定其他报价`]))
})

test('the supplier declines, and the demand can be awarded again, on a phone', async () => {
  saveScreenshotsOnFailure({ sealed })
  const { page } = sealed
  await page.getByRole('button', { name: '拒绝接单' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('拒绝原因').fill('产能不足')
  await dialog.getByRole('button', { name: '拒绝接单' }).click()
  await page.getByText('已拒绝接单', { exact: true }).first().waitFor()

  const small = await visit(browser, site, phone)
  saveScreenshotsOnFailure({ small })
  await signInOnWay(small, 'buyer', links.buyerDemand(demandId))
  await small.page.getByText('评选中').filter({ visible: true }).first().waitFor()
  await small.page
    .getByRole('button', { name: /^选定 / })
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(await sidewaysScroll(small.page)).toBe(0)
  await look(small.page)
  expect(small.errors).toEqual([])
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([...buyer.errors, ...open.errors, ...sealed.errors]).toEqual([])
})
