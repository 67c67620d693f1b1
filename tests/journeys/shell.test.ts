import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { halfCookie, tokenCookie } from '../support/session-cookies.ts'
import { links } from '../../src/domain/links.ts'
import { demoPassword } from '../support/accounts.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'

let browser: Browser
let visitor: Visitor
let page: Page
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  visitor = await visit(browser, inject('site'))
  page = visitor.page
})
afterEach(async () => {
  const { errors } = visitor
  await visitor.context.close()
  expect(errors).toEqual([])
})

const path = () => page.url().slice(inject('site').length)

test('signing in returns to the requested page', async () => {
  await page.goto(links.buyerOrders())
  expect(path()).toBe(links.login(links.buyerOrders()))
  expect(await violations(page)).toEqual([])
  await signIn(page, 'buyer')
  await page.waitForURL(`**${links.buyerOrders()}`)
})

test('does not follow a redirect to another site', async () => {
  await page.goto(`${links.login()}?redirect=${encodeURIComponent('//other.invalid/x')}`)
  await signIn(page, 'buyer')
  await page.waitForURL((url) => url.pathname === '/')
  expect(path()).toBe('/')
})

test('a wrong password shows an error at its field, keeps the input and moves the focus there', async () => {
  await page.goto(links.login())
  const main = page.getByRole('main')
  await main.getByLabel('登录名或手机号').fill('buyer')
  await main.getByLabel('密码', { exact: true }).fill('wrong')
  await main.getByRole('button', { name: '登录', exact: true }).click()
  await main.getByText('登录名或密码不正确').waitFor()
  expect(await main.getByLabel('登录名或手机号').inputValue()).toBe('buyer')
  expect(await main.getByLabel('密码', { exact: true }).evaluate((field) => field === document.activeElement)).toBe(
    true,
  )
  expect(await violations(page)).toEqual([])
})

test('cart, favourites and chat ask visitors to sign in: 访问受限', async () => {
  await page.goto(links.home())
  const rail = page.getByRole('complementary', { name: '快捷侧栏' })
  for (const name of ['收藏', '客服', '购物车']) {
    await rail.getByRole('link', { name }).click()
    const dialog = page.getByRole('dialog', { name: '访问受限' })
    await dialog.getByText('您未登录，请前往登录').waitFor()
    if (name === '收藏') expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  }
  await rail.getByRole('link', { name: '购物车' }).click()
  await page.getByRole('dialog', { name: '访问受限' }).getByRole('link', { name: '确定' }).click()
  await page.waitForURL(`**${links.login()}*`)
})

