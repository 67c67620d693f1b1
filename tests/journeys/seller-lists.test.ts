import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { sellerProductsCalls } from '../../src/contract/catalogue/seller-products.ts'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { runAsSteps } from '../support/journey-steps.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** A supplier changes prices and stock of several goods after a preview, and looks through its lists on a phone. */

const site = inject('site')
let browser: Browser
let seller: Visitor
let small: Visitor
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))
const rows = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).locator('[data-row]')

beforeAll(async () => {
  browser = await launchBrowser()
  ;[seller, small] = [await visit(browser, site), await visit(browser, site, phone)]
})
afterAll(() => browser.close())

runAsSteps(() => ({ seller, small }))

test('prices are changed after a preview of every row', async () => {
  const { page } = seller
  await signInOnWay(seller, 'seller', links.sellerGoods({ status: 'published' }))
  await waitForIslands(page)
  const sorted = page.waitForResponse((response) =>
    response.url().endsWith(`/api${sellerProductsCalls.sellerProducts.path}`),
  )
  await page.getByRole('button', { name: '价格', exact: true }).click()
  await page.waitForURL('**sortBy=price*')
  await sorted
  // The rows are drawn in their new order.
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0)
  const boxes = rows(page, '商品列表').getByRole('checkbox')
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await look(page)
  await page.getByRole('button', { name: '调价 2' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: '调整 2 项商品的价格' })
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByText('请填写百分比，例如 5 或 2.5').waitFor()
  await dialog.getByLabel('幅度').fill('10')
  await dialog.getByLabel('取整到 1 元').check()
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByText('2 项将调整').waitFor()
  await look(page)
  // What is typed afterwards needs a new preview.
  await dialog.getByLabel('幅度').fill('20')
  expect(await dialog.getByRole('button', { name: '调整 2 项' }).count()).toBe(0)
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByRole('button', { name: '调整 2 项' }).click()
  await page.getByText(/^2 项商品已调价/).waitFor()
})

test('pasted stock is previewed; lines without a specification are named', async () => {
  const { page } = seller
  await page.goto(links.sellerStock())
  await waitForIslands(page)
  const code = await rows(page, '各规格的库存').first().locator('td').nth(1).locator('a + span').innerText()
  await page.getByRole('button', { name: '粘贴表格调整' }).click()
  const dialog = page.getByRole('dialog', { name: '粘贴表格调整库存' })
  await dialog.getByLabel('编码与库存').fill(`编码\t库存\n${code}\t4321\nNOWHERE-1\t3`)
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByText('本店没有此编码的规格').waitFor()
  await look(page)
  await dialog.getByText('项不能调整').waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()
})

test('stock of selected specifications is adjusted by a percentage', async () => {
  const { page } = seller
  await page.goto(`${links.sellerStock()}?sortBy=stock&sortDown=1`)
  await waitForIslands(page)
  await rows(page, '各规格的库存').first().getByRole('checkbox').check()
  await page.getByRole('button', { name: '按百分比调整（1 个）' }).filter({ visible: true }).click()
  const dialog = page.getByRole('dialog', { name: '按百分比调整 1 个规格的库存' })
  await dialog.getByLabel('幅度').fill('10')
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByText('1 项将调整').waitFor()
  await look(page)
  await dialog.getByRole('button', { name: '调整 1 项' }).click()
  await page.getByText('1 个规格的库存已调整').waitFor()
})

test('every list fits a phone, with a selection and its actions', async () => {
  const { page } = small
  await signInOnWay(small, 'seller', links.sellerGoods())
  for (const [path, name] of [
    [links.sellerGoods(), '商品列表'],
    [links.sellerServices(), '服务列表'],
    [links.sellerStock(), '各规格的库存'],
    [links.sellerOffers(), '我的报价'],
    [links.sellerOrders(), '订单一览'],
  ] as const) {
    await page.goto(path)
    await waitForIslands(page)
    await rows(page, name).first().waitFor()
    expect(await sidewaysScroll(page), name).toBe(0)
    await look(page)
    await page.getByRole('button', { name: '选择', exact: true }).click()
    await rows(page, name).getByRole('checkbox').first().check()
    await page.getByText('已选 1 项').filter({ visible: true }).waitFor()
    expect(await sidewaysScroll(page), name).toBe(0)
    await look(page)
  }
})

test('nothing has violations or errors', () => {
  expect(found).toEqual([])
  expect([...seller.errors, ...small.errors]).toEqual([])
})
