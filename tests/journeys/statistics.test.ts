import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { startSite, type Site } from '../support/site.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** Figures of both sides: a buyer on a desktop from the dashboard to the workbook, a supplier on the phone. */

let site: Site
let browser: Browser
let buyer: Visitor
let seller: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({}), launchBrowser()])
  ;[buyer, seller] = [await visit(browser, site.url), await visit(browser, site.url, phone)]
  await signInOnWay(buyer, 'buyer', links.buyerDashboard())
  await signInOnWay(seller, 'seller', links.sellerDashboard())
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

runAsSteps(() => ({ buyer, seller }))

/** Requested scripts of the chart library. */
const chartScripts = (page: Page) =>
  page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('draw-chart')).length)

test('the dashboard shows twelve months without the chart library, and leads to the statistics', async () => {
  const { page } = buyer
  await waitForIslands(page)
  const trend = page.getByRole('region', { name: '近 12 个月采购额' })
  await trend.waitFor()
  expect(await trend.getByRole('listitem').count()).toBe(12)
  expect(await chartScripts(page)).toBe(0)
  await look(page)
  await trend.getByRole('link', { name: '采购统计' }).click()
  await page.waitForURL(`**${links.buyerStatistics()}`)
})

test('charts are drawn when they come into view; the table has the same data', async () => {
  const { page } = buyer
  await waitForIslands(page)
  const suppliers = page.getByRole('region', { name: '按供应商', exact: true })
  await suppliers.scrollIntoViewIfNeeded()
  await suppliers.locator('canvas').waitFor()
  expect(await suppliers.getByRole('img').getAttribute('aria-label')).toContain('按供应商，最高为')
  await look(page)
  const name = await suppliers
    .getByRole('button', { name: /只看此供应商/ })
    .first()
    .textContent()
  await suppliers
    .getByRole('button', { name: /只看此供应商/ })
    .first()
    .click()
  await page.getByRole('button', { name: `移除 供应商 ${name}` }).waitFor()
  expect(new URL(page.url()).searchParams.get('company')).toMatch(/^\d+$/)
  await page.getByRole('button', { name: `移除 供应商 ${name}` }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('company')).toBeNull()
})

test('the period is in the address, and the workbook is downloaded', async () => {
  const { page } = buyer
  await page.getByRole('button', { name: '近 24 个月' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^20\d\d-\d\d$/)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出 Excel' }).click()
  expect((await download).suggestedFilename()).toMatch(/^采购统计 .*\.xlsx$/)
})

test('the calendar of payments lists a group', async () => {
  const { page } = buyer
  const calendar = page.getByRole('region', { name: '付款日历', exact: true })
  await calendar.getByRole('tab', { name: /30 天内/ }).click()
  await calendar.getByRole('table', { name: '待付款项' }).getByText('30 天内').first().waitFor()
  await look(page)
})

test('a supplier reads funnel, deliveries and receipts on the phone', async () => {
  const { page } = seller
  await look(page)
  await page.goto(links.sellerStatistics())
  await waitForIslands(page)
  const funnel = page.getByRole('region', { name: '转化', exact: true })
  await funnel.scrollIntoViewIfNeeded()
  await funnel.getByText('中标').first().waitFor()
  const calendar = page.getByRole('region', { name: '回款日历', exact: true })
  await calendar.scrollIntoViewIfNeeded()
  await calendar.locator('canvas').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await look(page)
})

test('no step has accessibility violations', () => {
  expect(found).toEqual([])
})
