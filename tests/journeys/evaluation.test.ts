import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { callFrom } from '../support/call-from.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { signInOnWay, submitOffer } from '../support/scenes/journeys/tender.ts'
import { signIn } from '../support/sign-in.ts'
import { querySite } from '../support/site-database.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * A sealed tender for two invited suppliers: the buyer sets criteria, both offer, the buyer opens early, two evaluators
 * score blind, one of them on a phone, and the buyer awards the second in rank with a reason.
 */

const site = inject('site')
const door = inject('databaseSocket')
const title = `评分定标的密封招标 ${Date.now() % 100_000}`
const reason = '周期更短，赶得上年底申报'
let browser: Browser
let buyer: Visitor
let colleague: Visitor
let first: Visitor
let second: Visitor
let demandId = 0
let colleagueLogin = ''
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const panelOf = (page: Page) => page.getByRole('region', { name: '评分', exact: true })

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
  colleague = await visit(browser, site, phone)
  first = await visit(browser, site)
  second = await visit(browser, site)
  // A member of the buyer's company who may manage demands, with the password of the demo accounts.
  const [row] = await querySite(
    door,
    `update users set password_hash = (select password_hash from users where login_name = 'buyer')
     where id = (select u.id from users u join user_roles ur on ur.user_id = u.id join roles r on r.id = ur.role_id
       where u.company_id = (select company_id from users where login_name = 'buyer')
         and 'my_requirement' = any(r.permissions) and u.login_name <> 'sub' order by u.id limit 1)
     returning login_name`,
  )
  colleagueLogin = String(row?.['login_name'])
})
afterAll(() => browser.close())

runAsSteps()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('a sealed tender for invited suppliers says so on its public page', async () => {
  saveScreenshotsOnFailure({ buyer, first })
  await signInOnWay(buyer, 'buyer', links.buyerDemands())
  await signInOnWay(first, 'seller', links.sellerOffers())
  await signInOnWay(second, 'seller3', links.sellerOffers())
  const [category] = await querySite(door, "select id from categories where kind = 'service' and level = 4 limit 1")
  const saved = z.object({ demandId: z.int() }).parse(
    await callFrom(buyer.page, '/mall/demand/save', {
      demandTitle: title,
      categoryId: category?.['id'],
      summary: '口服小分子，按 GLP 完成。',
      sealedOnly: true,
      invitedOnly: true,
      demandBudget: 96_000_000,
      deadline: inDays(3),
      submit: true,
    }),
  )
  demandId = saved.demandId
  const invited = await querySite(
    door,
    "select s.id from shops s join users u on u.company_id = s.company_id where u.login_name in ('seller', 'seller3')",
  )
  for (const { id: shopId } of invited) await callFrom(buyer.page, '/mall/demand/invite/save', { demandId, shopId })
  await first.page.goto(links.demandDetail(demandId))
  await first.page.getByText('密封报价：截止前需求方也看不到价格与方案').waitFor()
  await first.page.getByText('仅限受邀供应商报价。').waitFor()
  await look(first.page)
})

test('the buyer sets criteria from a template, and names two evaluators', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.buyerDemand(demandId))
  await waitForIslands(page)
  await panelOf(page).getByRole('button', { name: '设置评分标准' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '价格优先' }).click()
  await dialog.getByLabel('权重').first().fill('45')
  await dialog.getByText('权重合计 95%，须为 100%').waitFor()
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('权重合计须为 100%，现为 95%').waitFor()
  await dialog.getByLabel('权重').first().fill('50')
  const boxes = dialog.getByRole('group', { name: '评分人' }).getByRole('checkbox')
  for (const at of [0, 1]) await boxes.nth(at).check()
  await look(page)
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await panelOf(page).getByText('价格 50%、周期 20%').waitFor()
})

test('opening early is refused by name until all have offered', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await submitOffer(first.page, demandId, { yuan: 790_000, days: 210, sealed: true })
  const sealed = page.getByRole('region', { name: '密封报价' })
  await sealed.getByText('1 份密封报价').waitFor()
  await sealed.getByRole('button', { name: '提前开标' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '提前开标' }).click()
  await dialog.getByText(/尚未报价：.+/).waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '取消' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await submitOffer(second.page, demandId, { yuan: 880_000, days: 120, sealed: true })
  await sealed.getByText('2 份密封报价').waitFor()
  expect(await page.locator('body').innerText()).not.toContain('790,000')
  await sealed.getByRole('button', { name: '提前开标' }).click()
  await dialog.getByRole('button', { name: '提前开标' }).click()
  await page.getByText('790,000').filter({ visible: true }).first().waitFor()
  await page.getByText('评选中').filter({ visible: true }).first().waitFor()
})

