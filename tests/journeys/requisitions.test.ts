import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { callFrom } from '../support/call-from.ts'
import { buyableService, prepareColleagues, signInColleague } from '../support/scenes/journeys/colleagues.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * The owner sets a rule of two steps; a scientist orders and is told that it waits; the manager approves on the phone,
 * then finance does, and the order is there.
 */

let site: Site
let browser: Browser
let owner: Visitor
let scientist: Visitor
let manager: Visitor
let finance: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

let personAt: Awaited<ReturnType<typeof prepareColleagues>>
const query = (statement: string, ...values: unknown[]) => querySite(site.databaseSocket, statement, ...values)

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  personAt = await prepareColleagues(site.databaseSocket, [
    ['my_orders'],
    ['apply_manage', 'my_orders'],
    ['apply_manage'],
  ])
  ;[owner, scientist, finance] = [
    await visit(browser, site.url),
    await visit(browser, site.url),
    await visit(browser, site.url),
  ]
  manager = await visit(browser, site.url, phone)
  await signInOnWay(owner, 'buyer', links.approvalRules())
  await signInColleague(scientist, personAt(0), links.buyerRequisitions())
  await signInColleague(manager, personAt(1), links.buyerRequisitions())
  await signInColleague(finance, personAt(2), links.buyerRequisitions())
}, 180_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})
runAsSteps(() => ({ owner, scientist, manager, finance }))

let requisitionNo = ''

test('the owner sets a rule with two steps', async () => {
  const { page } = owner
  await waitForIslands(page)
  await page.getByRole('button', { name: '新增规则' }).click()
  const dialog = page.getByRole('dialog')
  await look(page)
  await dialog.getByRole('button', { name: '保存规则' }).click()
  await dialog.getByText('请填写规则名称').waitFor()
  await dialog.getByLabel('规则名称').fill('研发采购')
  const first = dialog.getByRole('group', { name: '第 1 步' })
  await first.getByLabel('步骤名称').fill('部门负责人')
  await first.getByRole('checkbox', { name: personAt(1).name }).check()
  await dialog.getByRole('button', { name: '增加一步' }).click()
  const second = dialog.getByRole('group', { name: '第 2 步' })
  await second.getByLabel('步骤名称').fill('财务')
  await second.getByRole('checkbox', { name: personAt(2).name }).check()
  await dialog.getByRole('button', { name: '保存规则' }).click()
  await page.getByRole('heading', { name: '研发采购' }).waitFor()
  await look(page)
})

test('an order of the scientist waits for approval', async () => {
  const { page } = scientist
  const listingId = await buyableService(site.databaseSocket)
  await callFrom(page, '/fmall/shopping-cart/join', { kind: 'service', listingId })
  await page.goto(links.confirmOrder())
  await waitForIslands(page)
  await page.getByRole('button', { name: '提交订单' }).filter({ visible: true }).first().click()
  const said = page.getByText(/^已提交审批：PR/)
  await said.waitFor()
  requisitionNo = ((await said.textContent()) ?? '').replace('已提交审批：', '')
  await look(page)
  await page.getByRole('link', { name: '查看审批进度' }).click()
  await page.getByText('审批步骤').waitFor()
  await page.getByRole('button', { name: `撤回 ${requisitionNo}` }).waitFor()
  await look(page)
})

/** Approves on a page of requisitions, which says what came of it. */
async function approveOn(page: Page, outcome: string): Promise<void> {
  await page.goto(links.buyerRequisitions({ scope: 'waiting' }))
  await waitForIslands(page)
  await page
    .getByRole('button', { name: `通过 ${requisitionNo}` })
    .filter({ visible: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click()
  await page.getByText(outcome).waitFor()
  await page.getByText('暂无待您审批的请购').waitFor()
}

test('the manager approves on the phone', async () => {
  const { page } = manager
  await approveOn(page, '已通过，转下一步：财务')
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
})

test('finance approves, and the order is placed', async () => {
  await approveOn(finance.page, '已通过并执行')
  const { page } = scientist
  await page.reload()
  await page.getByText('审批通过并执行').waitFor()
  await page.getByRole('link', { name: '查看结果' }).click()
  await page.getByText('本次付款').first().waitFor()
  const [row] = await query(`select count(*)::int as made from orders where buyer_user_id = $1::int`, personAt(0).id)
  expect(row?.['made']).toBe(1)
})

test('no page has an accessibility violation or an error', () => {
  expect(found).toEqual([])
  expect([owner, scientist, manager, finance].flatMap(({ errors }) => errors)).toEqual([])
})
