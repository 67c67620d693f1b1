import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit, type Visitor } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'

/**
 * Search results and the demand hall: an island takes over the server-rendered list, and filters, sorts and pages
 * without a reload; the URL reflects the list, and back, forward and a reload show the same.
 */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A visitor on a list, with a marker that a reload would remove. */
async function onList(path: string, screen: typeof desktop | typeof phone = desktop): Promise<Visitor> {
  const visitor = await visit(browser, site, screen)
  saveScreenshotsOnFailure({ visitor })
  await visitor.page.goto(path)
  await visitor.page.evaluate(() => Reflect.set(window, 'same', true))
  return visitor
}
const isSame = (page: Page) => page.evaluate(() => Reflect.get(window, 'same') === true)
const addressOf = (page: Page) => page.url().replace(site, '')
const filters = (page: Page) => page.getByRole('region', { name: '筛选' })
const status = (page: Page) => page.locator('body > div > [role="status"]')

/** Visible state of a list. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const text = (part: string) =>
      [...document.querySelectorAll(`main ${part}`)].map((each) => each.textContent.replace(/\s+/g, ' ').trim())
    return {
      title: document.title,
      count: text('[data-result-count]'),
      chips: text('[aria-label="已选条件"] > *'),
      rows: text('[data-result-rows] :is(h2, h3)'),
      chosen: text('[aria-current]'),
      typed: [...document.querySelectorAll<HTMLInputElement>('main input:not([type="hidden"])')].map(
        (one) => one.value,
      ),
    }
  })
type Shown = Awaited<ReturnType<typeof shown>>

/** Waits until the list of a URL is rendered, and returns it. */
async function drawn(page: Page, address: string): Promise<Shown> {
  await page.waitForURL(site + address)
  await page.locator('[data-result-rows]:not([aria-busy="true"])').waitFor()
  await expect.poll(() => status(page).textContent()).toContain('共')
  return shown(page)
}

test.each([
  { name: 'services', path: links.serviceList(), sort: '最新发布' },
  { name: 'the demand hall', path: links.demandHall(), sort: '即将截止' },
])('$name: filter, sort and page, back and forward, and a reload shows the same', async ({ path, sort }) => {
  const { page, context, errors } = await onList(path)
  const steps = [{ address: path, list: await shown(page), top: 0 }]
  const follow = async (link: ReturnType<Page['getByRole']>) => {
    const href = (await link.getAttribute('href')) ?? ''
    await link.click()
    steps.push({ address: href, list: await drawn(page, href), top: await page.evaluate(() => scrollY) })
  }
  await follow(page.getByRole('navigation', { name: '分页' }).getByRole('link', { name: '第 2 页' }))
  expect(await status(page).textContent()).toContain('第 2 页')
  await follow(page.getByRole('main').getByRole('link', { name: sort, exact: true }))
  await follow(filters(page).getByRole('link').first())
  const last = steps.at(-1)
  expect(last?.list.chips).toContain('清空全部')
  expect(last?.list.count).not.toEqual(steps[0]?.list.count)
  // The focus stays on the clicked control.
  expect(await page.evaluate(() => document.activeElement?.closest('[aria-label="筛选"]') !== null)).toBe(true)
  for (const step of steps.slice(0, -1).toReversed()) {
    await page.goBack()
    await page.waitForURL(site + step.address)
    await expect.poll(() => shown(page)).toEqual(step.list)
  }
  // Page 1 was left at its pager: scroll position is restored.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500)
  for (const step of steps.slice(1)) {
    await page.goForward()
    await page.waitForURL(site + step.address)
    await expect.poll(() => shown(page)).toEqual(step.list)
  }
  expect(await violations(page)).toEqual([])
  expect(await isSame(page)).toBe(true)
  await page.reload()
  expect(await isSame(page)).toBe(false)
  expect(await shown(page)).toEqual(last?.list)
  // Browser history across the reload.
  await page.goBack()
  await expect.poll(() => shown(page)).toEqual(steps.at(-2)?.list)
  expect(errors).toEqual([])
  await context.close()
})

