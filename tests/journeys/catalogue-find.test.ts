import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A buyer searches by pinyin, uses a suggestion and facets, favourites a service before signing in and follows its
 * shop; both appear in the buyer centre, also in another tab. The steps build on each other; each page is checked with
 * axe.
 */

const site = inject('site')
let browser: Browser
let buyer: Visitor
let title = ''
let shop = ''
const found: string[] = []
const look = async (page: Page) => found.push(...(await violations(page)))

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, site)
})
afterAll(() => browser.close())

runAsSteps()

test('searches by pinyin, uses a suggestion and narrows the list', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.goto(links.home())
  const search = page.getByRole('search').filter({ visible: true }).first()
  await search.locator('input[name="keyword"]').pressSequentially('yaoxiao', { delay: 30 })
  const suggestion = page.getByRole('option').filter({ hasText: '药效' }).first()
  await suggestion.waitFor()
  await look(page)
  await suggestion.click()
  await page.waitForURL(`**${links.serviceList()}?**`)
  expect(decodeURIComponent(page.url())).toContain('药效')
  await page.getByRole('region', { name: '筛选' }).getByRole('link', { name: /^GLP/ }).click()
  await page.waitForURL('**tags=GLP**')
  await look(page)
  const first = page.locator('main a[href^="/serviceHall/serviceDetails?"]').first()
  await first.click()
  await page.waitForURL('**/serviceHall/serviceDetails?**')
  title = await page.getByRole('heading', { level: 1 }).innerText()
  expect(title).toMatch(/药效|肿瘤/)
  await look(page)
  await page.goBack()
  await page.waitForURL('**tags=GLP**')
  await page.goForward()
  await page.waitForURL('**/serviceHall/serviceDetails?**')
})

test('adds a favourite after signing in through the dialog', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  const keep = page.getByRole('main').getByRole('button', { name: '收藏' }).first()
  await keep.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('您未登录，请前往登录').waitFor()
  await dialog.getByRole('link', { name: '确定' }).click()
  await signIn(page, 'buyer2', 'dialog')
  await page.getByRole('main').getByRole('button', { name: '已收藏', pressed: true }).first().waitFor()
  await look(page)
})

test('follows its shop, and finds both in the buyer centre', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page } = buyer
  await page.getByRole('link', { name: '进入店铺' }).first().click()
  await page.waitForURL('**/supplier/home?**')
  shop = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByRole('button', { name: '关注', pressed: false }).first().click()
  await page.getByRole('button', { name: '已关注', pressed: true }).first().waitFor()
  await look(page)
  await page.goto(links.collection(1))
  await page
    .getByRole('link', { name: title.replaceAll('\n', '') })
    .first()
    .waitFor()
  await look(page)
  await page.goto(links.collection(2))
  await page.getByRole('link', { name: shop }).first().waitFor()
  await look(page)
})

test('removing a favourite in another tab updates this one', async () => {
  saveScreenshotsOnFailure({ buyer })
  const { page, context } = buyer
  const name = title.replaceAll('\n', '')
  const other = await context.newPage()
  await other.goto(links.collection(1))
  await other.getByRole('button', { name: `取消收藏：${name}` }).click()
  await other.getByRole('dialog').getByRole('button', { name: '取消收藏' }).click()
  await other.getByText('已取消收藏').first().waitFor()
  await other.close()
  await page.goto(links.collection(1))
  await page.getByRole('heading', { level: 1, name: '收藏与关注' }).waitFor()
  await waitForIslands(page)
  await page.getByRole('button', { name: `取消收藏：${name}` }).waitFor({ state: 'detached' })
})

test('axe finds nothing, and no errors occurred', () => {
  expect([...found, ...buyer.errors]).toEqual([])
})
