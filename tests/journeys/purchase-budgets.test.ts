import type { Browser, Page } from 'playwright'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { callFrom } from '../support/call-from.ts'
import { buyableService, prepareColleagues, signInColleague } from '../support/scenes/journeys/colleagues.ts'
import { changes, confirmIdentity, signChange } from '../support/scenes/journeys/changes.ts'
import { dayAhead } from '../support/scenes/orders/changes.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/**
 * The owner adds a cost centre and a budget; an order waits for approval and holds it, the approver sees that and
 * approves, and the budget moves; a change order of the scientist is approved again before the supplier signs it; on a
 * phone the budget shows what moved it.
 */

let site: Site
let browser: Browser
let owner: Visitor
let scientist: Visitor
let manager: Visitor
let supplier: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const query = (statement: string, ...values: unknown[]) => querySite(site.databaseSocket, statement, ...values)

let personAt: Awaited<ReturnType<typeof prepareColleagues>>

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}, { withDatabaseSocket: true }), launchBrowser()])
  personAt = await prepareColleagues(site.databaseSocket, [['my_orders'], ['apply_manage', 'my_orders']])
  ;[owner, scientist] = [await visit(browser, site.url), await visit(browser, site.url)]
  ;[manager, supplier] = [await visit(browser, site.url, phone), await visit(browser, site.url)]
  await signInOnWay(owner, 'buyer', links.buyerBudgets())
  await signInOnWay(supplier, 'seller', links.sellerOrders())
  for (const [at, who] of [scientist, manager].entries()) {
    await signInColleague(who, personAt(at), links.buyerRequisitions())
  }
}, 180_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})
runAsSteps(() => ({ owner, scientist, manager, supplier }))

let requisitionNo = ''
let orderId = 0

test('the owner adds a cost centre and a budget, which may not overlap', async () => {
  const { page } = owner
  await waitForIslands(page)
  await page.getByLabel('编码').fill('RD-900')
  await page.getByLabel('名称', { exact: true }).fill('新药研究中心')
  await page.getByRole('button', { name: '添加成本中心' }).click()
  await page.getByText('RD-900 新药研究中心').first().waitFor()
  await look(page)
  for (const attempt of ['first', 'second'] as const) {
    await page.getByRole('button', { name: '新增预算' }).click()
    const dialog = page.getByRole('dialog')
    if (attempt === 'first') {
      await dialog.getByRole('button', { name: '保存预算' }).click()
      await dialog.getByText('请填写').first().waitFor()
      await look(page)
    }
    await dialog.getByLabel('名称').fill('新药研究年度采购')
    await dialog.getByLabel('成本中心').click()
    await page.getByRole('option', { name: 'RD-900 新药研究中心' }).click()
    await dialog.getByLabel('额度（元）').fill('9,000,000')
    await dialog.getByRole('button', { name: '保存预算' }).click()
    if (attempt === 'second') {
      await dialog.getByText('与预算“新药研究年度采购”的期间重叠').waitFor()
      await dialog.getByRole('button', { name: '取消' }).click()
    } else await page.getByRole('link', { name: '新药研究年度采购' }).waitFor()
  }
  const [owned] = await query('select id from users where login_name = $1::text', personAt(1).login)
  const { id } = z.object({ id: z.int() }).parse(owned)
  await callFrom(page, '/fmall/approval/rule/save', {
    version: 0,
    rules: [
      {
        name: '研发采购',
        action: 'order',
        from: 0,
        to: null,
        categories: [],
        costCentres: [],
        steps: [{ name: '部门负责人', people: [id], permissions: [] }],
      },
      {
        name: '研发变更',
        action: 'change',
        from: 0,
        to: null,
        categories: [],
        costCentres: [],
        steps: [{ name: '部门负责人', people: [id], permissions: [] }],
      },
    ],
  })
})

test('an order with the cost centre shows what is left, waits, and holds the budget', async () => {
  const { page } = scientist
  const listingId = await buyableService(site.databaseSocket)
  await callFrom(page, '/fmall/shopping-cart/join', { kind: 'service', listingId })
  await page.goto(links.confirmOrder())
  await waitForIslands(page)
  await page.getByRole('button', { name: /^成本中心/ }).click()
  await page.getByRole('option', { name: 'RD-900 新药研究中心' }).click()
  await page.getByText('预算“新药研究年度采购”剩余 ¥9,000,000.00').waitFor()
  await look(page)
  await page.getByRole('button', { name: '提交订单' }).filter({ visible: true }).first().click()
  const said = page.getByText(/^已提交审批：PR/)
  await said.waitFor()
  requisitionNo = ((await said.textContent()) ?? '').replace('已提交审批：', '')
  const [held] = await query(`select held > 0 and committed = 0 as moved from budgets where cost_centre = 'RD-900'`)
  expect(held?.['moved']).toBe(true)
})

