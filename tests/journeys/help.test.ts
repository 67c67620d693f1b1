import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { helpCategories } from '../../src/domain/content/help-categories.ts'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { gradient } from '../support/uploads.ts'
import { querySite } from '../support/site-database.ts'

/** A user searches the help centre, reads an answer and rates it: on a desktop, on a phone, and without script. */

const site = inject('site')
const said = `没有写多久能看到结果 ${Date.now() % 100_000}`
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const pages = [
  links.helpCenter(),
  links.helpList(36, '商品选购'),
  links.helpSearch('报价'),
  links.helpSearch('航空母舰'),
  links.helpArticle(5202),
  links.newGuide(),
  links.acceptance(),
  links.platformRules(1),
  links.platformRules(2),
  links.about(),
  links.about('annouce'),
  links.announcement('sealed-offers-open'),
  links.about('cooperation'),
  links.about('contact'),
  links.help(),
  links.brandCenter(),
] as const

/** Checks the page: no axe violations, no horizontal scroll, one heading. */
async function look(page: Page): Promise<string[]> {
  const headings = await page.locator('h1').count()
  const wide = await sidewaysScroll(page)
  const where = new URL(page.url()).pathname
  return [
    ...(await violations(page)),
    ...(headings === 1 ? [] : [`${where}: ${headings} h1`]),
    ...(wide <= 0 ? [] : [`${where}: ${wide} px too wide`]),
  ]
}

