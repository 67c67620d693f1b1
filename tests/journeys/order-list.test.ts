import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** The orders of a buyer who works with them all day: sorted, bounded, saved as a filter, selected, paid together. */

const site = inject('site')
let browser: Browser
let buyer: Visitor
let small: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const table = (page: Page) => page.getByRole('table', { name: '订单一览' })
/** Rows of the table; cards on phones. */
const rows = (page: Page) => page.getByRole('region', { name: '订单一览' }).locator('[data-row]')
const amounts = async (page: Page) =>
  (await table(page).locator('tbody tr td[data-head="金额"]').allInnerTexts()).map((text) =>
    Number(text.replace(/[¥,]/g, '')),
  )

beforeAll(async () => {
  browser = await launchBrowser()
  ;[buyer, small] = [await visit(browser, site), await visit(browser, site, phone)]
})
afterAll(() => browser.close())

runAsSteps(() => ({ buyer, small }))

test('sorting and an amount are in the address, and survive a reload and the back button', async () => {
  const { page } = buyer
  await signInOnWay(buyer, 'buyer', links.buyerOrders())
  await waitForIslands(page)
  await table(page).getByRole('button', { name: '金额' }).click()
  await page.waitForURL('**sortBy=total*')
  await expect.poll(async () => (await amounts(page)).length).toBeGreaterThan(2)
  await expect.poll(async () => isAscending(await amounts(page))).toBe(true)
  await page.getByLabel('金额从（元）').fill('abc')
  await page.getByLabel('金额从（元）').press('Enter')
  await page.getByText('请填写金额，例如 5000').waitFor()
  await page.getByLabel('金额从（元）').fill('5,000')
  await page.getByLabel('金额从（元）').press('Enter')
  await page.waitForURL('**amountFrom=*')
  await expect.poll(async () => (await amounts(page)).every((yuan) => yuan >= 5_000)).toBe(true)
  await page.reload()
  await waitForIslands(page)
  await expect.poll(async () => (await amounts(page)).length).toBeGreaterThan(0)
  expect((await amounts(page)).every((yuan) => yuan >= 5_000)).toBe(true)
  await look(page)
})

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number >= (numbers[index - 1] ?? 0))

test('the filter is saved under a name, applied again and removed', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '常用筛选' }).click()
  const menu = page.getByRole('dialog', { name: '常用筛选' })
  await menu.getByText('暂无常用筛选').waitFor()
  await menu.getByLabel('常用筛选名称').fill('五千元以上')
  await look(page)
  await menu.getByRole('button', { name: '保存' }).click()
  await menu.getByRole('button', { name: '五千元以上', exact: true }).waitFor()
  await page.goto(links.buyerOrders())
  await waitForIslands(page)
  await page.getByRole('button', { name: '常用筛选' }).click()
  await menu.getByRole('button', { name: '五千元以上', exact: true }).click()
  await page.waitForURL('**amountFrom=*')
  await expect.poll(async () => isAscending(await amounts(page))).toBe(true)
  await page.getByRole('button', { name: '常用筛选' }).click()
  await menu.getByRole('button', { name: '删除常用筛选 五千元以上' }).click()
  await menu.getByText('暂无常用筛选').waitFor()
  await page.keyboard.press('Escape')
})

test('columns are chosen, and stay chosen', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '显示列' }).click()
  const chooser = page.getByRole('dialog', { name: '显示列' })
  await chooser.getByRole('checkbox', { name: '承诺交付' }).check()
  await chooser.getByRole('checkbox', { name: '付款' }).uncheck()
  await look(page)
  await page.keyboard.press('Escape')
  await page.reload()
  await waitForIslands(page)
  await table(page).getByRole('columnheader', { name: '承诺交付' }).waitFor()
  expect(await table(page).getByRole('columnheader', { name: '付款', exact: true }).count()).toBe(0)
})

test('two orders with due payments are selected and paid on one page', async () => {
  const { page } = buyer
  await page.goto(links.buyerOrders({ status: 'to_pay' }))
  await waitForIslands(page)
  const boxes = table(page).locator('tbody').getByRole('checkbox')
  await boxes.first().waitFor()
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await page.getByText('已选 2 项').waitFor()
  await look(page)
  await page.getByRole('link', { name: '付款（2 份）' }).click()
  await page.waitForURL('**/shop/payOrder?orders=*')
  await expect.poll(() => page.getByRole('region', { name: /^订单 / }).count()).toBe(2)
  await look(page)
})