/** Fills the points of all offers with the keyboard, in the order of the fields. */
async function fillScores(page: Page, points: readonly number[]): Promise<void> {
  const dialog = page.getByRole('dialog')
  const fields = dialog.getByPlaceholder('0~10')
  await fields.first().waitFor()
  const count = await fields.count()
  await fields.first().focus()
  for (let at = 0; at < count; at += 1) {
    await page.keyboard.type(String(points[at] ?? 0))
    // Past the comment, to the next points.
    if (at < count - 1) for (const _press of [1, 2]) await page.keyboard.press('Tab')
  }
}

test('the first evaluator scores by keyboard; the totals stay hidden', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const panel = panelOf(page)
  await panel.getByText('盲评：0 / 2 位评分人已提交').waitFor()
  await panel.getByRole('button', { name: '开始评分' }).click()
  await fillScores(page, [9, 6, 8, 7, 8, 7, 9, 8, 8, 8])
  await look(page)
  await page.getByRole('dialog').getByRole('button', { name: '提交评分' }).click()
  await panel.getByText('盲评：1 / 2 位评分人已提交').waitFor()
  expect(await panel.getByRole('table').count()).toBe(0)
})

test('the second evaluator, on a phone, loses nothing by a reload, and reveals the ranking', async () => {
  saveScreenshotsOnFailure({ colleague })
  const { page } = colleague
  await page.goto(links.login(links.buyerDemand(demandId)))
  await signIn(page, colleagueLogin)
  await page.waitForURL(`**${links.buyerDemand(demandId)}`)
  await waitForIslands(page)
  const panel = panelOf(page)
  await panel.getByText('盲评：1 / 2 位评分人已提交').waitFor()
  await panel.getByRole('button', { name: '开始评分' }).click()
  await page.getByRole('dialog').getByPlaceholder('0~10').first().fill('9')
  await page.reload()
  await waitForIslands(page)
  await panel.getByRole('button', { name: '开始评分' }).click()
  expect(await page.getByRole('dialog').getByPlaceholder('0~10').first().inputValue()).toBe('9')
  await page.getByRole('dialog').getByPlaceholder('0~10').first().fill('')
  await fillScores(page, [9, 7, 8, 7, 7, 7, 8, 8, 7, 8])
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  await page.getByRole('dialog').getByRole('button', { name: '提交评分' }).click()
  await panel.getByText('2 / 2 位评分人已提交，总分满分为 100。').waitFor()
  await panel.getByText('第 1 名').filter({ visible: true }).first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
})

test('the buyer awards the second in rank with a reason, kept with the order for the buyer only', async () => {
  saveScreenshotsOnFailure({ buyer, second })
  const { page } = buyer
  // By push, without a reload.
  await panelOf(page).getByRole('table', { name: '评分名次' }).waitFor()
  await page.getByRole('region', { name: '比价' }).getByText('加权总分').filter({ visible: true }).first().waitFor()
  await look(page)
  await page
    .getByRole('button', { name: /^选定 / })
    .filter({ visible: true })
    .nth(1)
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: '名次与说明' }).waitFor()
  expect(await dialog.getByRole('button', { name: '去确认订单' }).isDisabled()).toBe(true)
  await dialog.getByLabel('定标说明').fill(reason)
  await look(page)
  await dialog.getByRole('link', { name: '去确认订单' }).click()
  await page.waitForURL(`**${links.buyerConfirmOffer(0).replace('=0', '=')}*`)
  await waitForIslands(page)
  expect(await page.getByLabel('定标说明').inputValue()).toBe(reason)
  await page.getByRole('button', { name: '提交订单' }).click()
  await page.waitForURL(`**${links.buyerOfferOrder(0).replace('=0', '=')}*`)
  const [order] = await querySite(door, 'select id from orders where demand_id = $1', demandId)
  const orderId = Number(order?.['id'])
  await page.goto(links.buyerOrder(orderId))
  const basis = page.getByRole('region', { name: '定标依据' })
  await basis.getByText(`定标说明：${reason}`).waitFor()
  await basis.getByText('校验通过').waitFor()
  await basis.getByText('指纹核对一致').waitFor()
  await basis.getByText('（选定）').waitFor()
  await look(page)
  await second.page.goto(links.sellerOrder(orderId))
  await second.page.getByText('定标依据存证（内容仅买家可见）').waitFor()
  expect(await second.page.locator('body').innerText()).not.toContain(reason)
})

test('axe finds nothing, and no errors occurred', () => {
  expect(found).toEqual([])
  expect([buyer, colleague, first, second].flatMap(({ errors }) => errors)).toEqual([])
})
