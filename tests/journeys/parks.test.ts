import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { shanghaiDay } from '../../src/domain/projects/booking-states.ts'
import { launchBrowser, phone, violations, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { runAsSteps } from '../support/journey-steps.ts'

/**
 * A user chooses a park: filters, a comparison of two parks, only their differences, a booking made before signing in;
 * the platform confirms it and notifies the user. The steps build on each other; each page is checked with axe.
 */

const site = inject('site')
let browser: Browser
let person: Visitor
let operator: Visitor
const found: string[] = []
const enter = async (page: Page, account: 'person' | 'ops') => {
  await page.goto(links.login())
  await signIn(page, account)
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
const look = async (page: Page) => found.push(...(await violations(page)))
/** A weekday some weeks ahead without demo bookings. */
const weekday = (from: number): string => {
  const day = shanghaiDay(new Date(), from)
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) ? weekday(from + 1) : day
}
const day = weekday(20)
const park = '锦屿生物医药园'

beforeAll(async () => {
  browser = await launchBrowser()
  person = await visit(browser, site)
  operator = await visit(browser, site)
})
afterAll(() => browser.close())

runAsSteps()

test('filters the parks, selects two and compares them', async () => {
  saveScreenshotsOnFailure({ person })
  const { page } = person
  await page.goto(links.parks())
  await page
    .getByRole('region', { name: '筛选' })
    .getByRole('link', { name: /^实验动物房/ })
    .click()
  await page.waitForURL('**facilities=animal**')
  await look(page)
  for (const name of [park, '澄江生命科学园']) await page.getByRole('checkbox', { name: `加入对比 ：${name}` }).check()
  await page.getByText('已选 2 个，还可选 2 个。').waitFor()
  await page.getByRole('button', { name: '对比所选园区' }).click()
  await page.waitForURL('**/drug/siteselection?**')
  await page.getByRole('columnheader', { name: new RegExp(park) }).waitFor()
  await look(page)
  const rows = page.locator('tr[data-differs]')
  const all = await rows.count()
  await page.getByRole('link', { name: '只看差异' }).click()
  await page.waitForURL('**diff=1**')
  expect(await rows.count()).toBeLessThan(all)
  expect(await page.locator('tr[data-differs="false"]').count()).toBe(0)
  await look(page)
})

test('works without script: adds one, removes one', async () => {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(links.siteSelection())
  await page.getByRole('checkbox', { name: new RegExp(park) }).check()
  await page.getByRole('button', { name: '对比所选园区' }).click()
  await page.getByRole('combobox', { name: '要添加的园区' }).selectOption('京澜新药园')
  await page.getByRole('button', { name: '添加' }).click()
  expect(await page.getByRole('columnheader').count()).toBe(2)
  await page.getByRole('link', { name: `移除：${park}` }).click()
  expect(await page.getByRole('columnheader').count()).toBe(1)
  await context.close()
})

test('books a visit: field errors are shown, the login opens as a dialog, no input is lost', async () => {
  saveScreenshotsOnFailure({ person })
  const { page } = person
  await page.getByRole('link', { name: `预约实地考察：${park}` }).click()
  await page.waitForURL('**book=**')
  const form = page.locator('[data-visit] form')
  expect(await form.getByLabel('园区').locator('option:checked').innerText()).toBe(park)
  await form.getByRole('textbox', { name: '到访日期' }).fill(day)
  await form.getByLabel('人数').fill('3')
  await form.getByLabel('联系人').fill('林工')
  await form.getByLabel('手机号').fill('1390000')
  await form.getByLabel('考察内容').fill('三期细胞楼层')
  await form.getByRole('button', { name: '提交预约' }).click()
  const access = page.getByRole('dialog')
  await access.getByRole('link', { name: '确定' }).click()
  await page
    .getByRole('textbox', { name: /账号|登录名|手机号/ })
    .first()
    .waitFor()
  await look(page)
  await page.keyboard.press('Escape')
  await enter(page, 'person')
  await page.goto(links.siteSelection({ parks: '1,4', book: 1 }))
  await expect.poll(() => form.getByLabel('考察内容').inputValue()).toBe('三期细胞楼层')
  await form.getByRole('button', { name: '提交预约' }).click()
  await form.getByText('请输入 11 位手机号').waitFor()
  await look(page)
  await form.getByLabel('手机号').fill('13900001234')
  await form.getByRole('button', { name: '提交预约' }).click()
  await page.getByText('预约已提交').waitFor()
  await look(page)
})

test('the platform finds the booking and confirms it', async () => {
  saveScreenshotsOnFailure({ operator })
  const { page } = operator
  await enter(page, 'ops')
  await page.goto(links.bookings())
  await waitForIslands(page)
  const row = page
    .getByRole('row')
    .filter({ hasText: park })
    .filter({ hasText: '三期细胞楼层' })
    .filter({ hasText: '林工' })
  await row.waitFor()
  await look(page)
  await row.getByRole('button', { name: /^确认/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('给预约人的说明').fill('3 号门登记，找周敏。')
  await look(page)
  await dialog.getByRole('button', { name: '确认预约' }).click()
  await row.getByText('已确认').waitFor()
})

test('the user is notified, finds the booking on a phone, and cancels it', async () => {
  const { page } = person
  saveScreenshotsOnFailure({ person })
  await page.goto(links.buyerMessages())
  await page.getByText(`实地考察预约已确认：${park}`).first().waitFor()
  await look(page)
  const small = await visit(browser, site, phone)
  saveScreenshotsOnFailure({ small })
  await enter(small.page, 'person')
  await small.page.goto(links.buyerVisits())
  await waitForIslands(small.page)
  await small.page.getByText('3 号门登记，找周敏。').waitFor()
  await look(small.page)
  await small.page.getByRole('button', { name: `取消预约：${park} ${day} 上午` }).click()
  await small.page.getByRole('dialog').getByRole('button', { name: '取消预约' }).click()
  await small.page.getByText('已取消', { exact: true }).first().waitFor()
  for (const path of [
    links.drug(),
    links.news(),
    links.policies(),
    links.parks(),
    links.siteSelection({ parks: '1,4' }),
  ]) {
    await small.page.goto(path)
    expect(await small.page.evaluate(() => document.documentElement.scrollWidth), path).toBe(phone.width)
    await look(small.page)
  }
  expect(small.errors).toEqual([])
  await small.context.close()
})

test('axe finds nothing, and no errors occurred', () => {
  expect([...person.errors, ...operator.errors]).toEqual([])
  expect(found).toEqual([])
})