test('keys move between rows, select, search and open; not while somebody types', async () => {
  const { page } = buyer
  await page.goto(links.buyerOrders())
  await waitForIslands(page)
  await rows(page).nth(2).waitFor()
  const keyOf = (index: number) => rows(page).nth(index).getAttribute('data-row')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-row') ?? '')
  // Without a row the arrows scroll the page.
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toBe('')
  await page.keyboard.press('j')
  expect(await focused()).toBe(await keyOf(0))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  expect(await focused()).toBe(await keyOf(1))
  const outline = await rows(page)
    .nth(1)
    .evaluate((row) => getComputedStyle(row).outlineStyle)
  expect(outline).not.toBe('none')
  const height = await rows(page)
    .nth(1)
    .evaluate((row) => row.getBoundingClientRect().height)
  // With its hairline.
  expect(Math.abs(height - 56)).toBeLessThanOrEqual(1)
  await page.keyboard.press('x')
  await page.getByText('已选 1 项').first().waitFor()
  await look(page)
  await page.keyboard.press('x')
  await expect.poll(() => page.getByText('已选 1 项').count()).toBe(0)
  await page.keyboard.press('/')
  await page.keyboard.type('jkx?')
  expect(await page.getByRole('searchbox', { name: '订单号、本企业单号、项目或供应商' }).inputValue()).toBe('jkx?')
  await page.getByRole('searchbox', { name: '订单号、本企业单号、项目或供应商' }).fill('')
  // Composing in Chinese elsewhere: the keys belong to the input method.
  await rows(page).nth(0).focus()
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, isComposing: true })),
  )
  expect(await focused()).toBe(await keyOf(0))
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: '快捷键' })
  await help.getByText('打开当前行').waitFor()
  await look(page)
  await page.keyboard.press('j')
  await help.getByRole('button', { name: '知道了' }).click()
  // The row has the focus again once the dialog has left the page; until then keys belong to the dialog.
  await expect.poll(() => page.locator('[role=dialog]').count()).toBe(0)
  await expect.poll(focused).toBe(await keyOf(0))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/orderDetail?id=*')
})

test('the supplier is reminded once a day, and the list says when', async () => {
  const { page } = buyer
  await page.goto(links.buyerOrders({ status: 'pending_confirm' }))
  await waitForIslands(page)
  await rows(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: '提醒供应商（1 份）' }).filter({ visible: true }).click()
  await page.getByText('已提醒供应商，共 1 份订单').waitFor()
  await page.getByRole('button', { name: '提醒供应商（1 份）' }).filter({ visible: true }).click()
  const refused = page.getByRole('dialog', { name: '0 项已提醒，1 项未成功' })
  await refused.getByText(/^今天已由.+提醒/).waitFor()
  await look(page)
  await refused.getByRole('button', { name: '知道了' }).click()
})

test('the page of an order leads to its sections, and keeps the decisive action in sight', async () => {
  await signInOnWay(small, 'buyer', links.buyerOrders({ status: 'to_pay' }))
  const { page } = small
  await waitForIslands(page)
  await rows(page).getByRole('link', { name: '查看订单' }).first().click()
  const sections = page.getByRole('navigation', { name: '页内导航' })
  await sections.getByRole('link', { name: '存证记录' }).waitFor()
  const pay = page.getByRole('link', { name: '去付款' })
  await pay.first().waitFor()
  const atTop = await pay.count()
  await sections.getByRole('link', { name: '付款计划' }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe('#payments')
  await expect.poll(() => pay.count()).toBe(atTop + 1)
  await pay.last().click({ trial: true })
  await sections.locator('[aria-current=true]', { hasText: '付款计划' }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
})

test('the filters fit a phone, and nothing has violations or errors', async () => {
  const { page } = small
  await page.goto(links.buyerOrders())
  await waitForIslands(page)
  await rows(page).first().waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  // Rows are selected in a mode, with the actions at the foot; the columns are the facts of the cards.
  expect(await rows(page).getByRole('checkbox').first().isVisible()).toBe(false)
  await page.getByRole('button', { name: '选择', exact: true }).click()
  await rows(page).getByRole('checkbox').first().check()
  await page.getByText('已选 1 项').filter({ visible: true }).waitFor()
  await page.getByRole('button', { name: '导出所选' }).filter({ visible: true }).waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await look(page)
  await page.getByRole('button', { name: '结束选择' }).click()
  expect(await rows(page).getByRole('checkbox').first().isVisible()).toBe(false)
  await page.getByRole('button', { name: '显示列' }).click()
  await page.getByRole('dialog', { name: '显示列' }).getByRole('checkbox', { name: '未付' }).check()
  await page.keyboard.press('Escape')
  await rows(page).first().locator('td[data-head="未付"]').waitFor()
  expect(found).toEqual([])
  expect([...buyer.errors, ...small.errors]).toEqual([])
})