test('search → detail → feedback; the operator reads it', async () => {
  const reader = await visit(browser, site)
  const { page } = reader
  saveScreenshotsOnFailure({ reader })
  await page.goto(links.helpCenter())
  const box = page.getByRole('textbox', { name: '搜索帮助' })
  await box.fill('执照识别不出怎么办')
  await box.press('Enter')
  await page.waitForURL(/searchList\?keyword=/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('执照识别不出怎么办')
  expect(await page.locator('main mark').first().textContent()).not.toBe('')
  await page.getByRole('link', { name: '营业执照识别不出或识别有误怎么办？' }).click()
  await page.waitForURL((url) => url.pathname + url.search === links.helpArticle(2902))
  await page.getByRole('button', { name: '没用' }).click()
  const why = page.getByLabel('不清楚的内容')
  await why.waitFor()
  expect(await page.getByRole('button', { name: '没用' }).getAttribute('aria-pressed')).toBe('true')
  await why.fill(said)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await page.getByText('谢谢，我们会据此改进').waitFor()
  await page.getByRole('button', { name: '有用' }).click()
  await page.getByText('谢谢，很高兴帮到您').waitFor()
  const rows = await querySite(inject('databaseSocket'), `select useful from help_feedback where question_id = 2902`)
  expect(rows).toEqual([{ useful: true }])
  expect(reader.errors).toEqual([])
  await reader.context.close()
})

test('operators read the feedback', async () => {
  const reader = await visit(browser, site)
  await reader.page.goto(links.helpArticle(3606))
  await reader.page.getByRole('button', { name: '没用' }).click()
  await reader.page.getByLabel('不清楚的内容').fill(said)
  await reader.page.getByRole('button', { name: '提交', exact: true }).click()
  await reader.page.getByText('谢谢，我们会据此改进').waitFor()
  const ops = await visit(browser, site)
  saveScreenshotsOnFailure({ reader, ops })
  await ops.page.goto(links.login(links.helpFeedbacks()))
  await signIn(ops.page, 'ops')
  await ops.page.waitForURL(`**${links.helpFeedbacks()}`)
  await waitForIslands(ops.page)
  await ops.page.getByText(said).waitFor()
  expect(await look(ops.page)).toEqual([])
  expect([...reader.errors, ...ops.errors]).toEqual([])
})

test('on a phone: from the categories to an answer and on to the next', async () => {
  const reader = await visit(browser, site, phone)
  const { page } = reader
  saveScreenshotsOnFailure({ reader })
  await page.goto(links.helpCenter())
  await page.getByRole('link', { name: '参与报价' }).first().click()
  await page.waitForURL(/helpList\?id=52/)
  await page.getByRole('link', { name: '报价提交后还能修改吗？' }).click()
  await page.waitForURL(/helpDetail\?id=5202/)
  await page
    .getByRole('navigation', { name: '前后问题' })
    .getByRole('link', { name: /什么是密封报价/ })
    .click()
  await page.waitForURL(/helpDetail\?id=5203/)
  await page.getByRole('button', { name: '有用' }).click()
  await page.getByText('谢谢，很高兴帮到您').waitFor()
  expect(await look(page)).toEqual([])
  expect(reader.errors).toEqual([])
  await reader.context.close()
})

test.each([
  ['at a desk', undefined],
  ['on a phone', phone],
] as const)('every page of help and about stands %s: axe, width, one heading', async (_where, screen) => {
  const reader = await visit(browser, site, screen)
  const found: string[] = []
  for (const path of pages) {
    await reader.page.goto(path)
    found.push(...(await look(reader.page)))
  }
  expect(found).toEqual([])
  expect(reader.errors).toEqual([])
  await reader.context.close()
})

test('without script: search, answers and about pages work; the feedback form says that it needs script', async () => {
  const context = await browser.newContext({ baseURL: site, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(links.helpCenter())
  await page.getByRole('textbox', { name: '搜索帮助' }).fill('红冲发票')
  await page.getByRole('textbox', { name: '搜索帮助' }).press('Enter')
  await page.getByRole('link', { name: /如何红冲重开/ }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('红冲')
  expect(await page.getByRole('button', { name: '有用' }).isDisabled()).toBe(true)
  expect(await page.content()).toContain('评价需要浏览器启用 JavaScript')
  await page.goto(links.about())
  await page.getByRole('navigation', { name: '关于平台' }).getByRole('link', { name: '联系我们' }).click()
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('联系我们')
  await context.close()
})

test('unknown ids return 404, pages that need an id redirect back; drafts are hidden', async () => {
  const status = async (path: string) => (await fetch(site + path, { redirect: 'manual' })).status
  expect(await status(links.helpArticle(9999))).toBe(404)
  expect(await status(links.helpArticle('x'))).toBe(404)
  expect(await status(links.helpList(2))).toBe(404)
  expect(await status(links.announcement('none'))).toBe(404)
  expect(await status('/platform/commonProblem/helpDetail')).toBe(302)
  expect(await status(links.helpArticle(2809))).toBe(404)
  for (const { id, name } of helpCategories) expect(await status(links.helpList(id, name)), name).toBe(200)
})

test('the feed is well-formed and contains announcements, articles and news', async () => {
  const response = await fetch(`${site}/rss.xml`)
  expect(response.headers.get('content-type')).toContain('application/rss+xml')
  const text = await response.text()
  expect(text.match(/<item>/g)?.length).toBeGreaterThan(3)
  for (const path of ['/about/annouceDetail', '/recommendedSuppliers/articleDetails', links.news()]) {
    expect(text).toContain(`${path}?id=`)
  }
  const reader = await visit(browser, site)
  const fault = await reader.page.evaluate(
    (xml) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror')?.textContent ?? '',
    text,
  )
  expect(fault).toBe('')
  await reader.context.close()
})

test('an operator writes an announcement with a picture, schedules it, takes that back and publishes; readers see it', async () => {
  const editor = await visit(browser, site)
  const { page } = editor
  await page.goto(links.login(links.opsTexts()))
  await signIn(page, 'ops')
  await page.waitForURL('**/ops/texts')
  const title = `系统维护公告 ${Date.now() % 100_000}`
  await page.getByRole('link', { name: '新建公告' }).click()
  await page.getByRole('textbox', { name: '标题' }).fill(title)
  await page.getByRole('button', { name: /类型/ }).click()
  await page.getByRole('option', { name: '服务通知' }).click()
  await page.getByRole('textbox', { name: '发布日期' }).fill('2026-11-20')
  await page.getByRole('textbox', { name: '摘要' }).fill('周六夜间维护两小时，期间不能付款。')
  await page.getByRole('textbox', { name: '正文' }).fill('## 时间\n\n周六 22 时至 24 时。')
  await page.locator('input[type=file]').setInputFiles({
    name: '机房示意.jpg',
    mimeType: 'image/jpeg',
    buffer: await gradient(640, 400),
  })
  const preview = page.getByRole('region', { name: '正文预览' })
  await preview.getByRole('img', { name: '机房示意' }).waitFor()
  expect(await look(page)).toEqual([])
  await page.getByRole('button', { name: '定时发布' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByText(/定于 .* 发布/).waitFor()
  expect(await look(page)).toEqual([])
  await page.getByRole('link', { name: `修改 ${title}` }).click()
  await page.getByRole('button', { name: '取消定时' }).click()
  await page.getByRole('button', { name: '保存并发布' }).click()
  await page.getByRole('link', { name: title, exact: true }).waitFor()

  const reader = await visit(browser, site, phone)
  await reader.page.goto(links.about('annouce'))
  await reader.page.getByRole('link', { name: title }).click()
  await reader.page.getByRole('img', { name: '机房示意' }).waitFor()
  expect(await look(reader.page)).toEqual([])
  await reader.context.close()

  // A second version, and back to the first.
  await page.getByRole('link', { name: `修改 ${title}` }).click()
  await page.getByRole('textbox', { name: '摘要' }).fill('维护改到周日。')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.getByRole('link', { name: `修改 ${title}` }).click()
  await page
    .getByRole('button', { name: /^载入第 \d+ 版$/ })
    .last()
    .click()
  await expect.poll(() => page.getByRole('textbox', { name: '摘要' }).inputValue()).toContain('周六夜间')
  await editor.context.close()
})
