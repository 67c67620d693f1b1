import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { searchTypes } from '../../src/domain/shell/search.ts'
import { desktop, launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'

/** The type selector of every search box can be used while suggestions are open. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** Opens the suggestions, then the selector above them, and searches another type. */
async function choosesType(
  { page }: Visitor,
  box: string,
  { kind, shown }: { kind: 'goods' | 'supplier'; shown: string },
): Promise<void> {
  const form = page.getByRole('search', { name: box, exact: true }).filter({ visible: true })
  const input = form.getByRole('textbox', { name: '关键词' }).or(form.getByRole('combobox', { name: '关键词' }))
  await input.fill('毒性')
  await form.getByRole('option').first().waitFor()
  // A click on a covered element would fail here: nothing is forced.
  await form.getByLabel(`搜索类型：${shown}`).click()
  await form.getByRole('option').first().waitFor({ state: 'detached' })
  await form.getByRole('button', { name: searchTypes[kind].label, exact: true }).click()
  expect(await input.getAttribute('placeholder')).toBe(searchTypes[kind].placeholder)
  expect(await violations(page)).toEqual([])
  await input.fill('64-17-5')
  await input.press('Enter')
  await page.waitForURL((url) => url.pathname === searchTypes[kind].action)
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('64-17-5')
}

test.each([
  { screen: desktop, name: 'home', path: links.home(), box: '搜索服务、商品或供应商', shown: '全站', scroll: 0 },
  {
    screen: phone,
    name: 'home on a phone',
    path: links.home(),
    box: '搜索服务、商品或供应商',
    shown: '全站',
    scroll: 0,
  },
  { screen: desktop, name: 'the tall header', path: links.demandHall(), box: '站内搜索', shown: '全站', scroll: 0 },
  { screen: desktop, name: 'the slim header', path: links.newGuide(), box: '站内搜索', shown: '全站', scroll: 0 },
  {
    screen: phone,
    name: 'the header of a phone',
    path: links.serviceList(),
    box: '站内搜索',
    shown: '服务',
    scroll: 0,
  },
  {
    screen: desktop,
    name: 'the fixed bar',
    path: links.demandHall(),
    box: '站内搜索，固定在顶部',
    shown: '全站',
    scroll: 600,
  },
])('a type can be chosen over open suggestions: $name', async ({ screen, path, box, shown, scroll }) => {
  const visitor = await visit(browser, site, screen)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  for (const kind of ['goods', 'supplier'] as const) {
    await page.goto(path)
    if (scroll > 0) await page.mouse.wheel(0, scroll)
    await choosesType(visitor, box, { kind, shown })
  }
  // Exact match of the number: its products and their shops.
  await page.goto(`${searchTypes.goods.action}?keyword=64-17-5`)
  await page.getByRole('link', { name: /乙醇/ }).first().waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('without script each type of the home search leads to its own results', async () => {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [label, action] of [
    ['商品', searchTypes.goods.action],
    ['供应商', searchTypes.supplier.action],
    ['服务', searchTypes.service.action],
  ] as const) {
    await page.goto(links.home())
    const form = page.getByRole('search', { name: '搜索服务、商品或供应商' })
    await form.getByLabel('关键词', { exact: true }).fill('64-17-5')
    await form.getByLabel('搜索类型：全站').click()
    await form.getByRole('button', { name: label, exact: true }).click()
    await page.waitForURL(`**${action}?keyword=64-17-5`)
  }
  // No service matches: the page links to the type that does.
  await page.getByRole('link', { name: /^商品 \d+ 件$/ }).click()
  await page.waitForURL(`**${searchTypes.goods.action}?keyword=64-17-5`)
  await context.close()
})
