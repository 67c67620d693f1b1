import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite, type Site } from '../support/site.ts'
import { querySite } from '../support/site-database.ts'

/** A visitor reports a listing, signs in, an operator takes it down, and both sides are told. */

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSite({}, { withDatabaseSocket: true })])
}, 120_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

async function arrive(screen: typeof desktop | typeof phone, path: string) {
  const visitor = await visit(browser, site.url, screen)
  onTestFinished(() => visitor.context.close())
  saveScreenshotsOnFailure({ visitor })
  await visitor.page.goto(path)
  return visitor
}

test('a reported listing is taken down, leaves the cached page, and both are told', async () => {
  const [service] = await querySite(
    site.databaseSocket,
    `select s.id, s.title from services s join users u on u.company_id = s.company_id
      where u.login_name = 'seller' and s.status = 'published' and s.deleted_at is null order by s.id limit 1`,
  )
  const [id, title] = [Number(service?.id), String(service?.title)]
  const reader = await arrive(desktop, links.serviceDetail(id))
  const words = '标称的检测周期与实际不符，联系后称需三周。'

  const { page, errors } = await arrive(phone, links.serviceDetail(id))
  await page.getByRole('link', { name: '举报' }).click()
  await page.getByRole('button', { name: '提交举报' }).click()
  await page.getByText('请选择原因').waitFor()
  await page.getByLabel('内容不实或夸大').check()
  await page.getByLabel('说明').fill(words)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: '提交举报' }).click()
  // What was typed survives the login page and the way back.
  await page.goto(links.login(links.report('service', id)))
  await signIn(page, 'buyer')
  await page.waitForURL((url) => url.pathname === '/platform/report')
  await page.getByText(title).first().waitFor()
  expect(await page.getByLabel('说明').inputValue()).toBe(words)
  await page.getByRole('button', { name: '提交举报' }).click()
  await page.getByText('举报已提交').waitFor()

  const operator = await arrive(desktop, links.login(links.complaints()))
  await signIn(operator.page, 'risk')
  await operator.page.getByRole('link', { name: `处理 ${title}` }).click()
  await operator.page.getByRole('button', { name: '受理', exact: true }).click()
  await operator.page.getByLabel('成立：下架').check()
  await operator.page.getByLabel('理由').fill('核实后周期与描述不符')
  expect(await violations(operator.page)).toEqual([])
  await operator.page.getByRole('button', { name: '提交处理结果' }).click()
  await operator.page.getByText('已处理，相关方会收到通知').waitFor()

  const answer = await reader.page.reload()
  expect(answer?.status()).toBe(410)
  await page.goto(links.buyerComplaints())
  await page.getByText('核实后周期与描述不符').waitFor()
  const notices = await querySite(
    site.databaseSocket,
    `select u.login_name, n.title from notices n join users u on u.id = n.user_id
      where u.login_name in ('buyer', 'seller') and (n.text like '%周期与描述不符%') order by n.id`,
  )
  expect(new Set(notices.map((row) => row.login_name))).toEqual(new Set(['buyer', 'seller']))
  expect([...errors, ...operator.errors]).toEqual([])
}, 120_000)
