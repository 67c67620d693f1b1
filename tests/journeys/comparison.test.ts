import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'

/** Listings are ticked on list pages, compared side by side under a shareable address, and shown as rows. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

async function visitor(screen: typeof desktop | typeof phone = desktop): Promise<Visitor> {
  const one = await visit(browser, site, screen)
  saveScreenshotsOnFailure({ visitor: one })
  return one
}
const boxes = (page: Page) => page.locator('main input[data-compare]')
const bar = (page: Page) => page.getByRole('complementary', { name: '对比栏' })
const heads = (page: Page) => page.getByRole('columnheader').allTextContents()

test('ticks up to four services over several lists, compares them, and removes one', async () => {
  const { page, context, errors } = await visitor()
  await page.goto(links.serviceList())
  expect(await bar(page).isVisible()).toBe(false)
  for (const at of [0, 1]) await boxes(page).nth(at).check()
  await bar(page).getByText('已选 2 项，还可选 2 项').waitFor()
  // Another list, drawn by the island: the choice is kept, and ticks follow it.
  await page.getByRole('link', { name: '最新发布' }).click()
  await page.waitForURL('**sort=new**')
  await bar(page).getByText('已选 2 项').waitFor()
  await page.getByRole('navigation', { name: '显示方式' }).getByRole('link', { name: '以列表显示' }).click()
  await page.waitForURL('**view=rows**')
  expect(await page.locator('main .listing-rows').count()).toBe(1)
  const unticked = page.locator('main input[data-compare]:not(:checked):enabled')
  await unticked.first().check()
  await unticked.first().check()
  await bar(page).getByText('已选 4 项，达到上限').waitFor()
  expect(await unticked.count()).toBe(0)
  expect(await violations(page)).toEqual([])
  // Another tab of the browser has the same choice.
  const other = await context.newPage()
  await other.goto(links.serviceList())
  await bar(other).getByText('已选 4 项').waitFor()
  await other
    .getByRole('button', { name: /^移出对比：/ })
    .first()
    .click()
  await bar(page).getByText('已选 3 项').waitFor()
  await bar(page).getByRole('link', { name: '开始对比' }).click()
  await page.waitForURL('**/compare?**')
  expect(await heads(page)).toHaveLength(3)
  expect(await page.locator('tr[data-differs]').count()).toBeGreaterThan(10)
  expect(await violations(page)).toEqual([])
  const address = page.url()
  await page.getByRole('link', { name: '只看差异' }).click()
  await page.waitForURL('**diff=1**')
  expect(await page.locator('tr[data-differs="false"]').count()).toBe(0)
  await page
    .getByRole('link', { name: /^移除：/ })
    .first()
    .click()
  await expect.poll(async () => (await heads(page)).length).toBe(2)
  await page.goto(links.serviceList())
  await bar(page).getByText('已选 2 项').waitFor()
  await bar(page).getByRole('button', { name: '清空' }).click()
  await expect.poll(() => bar(page).isVisible()).toBe(false)
  expect(errors).toEqual([])
  // The address alone is enough for somebody else.
  const somebody = await visitor()
  await somebody.page.goto(address)
  expect(await heads(somebody.page)).toHaveLength(3)
})

test('the head of the comparison stays in sight, and what is gone is told', async () => {
  const { page } = await visitor()
  const listed = await visitor()
  await listed.page.goto(links.goodsList({ keyword: '色谱柱' }))
  const refs = await boxes(listed.page).evaluateAll((each) => each.map((box) => box.getAttribute('data-compare')))
  await page.goto(links.compare({ kind: 'goods', ids: [refs[0], 'P99999999', refs[1]].join(',') }))
  await page.getByText('1 件商品不存在或已下架，其余的照常对比。').waitFor()
  expect(await heads(page)).toHaveLength(2)
  await page.getByRole('row', { name: /规格与价格/ }).waitFor()
  await page.evaluate(() => scrollTo(0, 900))
  const head = page.getByRole('columnheader').first()
  await expect.poll(async () => (await head.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(60)
  expect((await head.boundingBox())?.y).toBeLessThan(80)
  await page.goto(links.compare({ kind: 'goods', ids: '' }))
  await page.getByText('暂无对比的商品').waitFor()
  await page.goto(links.compare({ kind: 'service', ids: "1'--,0,-3,x" }))
  await page.getByText('暂无对比的服务').waitFor()
})

test('works on a phone without scrolling the page sideways', async () => {
  const { page, errors } = await visitor(phone)
  await page.goto(links.goodsList())
  for (const at of [0, 1, 2]) await boxes(page).nth(at).check()
  await bar(page).getByText('已选 3 项').waitFor()
  expect(await sidewaysScroll(page)).toBe(0)
  await bar(page).getByRole('link', { name: '开始对比' }).click()
  await page.waitForURL('**/compare?**')
  expect(await heads(page)).toHaveLength(3)
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})
