import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import type { Account } from '../support/accounts.ts'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { querySite, queueJob } from '../support/site-database.ts'
import { startSite, type Site } from '../support/site.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** Work of agents and operators: the visitor beside the chat, signs of fraud, monthly reports. */

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSite({}, { withDatabaseSocket: true })])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

async function arriveAs(
  account: Account,
  path: string,
  screen: typeof desktop | typeof phone = desktop,
): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const visitor = await visit(browser, site.url, screen)
  onTestFinished(() => visitor.context.close())
  saveScreenshotsOnFailure({ [account]: visitor })
  await visitor.page.goto(links.login(path))
  await signIn(visitor.page, account)
  await visitor.page.waitForURL((url) => url.pathname === path.split('?')[0])
  return visitor
}

test('an agent sees the company, orders and demands of a visitor who waits; after a hand-over the next agent does', async () => {
  // Visitors of the demo are served.
  await querySite(site.databaseSocket, 'update service_cases set closed_at = now(), waiting_since = null')
  const { page: buyer } = await arriveAs('buyer', links.chat(), phone)
  await buyer.getByRole('button').filter({ hasText: '平台客服' }).first().click()
  await buyer.getByLabel('消息', { exact: true }).fill('订单付款后多久发货')
  await buyer.getByRole('button', { name: '发送', exact: true }).click()
  await buyer.getByRole('log').getByText('订单付款后多久发货').waitFor()

  const first = await arriveAs('service', links.supportConsole())
  const other = await arriveAs('service2', links.supportConsole(), phone)
  const customerOf = (page: Page) => page.getByRole('region', { name: '客户资料' })
  const openCase = (page: Page) =>
    page.getByRole('complementary', { name: '访客列表' }).getByRole('button').filter({ hasText: '已等待' }).click()
  await first.page.getByText('最长等待').waitFor()
  await openCase(first.page)
  const customer = customerOf(first.page)
  await customer.getByText('已认证').waitFor()
  expect(await customer.getByRole('list', { name: '最近的订单' }).getByRole('listitem').count()).toBeGreaterThan(0)
  expect(await customer.getByRole('list', { name: '最近的需求' }).getByRole('listitem').count()).toBeGreaterThan(0)
  // An agent is no operator: numbers are text, not links that lead to a refusal.
  expect(await customer.getByRole('link').count()).toBe(0)
  expect(await violations(first.page)).toEqual([])

  await openCase(other.page)
  await other.page.getByRole('button', { name: '接待与客户资料' }).click()
  await customerOf(other.page).getByText('已认证').waitFor()
  expect(await sidewaysScroll(other.page)).toBe(0)
  expect(await violations(other.page)).toEqual([])

  await first.page.getByRole('button', { name: '接待', exact: true }).click()
  await customerOf(other.page).getByText('由另一位客服接待').waitFor()
  await first.page.getByRole('button', { name: '转接', exact: true }).click()
  const dialog = first.page.getByRole('dialog', { name: '转接访客' })
  await dialog.getByRole('button', { name: /转接给/ }).click()
  await first.page.getByRole('option', { name: /宋知秋/ }).click()
  await dialog.getByLabel('备注').fill('客户问发货时间')
  await dialog.getByRole('button', { name: '转接', exact: true }).click()
  await customer.getByText('由另一位客服接待').waitFor()
  await customerOf(other.page).getByText('已认证').waitFor()
  await buyer.getByRole('log').getByText('已为您转接其他客服').waitFor()
  expect([...first.errors, ...other.errors]).toEqual([])
})

test('accounts from one network are a sign; of two operators the second is told that it is decided', async () => {
  const { databaseSocket: socket } = site
  await querySite(
    socket,
    `with made as (insert into users (login_name) select 'burst' || n from generate_series(1, 6) n returning id)
     insert into sessions (user_id, token_hash, app_id, ip, expires_at)
     select id, 'burst ' || id, 'web', '203.0.113.' || (id % 200), now() + interval '1 hour' from made`,
  )
  // As the schedule does each hour.
  await queueJob(socket, 'operations-fraud-signs')
  const { page, errors } = await arriveAs('risk', links.fraudSigns())
  const sign = (on: Page) =>
    on.getByRole('list', { name: '风险线索' }).getByRole('listitem').filter({ hasText: '203.0.113.0/24' }).first()
  await expect
    .poll(
      async () => {
        await page.reload()
        return sign(page).count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  await sign(page).getByText('注册了 6 个账号').waitFor()
  expect(await violations(page)).toEqual([])
  const { page: small } = await arriveAs('ops', links.fraudSigns({ kind: 'accountBurst' }), phone)
  await sign(small).waitFor()
  expect(await sidewaysScroll(small)).toBe(0)
  expect(await violations(small)).toEqual([])

  await waitForIslands(page)
  await sign(page)
    .getByRole('button', { name: /^确认风险/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确认风险' }).click()
  await dialog.getByText('请填写理由').waitFor()
  await dialog.getByLabel('理由').fill('同一机房批量注册，已停用')
  await dialog.getByRole('button', { name: '确认风险' }).click()
  await sign(page).waitFor({ state: 'detached' })

  await sign(small).getByRole('button', { name: /^排除/ }).click()
  await small.getByRole('dialog').getByLabel('理由').fill('培训班统一注册')
  await small.getByRole('dialog').getByRole('button', { name: '排除' }).click()
  await small.getByRole('dialog').getByText('已由另一位运营人员处理').waitFor()
  expect(await small.getByRole('dialog').getByLabel('理由').inputValue()).toBe('培训班统一注册')

  await page
    .getByRole('navigation', { name: '线索状态' })
    .getByRole('link', { name: /已确认/ })
    .click()
  await sign(page).getByText('同一机房批量注册，已停用').waitFor()
  await sign(page)
    .getByRole('link', { name: /^用户 burst/ })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === links.opsUsers() && url.searchParams.has('id'))
  expect(errors).toEqual([])
})

test('finance downloads the report of the running month, which is said to be unfinished', async () => {
  const { page, errors } = await arriveAs('finance', links.monthlyReports())
  await waitForIslands(page)
  await page.getByRole('button', { name: /^月份/ }).click()
  await page.getByRole('option').first().click()
  await page.getByText('尚未结束').waitFor()
  expect(await violations(page)).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 Excel' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^月度报表 \d{4}-\d{2}（截至 .*\.xlsx$/)
  const rows = await readSheet(readFileSync(await download.path()), '概览')
  expect(rows.map(([item]) => item)).toContain('净到账')
  const { page: small } = await arriveAs('reviewer', links.monthlyReports(), phone)
  await small.getByText('您的运营角色没有此项权限').waitFor()
  expect(errors).toEqual([])
})