test.each([
  { name: 'goods', path: links.goodsList() },
  { name: 'suppliers', path: links.shopList() },
  { name: 'institutions', path: links.technicalList() },
])('$name are filtered without a reload too', async ({ path }) => {
  const { page, context, errors } = await onList(path)
  const before = await shown(page)
  const link = filters(page).getByRole('link').first()
  const href = (await link.getAttribute('href')) ?? ''
  await link.click()
  const after = await drawn(page, href)
  expect(after.rows).not.toEqual(before.rows)
  await page.goBack()
  await expect.poll(() => shown(page)).toEqual(before)
  expect(await isSame(page)).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

test('a slow response shows progress, and of two quick clicks the second one counts', async () => {
  const { page, context, errors } = await onList(links.serviceList())
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  const slow = links.serviceList({ sort: 'new' })
  await page.route(`**${slow}`, (route) => promise.then(() => route.continue()).catch(() => undefined))
  const quick = (await filters(page).getByRole('link', { name: /^GLP/ }).getAttribute('href')) ?? ''
  await page.getByRole('link', { name: '最新发布' }).click()
  await page.locator('[data-result-rows][aria-busy="true"]').waitFor()
  await page.locator('[data-result-waiting]').waitFor()
  await filters(page).getByRole('link', { name: /^GLP/ }).click()
  const list = await drawn(page, quick)
  letThrough()
  await page.unroute(`**${slow}`)
  expect(list.chips).toContain('资质：GLP')
  // The skipped list has no history entry.
  await page.goBack()
  await page.waitForURL(site + links.serviceList())
  await expect.poll(() => shown(page)).toMatchObject({ chips: [] })
  await page.goForward()
  await expect.poll(() => shown(page)).toEqual(list)
  expect(await isSame(page)).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

test('a failed response shows an error and a retry; input and filters are kept', async () => {
  const { page, context, errors } = await onList(links.demandHall())
  await page.getByLabel('您的需要').fill('大鼠 13 周毒理')
  const narrowed = (await filters(page).getByRole('link').first().getAttribute('href')) ?? ''
  await filters(page).getByRole('link').first().click()
  await drawn(page, narrowed)
  await page.route('**/demandHall?*', (route) => route.abort())
  const search = page.getByRole('search', { name: '搜索需求' })
  await search.getByRole('searchbox').fill('药')
  await search.getByRole('button', { name: '搜索' }).click()
  await page.getByRole('alert').getByText('列表加载失败').waitFor()
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('药')
  expect(await search.getByRole('searchbox').inputValue()).toBe('药')
  expect(await violations(page)).toEqual([])
  await page.unroute('**/demandHall?*')
  await page.getByRole('alert').getByRole('button', { name: '重试' }).click()
  const list = await drawn(page, addressOf(page))
  expect(list.chips).toContain('关键词：药')
  expect(list.chips.length).toBe(4)
  expect(await page.getByLabel('您的需要').inputValue()).toBe('大鼠 13 周毒理')
  // The chip also clears the field.
  await page.getByRole('link', { name: '移除 关键词 药' }).click()
  await drawn(page, narrowed)
  expect(await search.getByRole('searchbox').inputValue()).toBe('')
  expect(await isSame(page)).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

test('the search box ignores Enter during composition; a suggestion and Enter search without a reload', async () => {
  const { page, context, errors } = await onList(links.goodsList())
  const form = page.getByRole('search', { name: '站内搜索', exact: true }).filter({ visible: true })
  const box = form.locator('input[name="keyword"]')
  await box.click()
  const keyboard = await context.newCDPSession(page)
  await keyboard.send('Input.imeSetComposition', { text: 'yi', selectionStart: 2, selectionEnd: 2 })
  await box.dispatchEvent('keydown', { key: 'Enter', isComposing: true, keyCode: 229 })
  expect(addressOf(page)).toBe(links.goodsList())
  await keyboard.send('Input.insertText', { text: '乙醇' })
  await box.press('Enter')
  const found = await drawn(page, links.goodsList({ keyword: '乙醇' }))
  expect(found.chips).toContain('关键词：乙醇')
  await box.fill('对乙酰')
  const option = form.getByRole('option').first()
  const term = (await option.locator('span').first().textContent()) ?? ''
  await option.click()
  await drawn(page, links.goodsList({ keyword: term }))
  expect(await form.getByRole('listbox').count()).toBe(0)
  await page.goBack()
  await expect.poll(() => shown(page)).toEqual(found)
  expect(await box.inputValue()).toBe('乙醇')
  expect(await isSame(page)).toBe(true)
  // Cards rendered by the island are interactive like the first ones.
  await page
    .getByRole('main')
    .getByRole('button', { name: /^加入购物车/ })
    .first()
    .click()
  await page.getByText('访问受限').waitFor()
  expect(errors).toEqual([])
  await context.close()
})

test('on a phone the filter sheet stays open while filters are chosen, and shows the number of results', async () => {
  const { page, context, errors } = await onList(links.serviceList(), phone)
  await page.getByRole('link', { name: '筛选', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '筛选' })
  const see = sheet.locator('a[data-close-filter]').last()
  const all = await see.textContent()
  await sheet.getByRole('link', { name: 'GLP', exact: true }).click()
  await expect.poll(() => see.textContent()).not.toBe(all)
  await sheet.getByRole('link', { name: '只看企业认证' }).click()
  await page.waitForURL('**certified=1**')
  await sheet.getByRole('link', { name: '不再只看企业认证' }).waitFor()
  expect(await violations(page)).toEqual([])
  await see.click()
  await sheet.waitFor({ state: 'hidden' })
  expect((await shown(page)).chips).toContain('资质：GLP')
  await page.getByRole('link', { name: '移除 资质 GLP' }).click()
  await page.waitForURL((url) => !url.search.includes('GLP'))
  expect(await sidewaysScroll(page)).toBe(0)
  expect(await isSame(page)).toBe(true)
  expect(errors).toEqual([])
  await context.close()
})

test('without script, and if the island fails to load, the same links and forms lead to the same lists', async () => {
  const plain = await browser.newContext({ baseURL: site, javaScriptEnabled: false })
  const broken = await visit(browser, site)
  await broken.context.route('**/mount-results*', (route) => route.abort())
  for (const page of [await plain.newPage(), broken.page]) {
    await page.goto(links.demandHall())
    const href = (await filters(page).getByRole('link').first().getAttribute('href')) ?? ''
    await filters(page).getByRole('link').first().click()
    await page.waitForURL(site + href)
    await page.getByRole('search', { name: '搜索需求' }).getByRole('searchbox').fill('药')
    await page.getByRole('search', { name: '搜索需求' }).getByRole('button').click()
    await page.waitForURL((url) => url.searchParams.get('keyword') === '药' && url.search.includes(href.slice(-10)))
    await page.getByRole('link', { name: '移除 关键词 药' }).click()
    await page.waitForURL((url) => !url.searchParams.has('keyword'))
  }
  expect(broken.errors).toEqual([])
  await Promise.all([plain.close(), broken.context.close()])
})