test('the approver sees the budget on the phone and approves', async () => {
  const { page } = manager
  const [row] = await query('select id from requisitions where requisition_no = $1::text', requisitionNo)
  await page.goto(links.buyerRequisition(z.object({ id: z.int() }).parse(row).id))
  await waitForIslands(page)
  await page.getByRole('heading', { name: '预算：新药研究年度采购（¥9,000,000.00）' }).waitFor()
  await look(page)
  await page
    .getByRole('button', { name: `通过 ${requisitionNo}` })
    .filter({ visible: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click()
  await page.getByText('已通过并执行').first().waitFor()
  const [moved] = await query(`select held = 0 and committed > 0 as moved from budgets where cost_centre = 'RD-900'`)
  expect(moved?.['moved']).toBe(true)
})

const useOfBudget = async () => {
  const [row] = await query(`select held::int, committed::int from budgets where cost_centre = 'RD-900'`)
  return z.object({ held: z.int(), committed: z.int() }).parse(row)
}

test('a change order of the scientist waits for approval again and holds what it adds', async () => {
  const [row] = await query(
    `select orders.id from orders join budgets on budgets.id = orders.budget_id where budgets.cost_centre = 'RD-900'`,
  )
  orderId = z.object({ id: z.int() }).parse(row).id
  await callFrom(supplier.page, '/fmall/order/saler/step', { orderId, event: 'confirm', promisedAt: dayAhead(60) })
  const before = await useOfBudget()
  const { page } = scientist
  await page.goto(links.buyerOrder(orderId))
  await waitForIslands(page)
  await changes(page).getByRole('button', { name: '提出变更' }).click()
  const dialog = page.getByRole('dialog', { name: '提出变更' })
  await dialog.getByLabel('变更原因').fill('增加一批样本')
  await dialog.getByRole('button', { name: '新增一行' }).click()
  const added = dialog.getByRole('group', { name: /^新增 \d+$/ })
  await added.getByLabel('名称').fill('补充样本')
  await added.getByLabel('金额').fill('60000')
  await added.getByRole('textbox', { name: '应付日' }).fill(dayAhead(90))
  await dialog.getByRole('button', { name: '签署并提出' }).click()
  await confirmIdentity(page)
  await expect.poll(useOfBudget).toEqual({ ...before, held: 6_000_000 })
})

test('the approver passes it on the phone, the supplier signs it, and the budget takes it over', async () => {
  const before = await useOfBudget()
  const [row] = await query('select id, requisition_no as no from requisitions order by id desc limit 1')
  const { id, no } = z.object({ id: z.int(), no: z.string() }).parse(row)
  const { page } = manager
  await page.goto(links.buyerRequisition(id))
  await waitForIslands(page)
  await page
    .getByRole('button', { name: `通过 ${no}` })
    .filter({ visible: true })
    .waitFor()
  await look(page)
  await page
    .getByRole('button', { name: `通过 ${no}` })
    .filter({ visible: true })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: '通过', exact: true }).click()
  await page.getByText('已通过并执行').first().waitFor()
  await supplier.page.goto(links.sellerOrder(orderId))
  await waitForIslands(supplier.page)
  await signChange(supplier.page, look)
  await expect.poll(useOfBudget).toEqual({ held: 0, committed: before.committed + 6_000_000 })
})

test('the budget shows what moved it, at 390 px', async () => {
  const { page } = manager
  await page.goto(links.buyerBudgets())
  await waitForIslands(page)
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  await page.getByRole('link', { name: '新药研究年度采购' }).click()
  for (const event of ['占用', '释放占用', '下单', '变更单生效'])
    await page.getByText(event, { exact: true }).filter({ visible: true }).first().waitFor()
  await page.getByRole('link', { name: requisitionNo }).filter({ visible: true }).first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
})

test('no page has an accessibility violation or an error', () => {
  expect(found).toEqual([])
  expect([owner, scientist, manager, supplier].flatMap(({ errors }) => errors)).toEqual([])
})