test('greets the user by name; logging out asks first and goes to the login page', async () => {
  await page.goto(links.login())
  await signIn(page, 'buyer')
  await page.waitForURL((url) => url.pathname === '/')
  const bar = page.getByRole('region', { name: '顶部栏' })
  await bar.getByText('您好').filter({ visible: true }).hover()
  // The own name is not masked.
  expect(await bar.locator('[data-user-name]').innerText()).toBe('仲晓妮')
  await bar.getByRole('button', { name: '退出登录' }).click()
  const dialog = page.getByRole('dialog', { name: '退出登录' })
  await dialog.getByRole('button', { name: '取消' }).click()
  expect(path()).toBe('/')
  await bar.getByText('您好').filter({ visible: true }).hover()
  await bar.getByRole('button', { name: '退出登录' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.waitForURL(`**${links.login()}`)
  const names = (await visitor.context.cookies()).map(({ name }) => name)
  expect(names).not.toContain(tokenCookie)
  expect(names).not.toContain(halfCookie)
  await page.goto(links.buyerOrders())
  expect(path()).toBe(links.login(links.buyerOrders()))
})

test('an ended session opens the login dialog, and signing in continues on the page', async () => {
  await page.goto(links.login(links.buyerOrders()))
  await signIn(page, 'buyer')
  await page.waitForURL(`**${links.buyerOrders()}`)
  // The count tells that the list is loaded, and so its script.
  await page
    .getByRole('main')
    .getByRole('tab', { name: /已完成\s*\d/ })
    .waitFor()
  await visitor.context.clearCookies({ name: halfCookie })
  // The first refused call opens the dialog, which may cover the tab.
  await page
    .getByRole('main')
    .getByRole('tab', { name: /已完成/ })
    .dispatchEvent('click')
  const dialog = page.getByRole('dialog', { name: '登录已失效' })
  await dialog.waitFor()
  expect(await violations(page)).toEqual([])
  await signIn(page, 'buyer', 'dialog')
  await dialog.waitFor({ state: 'hidden' })
  expect(path()).toContain(links.buyerOrders())
})

test('menus open by keyboard and close with Escape', async () => {
  await page.goto(links.home())
  const word = page.getByRole('button', { name: '客户服务' })
  await word.focus()
  const entry = page.getByRole('region', { name: '顶部栏' }).getByRole('link', { name: '帮助中心' })
  await entry.waitFor({ state: 'visible' })
  // Its keyboard handlers load at the first interaction.
  await page.getByRole('button', { name: '客户服务', expanded: true }).waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await entry.evaluate((link) => link === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await entry.waitFor({ state: 'hidden' })
  expect(await word.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('menu entries whose external site is not configured lead to pages of this site', async () => {
  await page.goto(links.home())
  const bar = page.getByRole('navigation', { name: '主导航' })
  const words = await bar.locator(':scope > a').filter({ visible: true }).allInnerTexts()
  expect(words.slice(-2)).toEqual(['研发采购商城', '供应链服务'])
  for (const name of ['研发采购商城', '供应链服务']) {
    await page.goto(links.home())
    await bar.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('main').getByRole('article').first().waitFor()
  }
  expect(await violations(page)).toEqual([])
  await page.goto(links.home())
  await page.getByRole('button', { name: '更多' }).filter({ visible: true }).first().hover()
  await page.getByRole('link', { name: '行业领军企业' }).filter({ visible: true }).click()
  await page.getByRole('heading', { level: 1, name: '行业领军企业' }).waitFor()
})

test('a slow page load shows a progress bar that fills within five seconds and disappears with the old page', async () => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.goto(links.home())
  let tell: (duration: string) => void = () => undefined
  const shown = new Promise<string>((resolve) => {
    tell = resolve
  })
  // Waiting fails during navigation: the page calls this function instead.
  await page.exposeFunction('tellBar', (duration: string) => tell(duration))
  await page.evaluate(`new MutationObserver(() => {
    const bar = document.querySelector('[role=progressbar]')
    if (bar !== null) tellBar(getComputedStyle(bar).animationDuration)
  }).observe(document.body, { childList: true })`)
  await page.route(`**${links.demandHall()}`, async (route) => {
    await shown
    await route.continue()
  })
  const entry = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '需求大厅' })
  await entry.filter({ visible: true }).click({ noWaitAfter: true })
  expect(await shown).toBe('5s')
  await page.waitForURL(`**${links.demandHall()}`)
  expect(await page.getByRole('progressbar', { name: '页面加载中' }).count()).toBe(0)
})

test('disabled entries say so and have no link', async () => {
  await page.goto(links.home())
  const before = page.url()
  await page.getByRole('button', { name: '更多' }).filter({ visible: true }).first().hover()
  await page.getByRole('link', { name: '品牌中心' }).filter({ visible: true }).click()
  await page.getByText('该功能暂未开放！').waitFor()
  expect(page.url()).toBe(before)
})

test('the skip link is the first focusable element', async () => {
  await page.goto(links.home())
  await page.keyboard.press('Tab')
  const first = await page.evaluate(() => document.activeElement?.getAttribute('href'))
  expect(first).toBe('#main')
})

test('the demo password is the one in the README', () => expect(demoPassword).toBe('Demo@2026'))
