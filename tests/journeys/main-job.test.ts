import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * The main use case, by two users in two browsers: a demand, an offer, a chat and an order. The steps build on each
 * other; each page is checked with axe.
 */

const site = inject('site')
const title = `大鼠 28 天重复给药毒性预试验 ${Date.now() % 100_000}`
let browser: Browser
let buyer: Visitor
let seller: Visitor
let demandId = ''
/** Axe violations on all pages of the journey. */
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const idIn = (page: Page, name: string) => new URL(page.url()).searchParams.get(name) ?? ''

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  seller = await visit(browser, site)
})
afterAll(() => browser.close())

runAsSteps()

test('a visitor searches from the home page and reads a service', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.home())
  await look(page)
  const search = page.getByRole('search').filter({ visible: true }).first()
  await search.locator('input[name="keyword"]').fill('毒理')
  await search.getByRole('button', { name: '搜索', exact: true }).click()
  await page.waitForURL(`**${links.search()}?**`)
  await look(page)
  const first = page.locator('main a[href^="/serviceHall/serviceDetails?"]').first()
  const name = (await first.innerText()).trim()
  await first.click()
  await page.waitForURL('**/serviceHall/serviceDetails?**')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(name.split('\n')[0])
  await look(page)
})

test('signs in and returns to the same page', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const reading = page.url()
  await page.getByRole('link', { name: '请登录' }).click()
  await signIn(page, 'buyer')
  await page.waitForURL(reading)
  await page.getByText('您好，').filter({ visible: true }).first().waitFor()
})

test('posts a demand', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.demandHall())
  await page.getByRole('main').getByRole('link', { name: '发布需求' }).first().click()
  await page.waitForURL(`**${links.addDemand()}`)
  await page.getByLabel('需求标题').fill(title)
  await page.getByRole('button', { name: '研究阶段：选择研究阶段' }).click()
  await page.getByRole('option', { name: '临床前' }).click()
  await page.getByRole('textbox', { name: '说明' }).fill('按 GLP 要求完成，含毒代动力学；请说明动物来源与排期。')
  await page.getByLabel('要求 1', { exact: true }).fill('物种与分组')
  await page.getByLabel('内容').first().fill('SD 大鼠，对照加 3 个剂量组')
  await page.getByRole('textbox', { name: '预算', exact: true }).fill('480000')
  await look(page)
  await page.getByRole('button', { name: '发布需求' }).click()
  await page.waitForURL('**/platform/buyerAccount/requirementDetail?**')
  demandId = idIn(page, 'demandId')
  await page.getByRole('heading', { name: title }).waitFor()
  await page.getByRole('region', { name: '比价' }).getByText('暂无报价').waitFor()
  await look(page)
})

test('a supplier finds it in the demand hall and makes an offer', async () => {
  saveScreenshotsOnFailure({ seller })
  const { page } = seller
  await page.goto(links.login(links.demandHall()))
  await signIn(page, 'seller')
  await page.waitForURL(`**${links.demandHall()}`)
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
  await page.waitForURL(`**${links.demandDetail(demandId)}`)
  await look(page)
  await page.getByRole('complementary').getByRole('link', { name: '去报价' }).click()
  await page.waitForURL(`**${links.makeOffer(demandId)}`)
  await page.getByLabel('项目 1', { exact: true }).fill('28 天重复给药毒性试验')
  await page.getByLabel('单位 1', { exact: true }).fill('项')
  await page.getByLabel('数量 1', { exact: true }).fill('1')
  await page.getByLabel('单价 1', { exact: true }).fill('456000')
  await page.getByLabel('付款节点 1', { exact: true }).fill('合同签订')
  await page.getByLabel('开工后天数 1', { exact: true }).fill('0')
  const second = page.getByRole('button', { name: '删除节点 2', exact: true })
  while ((await second.count()) > 0) await second.click()
  await page.getByLabel('比例 1', { exact: true }).fill('100')
  await page.getByLabel('总周期').fill('90')
  await page.getByRole('textbox', { name: '方案说明' }).fill('动物自有，两周内可开始。')
  await look(page)
  await page.getByRole('button', { name: '提交报价' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '提交报价' }).click()
  await page.getByText('第 1 版报价已提交').waitFor()
  await look(page)
  await page.getByRole('link', { name: '查看报价' }).click()
  await page.waitForURL('**/platform/sellerCenter/offerDetail?**')
  await look(page)
})

test('they chat about it, each seeing the other’s messages immediately', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  const [ask, answer] = [`何时可以开始？${demandId}`, `下周一即可。${demandId}`]
  await buyer.page.goto(links.buyerDemand(demandId))
  await buyer.page
    .getByRole('region', { name: '比价' })
    .getByRole('link', { name: /联系|沟通/ })
    .filter({ visible: true })
    .first()
    .click()
  await buyer.page.getByLabel('消息', { exact: true }).fill(ask)
  await seller.page.goto(links.chat())
  await seller.page.getByRole('heading', { name: '我的沟通' }).waitFor()
  await buyer.page.getByLabel('消息', { exact: true }).press('Enter')
  const entry = seller.page.getByRole('button').filter({ hasText: ask })
  await entry.first().click()
  await seller.page.getByRole('log').getByText(ask).waitFor()
  await seller.page.getByLabel('消息', { exact: true }).fill(answer)
  await seller.page.getByLabel('消息', { exact: true }).press('Enter')
  await buyer.page.getByRole('log').getByText(answer).waitFor()
  await look(buyer.page)
  await look(seller.page)
})

test('the buyer accepts the offer, and both have the order', async () => {
  saveScreenshotsOnFailure({ buyer, seller })
  const { page } = buyer
  await page.goto(links.buyerDemand(demandId))
  const compare = page.getByRole('region', { name: '比价' })
  await compare.getByRole('button', { name: /选定/ }).filter({ visible: true }).first().click()
  await page.getByRole('dialog').getByRole('link', { name: '去确认订单' }).click()
  await page.waitForURL('**/platform/buyerAccount/requirementOrder?offerId=**')
  await waitForIslands(page)
  await look(page)
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL('**/platform/buyerAccount/requirementOrder?orderId=**')
  await page.getByText('456,000').first().waitFor()
  await look(page)
  await page.goto(links.buyerOrders())
  await page.getByRole('main').getByText(title).first().waitFor()
  await look(page)
  await seller.page.goto(links.sellerOrders())
  await seller.page.getByRole('main').getByText(title).first().waitFor()
  await look(seller.page)
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([...buyer.errors, ...seller.errors]).toEqual([])
})
