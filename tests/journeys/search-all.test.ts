import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'

/** One search of the whole site, saved searches, and operators who mend a search without answer. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test.each([
  { name: 'desktop', screen: desktop },
  { name: 'phone', screen: phone },
])('the home search leads to all kinds, to the list of one, and back: $name', async ({ screen }) => {
  const visitor = await visit(browser, site, screen)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(links.home())
  const form = page.getByRole('search', { name: '搜索服务、商品或供应商' })
  const input = form.getByRole('textbox', { name: '关键词' }).or(form.getByRole('combobox', { name: '关键词' }))
  await input.fill('毒理')
  await form.getByRole('option').first().waitFor()
  expect(await violations(page)).toEqual([])
  await input.press('Escape')
  await input.press('Enter')
  await page.waitForURL((url) => url.pathname === links.search())
  expect(await page.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex')
  for (const kind of ['services', 'products', 'demands']) await page.locator(`[data-found="${kind}"]`).waitFor()
  expect(await violations(page)).toEqual([])
  expect(await sidewaysScroll(page)).toBe(0)
  await page.getByRole('link', { name: /^查看全部 \d+ 项服务/ }).click()
  await page.waitForURL((url) => url.pathname === links.serviceList())
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('毒理')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === links.search())
  await page.getByRole('navigation', { name: '结果类型' }).getByRole('link', { name: /^需求/ }).click()
  await page.waitForURL((url) => url.searchParams.get('kind') === 'demands')
  await page.locator('[data-found="demands"]').waitFor()
  expect(await page.locator('[data-found="services"]').count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('what was understood can be taken away, and a corrected word searched as typed', async () => {
  const visitor = await visit(browser, site)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(links.search({ keyword: '江苏 GLP 毒理' }))
  const understood = page.getByRole('group', { name: '已识别的条件' })
  await understood.getByRole('link', { name: '移除 地区 江苏' }).click()
  await page.waitForURL((url) => url.searchParams.get('keyword') === 'GLP 毒理')
  await understood.getByRole('link', { name: '移除 资质 GLP' }).click()
  await page.waitForURL((url) => url.searchParams.get('keyword') === '毒理')
  expect(await understood.count()).toBe(0)
  await page.goto(links.search({ keyword: '二甲双瓜' }))
  await page.getByRole('link', { name: '仍搜“二甲双瓜”' }).click()
  await page.waitForURL((url) => url.searchParams.get('exact') === '1')
  expect(errors).toEqual([])
  await context.close()
})

test('a search without answer begins a demand', async () => {
  const visitor = await visit(browser, site)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(links.login())
  await signIn(page, 'buyer')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(links.search({ keyword: 'zzqqxx' }))
  await page.locator('main').getByRole('link', { name: '发布需求' }).click()
  await page.waitForURL((url) => url.pathname === links.addDemand())
  await expect.poll(() => page.getByLabel('需求标题').first().inputValue()).toBe('zzqqxx')
  expect(errors).toEqual([])
  await context.close()
})

test('a search is saved from its list, renamed and opened', async () => {
  const visitor = await visit(browser, site)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(links.login())
  await signIn(page, 'buyer')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(links.serviceList({ keyword: '毒性', tags: 'GLP' }))
  await page.getByRole('button', { name: '保存搜索' }).click()
  const dialog = page.getByRole('dialog', { name: '保存搜索' })
  expect(await dialog.getByLabel('名称').inputValue()).toContain('毒性')
  await dialog.getByLabel('名称').fill('')
  await dialog.getByRole('button', { name: '保存' }).click()
  await dialog.getByText('请填写').waitFor()
  await dialog.getByLabel('名称').fill('毒性试验')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('搜索已保存').waitFor()
  await page.goto(links.savedSearches())
  await page.getByRole('button', { name: '重命名搜索：毒性试验' }).click()
  await page.getByRole('dialog').getByLabel('名称').fill('GLP 毒性')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  const saved = page.getByRole('article').filter({ hasText: 'GLP 毒性' })
  await saved.getByRole('switch', { name: '提醒中' }).click()
  await saved.getByRole('switch', { name: '已关闭提醒' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: '打开搜索：GLP 毒性' }).click()
  await page.waitForURL((url) => url.pathname === links.serviceList())
  expect(new URL(page.url()).searchParams.get('tags')).toBe('GLP')
  expect(errors).toEqual([])
  await context.close()
})

test('an operator mends a search without answer', async () => {
  const visitor = await visit(browser, site)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(links.login())
  await signIn(page, 'editor')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.goto(links.opsSearches())
  await page.getByRole('link', { name: '添加同义词：米格鲁小猎狗' }).click()
  const dialog = page.getByRole('dialog', { name: '新增搜索知识' })
  await dialog.getByRole('textbox', { name: '词', exact: true }).fill('比格犬')
  await dialog.getByRole('button', { name: '预览' }).click()
  await dialog.getByRole('region', { name: '修改的效果' }).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: '保存' }).click()
  await page.getByText('已保存，搜索随即采用').waitFor()
  await page.goto(links.opsSearches())
  await page.getByText('已维护').waitFor()
  await page.goto(links.serviceList({ keyword: '米格鲁小猎狗' }))
  await page
    .locator('main')
    .getByRole('link', { name: /比格犬/ })
    .first()
    .waitFor()
  expect(errors).toEqual([])
  await context.close()
})
