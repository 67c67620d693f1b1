import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('an operator writes news with a live preview, publishes, changes and withdraws it', async () => {
  const { page, context, errors } = await visit(browser, site)
  await page.goto(links.login(links.opsNews()))
  await signIn(page, 'ops')
  await page.getByRole('heading', { level: 1, name: '行业资讯维护' }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: '新建资讯' }).first().click()
  const form = page.getByRole('form', { name: '资讯' })
  await form.getByRole('button', { name: '保存并发布' }).click()
  await form.getByText('请填写').first().waitFor()
  await form.getByLabel('标题', { exact: false }).first().fill('旅程资讯')
  await form.getByRole('button', { name: /^来源类型/ }).click()
  await page.getByRole('option', { name: '政府' }).click()
  await form.getByRole('textbox', { name: '来源', exact: false }).first().fill('旅程部门')
  await form.getByRole('textbox', { name: '发布时间' }).fill('2026-01-05')
  await form.getByRole('textbox', { name: '发布时刻' }).fill('09:30')
  await form.getByRole('textbox', { name: '正文' }).fill('## 要点\n\n**两年**内有效')
  await form.getByRole('region', { name: '正文预览' }).getByRole('heading', { name: '要点' }).waitFor()
  await page.reload()
  await page.getByText('已恢复上次未保存的内容').waitFor()
  expect(await form.getByRole('textbox', { name: '正文' }).inputValue()).toContain('两年')
  expect(await violations(page)).toEqual([])
  await form.getByRole('button', { name: '保存并发布' }).click()
  await page.waitForURL((url) => url.pathname === links.opsNews() && url.search === '')
  await page.getByRole('link', { name: '旅程资讯', exact: true }).click()
  await page.getByRole('heading', { level: 2, name: '要点' }).waitFor()
  const address = page.url()
  await page.goto(links.opsNews())
  await page.getByRole('button', { name: '下线 旅程资讯' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '下线' }).click()
  await page.getByText('已下线').first().waitFor()
  expect((await fetch(address)).status).toBe(404)
  expect(errors).toEqual([])
  await context.close()
})

test('on a phone the form of a park can be filled in without horizontal scroll', async () => {
  const { page, context, errors } = await visit(browser, site, phone)
  await page.goto(links.login(links.opsParks({ edit: 1 })))
  await signIn(page, 'ops')
  await page.getByRole('heading', { level: 1, name: '修改园区' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
