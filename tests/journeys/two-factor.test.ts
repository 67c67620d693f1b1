import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { shownBy } from '../support/scenes/accounts/two-factor.ts'
import { demoPassword } from '../support/accounts.ts'
import { desktop, launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite, type Site } from '../support/site.ts'

/** Two-factor sign-in in a browser: enrolment, the second step at login, and deactivation. */

let browser: Browser
let site: Site
beforeAll(async () => {
  ;[browser, site] = await Promise.all([launchBrowser(), startSite()])
}, 60_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
})

async function arrive(screen: typeof desktop | typeof phone, path: string) {
  const visitor = await visit(browser, site.url, screen)
  onTestFinished(() => visitor.context.close())
  saveScreenshotsOnFailure({ visitor })
  await visitor.page.goto(links.login(path))
  return visitor
}
const dialogOf = (page: Page) => page.getByRole('dialog')

async function prove(page: Page): Promise<void> {
  const dialog = dialogOf(page).filter({ hasText: '确认是您本人' })
  await dialog.getByRole('textbox', { name: '登录密码' }).fill(demoPassword)
  await dialog.getByRole('button', { name: '确认', exact: true }).click()
}

test('a user enables it, signs in with both steps on a phone, and disables it with a recovery code', async () => {
  const security = links.buyerSecurity()
  const { page, errors } = await arrive(desktop, security)
  await signIn(page, 'seller2')
  await page.waitForURL((url) => url.pathname === security)
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await prove(page)
  const enrolment = dialogOf(page).filter({ hasText: '不能扫码时' })
  await enrolment.getByRole('img', { name: '两步验证的二维码' }).waitFor()
  const secret = ((await enrolment.locator('.font-mono').textContent()) ?? '').replaceAll(' ', '')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(await violations(page)).toEqual([])
  await enrolment.getByLabel('动态码').fill(shownBy(secret))
  await enrolment.getByRole('button', { name: '开启', exact: true }).click()
  const saved = dialogOf(page).filter({ hasText: '请保存恢复码' })
  await saved.getByRole('listitem').first().waitFor()
  const codes = await saved.getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  await saved.getByRole('button', { name: '已保存' }).click()
  await page.getByText('还剩 10 个恢复码').waitFor()
  expect(errors).toEqual([])

  const other = await arrive(phone, security)
  await signIn(other.page, 'seller2')
  const main = other.page.getByRole('main')
  await main.getByLabel('动态码或恢复码').fill('000000')
  expect(await main.getByLabel('登录名或手机号').isVisible()).toBe(false)
  await main.getByRole('button', { name: '验证并登录' }).click()
  await main.getByText('动态码不正确或已用过').waitFor()
  expect(await violations(other.page)).toEqual([])
  await main.getByRole('button', { name: '返回上一步' }).click()
  await main.getByText('登录没有完成：还需要动态码').waitFor()
  await main.getByRole('button', { name: '登录', exact: true }).click()
  await main.getByLabel('动态码或恢复码').fill(shownBy(secret, 1))
  await main.getByRole('button', { name: '验证并登录' }).click()
  await other.page.waitForURL((url) => url.pathname === security)

  await other.page.getByRole('button', { name: '关闭两步验证' }).click()
  const removal = dialogOf(other.page).filter({ hasText: '恢复码全部作废' })
  await removal.getByLabel('动态码或恢复码').fill(codes[0] ?? '')
  await removal.getByRole('button', { name: '关闭', exact: true }).last().click()
  await prove(other.page)
  await other.page.getByRole('button', { name: '开启两步验证' }).waitFor()
  expect(other.errors).toEqual([])
})
