import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import type { Account } from '../support/accounts.ts'
import { desktop, launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite, type Site } from '../support/site.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** Operators and the records of people and companies. */

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSite()])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

async function arriveAs(
  account: Account,
  path: string,
  screen: typeof desktop | typeof phone = desktop,
): Promise<Page> {
  const visitor = await visit(browser, site.url, screen)
  onTestFinished(() => visitor.context.close())
  saveScreenshotsOnFailure({ [account]: visitor })
  await visitor.page.goto(links.login(path))
  await signIn(visitor.page, account)
  await visitor.page.waitForURL((url) => url.pathname === path.split('?')[0])
  return visitor.page
}

async function find(page: Page, keyword: string, what: '用户' | '企业'): Promise<void> {
  await page.getByRole('main').getByRole('searchbox').fill(keyword)
  await page.getByRole('main').getByRole('searchbox').press('Enter')
  await page.waitForURL((url) => url.searchParams.get('keyword') === keyword)
  await page.getByRole('list', { name: what, exact: true }).getByRole('link').first().click()
  await page.waitForURL((url) => url.searchParams.has('id'))
}

async function actWith(page: Page, action: string, reason: string): Promise<void> {
  await waitForIslands(page)
  await page.getByRole('button', { name: action, exact: true }).click()
  await page.getByRole('dialog').getByLabel('原因').fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
}

test('a suspicious supplier is found and suspended: its listings leave cached pages within seconds, and come back', async () => {
  const shop = '天津臻境安全评价中心有限公司'
  const page = await arriveAs('risk', links.opsCompanies())
  const anyone = await browser.newPage({ baseURL: site.url })
  onTestFinished(() => anyone.close())
  await anyone.goto(links.serviceList({ keyword: shop.slice(0, 4) }))
  const address = await anyone.locator('main a[href^="/serviceHall/serviceDetails?"]').first().getAttribute('href')
  const status = async () => (await anyone.goto(address ?? ''))?.status()
  expect(await status()).toBe(200)
  await find(page, shop.slice(0, 4), '企业')
  await actWith(page, '申请停用企业', '核查发现资质证书系伪造')
  await page.getByText('等待另一位运营人员确认').waitFor()
  expect(await status()).toBe(200)
  const second = await arriveAs('ops', links.approvals())
  await second.getByRole('link', { name: `停用企业：${shop}` }).click()
  await second.waitForURL((url) => url.searchParams.has('id'))
  await actWith(second, '确认停用企业', '已复核证书编号')
  await second.getByRole('button', { name: '恢复企业', exact: true }).waitFor()
  await page.reload()
  await page.getByText('已停用').first().waitFor()
  await expect.poll(status).toBe(410)
  await actWith(page, '恢复企业', '补充的证书已核实')
  await page.getByRole('button', { name: '申请停用企业', exact: true }).waitFor()
  await expect.poll(status).toBe(200)
})

test.each([
  ['a computer', desktop],
  ['a phone', phone],
] as const)('an account is viewed read-only on %s; nothing can be done in its name', async (_name, screen) => {
  const page = await arriveAs('risk', links.opsUsers(), screen)
  await find(page, 'buyer2', '用户')
  const record = page.url()
  await actWith(page, '只读查看', '用户来电反映购物车显示异常')
  await page.waitForURL((url) => url.pathname.startsWith(links.buyerCenter()))
  const notice = page.getByRole('status').filter({ hasText: '只读查看' })
  await notice.getByText(/剩余 1\d:\d\d/).waitFor()
  expect(await violations(page)).toEqual([])
  await page.goto(links.goodsList())
  const joined = page.locator('button[data-join]').first()
  await joined.click()
  await page.getByText('只读查看他人账号').first().waitFor()
  await notice.getByRole('button', { name: '退出查看' }).click()
  await page.waitForURL(record)
  await page.getByRole('button', { name: '只读查看', exact: true }).waitFor()
  expect(await notice.count()).toBe(0)
})
