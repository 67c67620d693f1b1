import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, violations, visit } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('the tour of the demo remembers opened steps and stays closed; further to-dos unfold', async () => {
  const { page, context, errors } = await visit(browser, site)
  const start = links.buyerDashboard()
  await page.goto(links.login(start))
  await signIn(page, 'buyer')
  await page.waitForURL((url) => url.pathname === start)
  await waitForIslands(page)
  const tour = page.getByRole('region', { name: '四步了解平台' })
  expect(await tour.getByRole('listitem').count()).toBe(4)
  await tour.getByRole('link', { name: '比较服务' }).click()
  await page.waitForURL((url) => url.pathname === links.serviceList())
  await page.goBack()
  await page.reload()
  await waitForIslands(page)
  await tour.getByLabel('已看过').waitFor()
  await tour.getByText('1 / 4').waitFor()

  const todos = page.getByRole('region', { name: '待办' })
  expect(await todos.getByRole('listitem').count()).toBe(6)
  await todos.getByRole('button', { name: /^展开其余 \d+ 项$/ }).click()
  expect(await todos.getByRole('listitem').count()).toBeGreaterThan(6)
  await todos.getByRole('button', { name: '收起' }).click()
  expect(await violations(page)).toEqual([])

  await tour.getByRole('button', { name: '关闭导览' }).click()
  expect(await tour.count()).toBe(0)
  await page.reload()
  await waitForIslands(page)
  expect(await tour.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()
})

test('visitors of the home page have a tour of their own, until they close it or sign in', async () => {
  const { page, context, errors } = await visit(browser, site)
  await page.goto(links.home())
  const tour = page.getByRole('region', { name: '四步了解平台' })
  await tour.waitFor()
  expect(await tour.getByRole('listitem').count()).toBe(4)
  expect(await violations(page)).toEqual([])
  await tour.getByRole('link', { name: '浏览需求' }).click()
  await page.waitForURL((url) => url.pathname === links.demandHall())
  await page.goto(links.home())
  await tour.getByLabel('已看过').waitFor()
  await tour.getByText('1 / 4').waitFor()

  await tour.getByRole('link', { name: '登录演示账号' }).click()
  await page.waitForURL((url) => url.pathname === links.login())
  await signIn(page, 'buyer')
  await page.waitForURL((url) => url.pathname !== links.login())
  await page.goto(links.home())
  await page.waitForLoadState('networkidle')
  expect(await tour.count()).toBe(0)
  expect(errors).toEqual([])
  await context.close()

  const other = await visit(browser, site)
  await other.page.goto(links.home())
  const open = other.page.getByRole('region', { name: '四步了解平台' })
  await open.getByRole('button', { name: '关闭导览' }).click()
  expect(await open.count()).toBe(0)
  await other.page.reload()
  await other.page.waitForLoadState('networkidle')
  expect(await open.count()).toBe(0)
  await other.context.close()
})
