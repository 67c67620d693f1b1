import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { addDays, formatDay } from '../../src/domain/typed-date.ts'
import { date } from '../../src/domain/time.ts'
import { launchBrowser, violations } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { signIn } from '../support/sign-in.ts'

/** The same date and time picker in browsers of every language: typing, choosing, keyboard and touch. */

const baseURL = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A user whose browser is in English and in the New York time zone. */
async function enters(account: string, path: string, phone = false): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    hasTouch: phone,
    isMobile: phone,
  })
  const page = await context.newPage()
  await page.goto(links.login(path))
  await signIn(page, account)
  await page.waitForURL(`**${path}`)
  await waitForIslands(page)
  return { context, page }
}
const today = date(new Date().toISOString())

test('a filter accepts typed dates in common formats and dates chosen by keyboard', async () => {
  const { context, page } = await enters('buyer', links.buyerOrders())
  const from = page.getByLabel('下单日期从', { exact: true })
  await from.fill('２０２６年１月５日')
  await from.blur()
  await expect.poll(() => from.inputValue()).toBe('2026-01-05')
  await expect.poll(() => page.url()).toContain('from=2026-01-05')
  const until = page.getByLabel('下单日期到', { exact: true })
  await until.press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: '选择日期：下单日期到' })
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  await expect.poll(focused).toBe(formatDay(today))
  expect(await violations(page)).toEqual([])
  expect(await calendar.getByRole('columnheader').allInnerTexts()).toEqual(['一', '二', '三', '四', '五', '六', '日'])
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe(formatDay(addDays(today, 1)))
  await page.keyboard.press('ArrowUp')
  await expect.poll(focused).toBe(formatDay(addDays(today, -6)))
  await page.keyboard.press('Home')
  await expect.poll(focused).toMatch(/星期一$/)
  await page.keyboard.press('End')
  await expect.poll(focused).toMatch(/星期日$/)
  await page.keyboard.press('Shift+PageDown')
  await page.keyboard.press('Shift+PageUp')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  expect(await until.inputValue()).toBe('')
  await until.press('ArrowDown')
  await calendar.getByRole('button', { name: '今天' }).click()
  await expect.poll(() => until.inputValue()).toBe(today)
  await expect.poll(() => page.url()).toContain(`until=${today}`)
  // The end date limits the start date.
  await page.getByRole('button', { name: /^选择日期：下单日期从/ }).click()
  const first = page.getByRole('dialog', { name: '选择日期：下单日期从' })
  await first.getByRole('button', { name: '清除' }).click()
  await expect.poll(() => from.inputValue()).toBe('')
  await from.fill('明天')
  await from.blur()
  await page.getByText('请按 2026-11-20 的格式填写').waitFor()
  expect(await page.locator('input[type="date"], input[type="time"], input[type="datetime-local"]').count()).toBe(0)
  await context.close()
})

test('a form on a phone accepts dates and times by touch, and keeps invalid input as an error', async () => {
  const { context, page } = await enters('buyer', links.addDemand(), true)
  const day = page.getByLabel('期望交付日期', { exact: true })
  await page.getByRole('button', { name: '选择日期：期望交付日期' }).tap()
  const calendar = page.getByRole('dialog', { name: '选择日期：期望交付日期' })
  await calendar.waitFor()
  // It slides in from below.
  const isOnScreen = async () => {
    const box = await calendar.boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844
  }
  await expect.poll(isOnScreen).toBe(true)
  const cell = await calendar.getByRole('gridcell').first().boundingBox()
  expect(cell?.height).toBeGreaterThanOrEqual(44)
  await calendar.getByRole('button', { name: '下个月' }).tap()
  await calendar.getByRole('gridcell').getByText('15', { exact: true }).tap()
  await expect.poll(() => day.inputValue()).toMatch(/^\d{4}-\d{2}-15$/)
  await page.getByRole('button', { name: /^选择时间：截止时间/ }).tap()
  const times = page.getByRole('dialog', { name: '选择时间：截止时间' })
  await times.getByRole('option', { name: '09 时' }).tap()
  await times.getByRole('option', { name: '30 分' }).tap()
  await times.getByRole('button', { name: '确定' }).tap()
  await expect.poll(() => page.getByRole('textbox', { name: '截止时间' }).inputValue()).toBe('09:30')
  await day.fill('下周')
  await day.blur()
  await page.getByText('请按 2026-11-20 的格式填写').waitFor()
  expect(await day.getAttribute('aria-invalid')).toBe('true')
  await day.fill('2026/12/31')
  await day.blur()
  await expect.poll(() => day.inputValue()).toBe('2026-12-31')
  expect(await violations(page)).toEqual([])
  await context.close()
})

test('in a dialog the calendar opens above it, and Esc closes only the calendar', async () => {
  const { context, page } = await enters('ops', '/ops/promotions')
  await page.getByRole('main').getByRole('button', { name: '新增推荐' }).first().click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('第一天', { exact: true }).press('ArrowDown')
  const calendar = page.getByRole('dialog', { name: '选择日期：第一天' })
  await calendar.waitFor()
  await page.keyboard.press('Escape')
  await calendar.waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: '选择日期：第一天' }).click()
  await calendar.getByRole('button', { name: '今天' }).click()
  await expect.poll(() => dialog.getByLabel('第一天', { exact: true }).inputValue()).toBe(today)
  await context.close()
})

test('the filter of a public page is a text field without script and has a calendar with it', async () => {
  const plain = await browser.newContext({ baseURL, javaScriptEnabled: false, locale: 'en-US' })
  const bare = await plain.newPage()
  await bare.goto(links.news())
  await bare.getByLabel(/，从$/).first().fill('2026/10/01')
  await bare.getByRole('button', { name: '确定' }).first().click()
  expect(await bare.getByLabel(/，从$/).first().inputValue()).toBe('2026-10-01')
  await plain.close()
  const context = await browser.newContext({ baseURL, locale: 'en-US', viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(links.news())
  await page
    .getByRole('button', { name: /^选择日期：.*，从$/ })
    .first()
    .click()
  const calendar = page.getByRole('dialog', { name: /^选择日期/ })
  await calendar.getByRole('button', { name: '今天' }).waitFor()
  const box = await calendar.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
  await calendar.getByRole('button', { name: '今天' }).click()
  await expect.poll(() => page.getByLabel(/，从$/).first().inputValue()).toBe(today)
  await context.close()
})
