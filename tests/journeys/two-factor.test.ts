import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { shownBy } from '../support/scenes/accounts/two-factor.ts'
import { demoPassword } from '../support/accounts.ts'
import { desktop, launchBrowser, phone, violations, visit } from '../support/browser.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { codeSentTo, linkSentTo, newPerson, passCodeInterval, registerOn } from '../support/new-person.ts'
import { ssoSettings, startOidcProvider, type OidcProvider } from '../support/oidc-provider.ts'
import { confirmSecondStepOn, enableTwoFactorOn, reauthenticateOn } from '../support/scenes/journeys/two-factor.ts'
import { signIn } from '../support/sign-in.ts'
import { querySite } from '../support/site-database.ts'
import { startSite, type Site } from '../support/site.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'

/** Two-factor sign-in in a browser: enrolment, the second step at login, and deactivation; the second step after every other first step. */

let browser: Browser
let provider: OidcProvider
let site: Site
beforeAll(async () => {
  provider = await startOidcProvider()
  ;[browser, site] = await Promise.all([
    launchBrowser(),
    startSite(ssoSettings(provider), { withDatabaseSocket: true }),
  ])
}, 60_000)
afterAll(async () => {
  await browser.close()
  await site.remove()
  await provider.close()
})

async function arrive(screen: typeof desktop | typeof phone, path: string) {
  const visitor = await visit(browser, site.url, screen)
  onTestFinished(() => visitor.context.close())
  saveScreenshotsOnFailure({ visitor })
  await visitor.page.goto(links.login(path))
  return visitor
}
const dialogOf = (page: Page) => page.getByRole('dialog')

test('a user enables it, signs in with both steps on a phone, and disables it with a recovery code', async () => {
  const security = links.buyerSecurity()
  const { page, errors } = await arrive(desktop, security)
  await signIn(page, 'seller2')
  await page.waitForURL((url) => url.pathname === security)
  const { secret, codes } = await enableTwoFactorOn(page, demoPassword, async () => {
    expect(await violations(page)).toEqual([])
  })
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(codes).toHaveLength(10)
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
  await main.getByText('登录未完成：还需要动态码').waitFor()
  await main.getByRole('button', { name: '登录', exact: true }).click()
  await main.getByLabel('动态码或恢复码').fill(shownBy(secret, 1))
  await main.getByRole('button', { name: '验证并登录' }).click()
  await other.page.waitForURL((url) => url.pathname === security)

  await other.page.getByRole('button', { name: '关闭两步验证' }).click()
  const removal = dialogOf(other.page).filter({ hasText: '恢复码全部作废' })
  await removal.getByLabel('动态码或恢复码').fill(codes[0] ?? '')
  await removal.getByRole('button', { name: '关闭', exact: true }).last().click()
  await reauthenticateOn(other.page, demoPassword)
  await other.page.getByRole('button', { name: '开启两步验证' }).waitFor()
  expect(other.errors).toEqual([])
})

test('the second step follows a single sign-on, a login in the dialog, and an accepted invitation', async () => {
  const [person, socket] = [newPerson(), site.databaseSocket]
  const security = links.buyerSecurity()
  const first = await arrive(desktop, security)
  await first.page.goto(links.register(security))
  await registerOn(first.page, socket, person)
  await first.page.waitForURL((url) => url.pathname === security)
  const { secret } = await enableTwoFactorOn(first.page, person.password)
  const proof = { secret, socket }
  expect(first.errors).toEqual([])

  const sso = await arrive(desktop, links.buyerAccount())
  provider.behaviour.person = { sub: 'park-0002', name: '顾思齐' }
  provider.behaviour.claims = { phone_number: person.mobile, phone_number_verified: true }
  await sso.page.getByRole('main').getByText('园区统一登录').click()
  await sso.page.getByRole('main').getByLabel('动态码或恢复码').waitFor()
  expect(await violations(sso.page)).toEqual([])
  await confirmSecondStepOn(sso.page, 'main', proof)
  await sso.page.waitForURL((url) => url.pathname === links.buyerAccount())

  // The session ends while a form is open: the dialog asks for both steps over the page.
  const { page } = sso
  await page.goto(security)
  await page.getByRole('button', { name: '关闭两步验证' }).waitFor()
  await querySite(socket, "update sessions set expires_at = now() - interval '1 second'")
  await page.getByRole('button', { name: '关闭两步验证' }).click()
  const removal = page.getByRole('dialog').filter({ hasText: '恢复码全部作废' })
  await removal.getByLabel('动态码或恢复码').fill('000000')
  await removal.getByRole('button', { name: '关闭', exact: true }).last().click()
  const dialog = page.getByRole('dialog', { name: '登录已失效' })
  await dialog.getByLabel('登录名或手机号').fill(person.loginName)
  await dialog.getByLabel('密码', { exact: true }).fill(person.password)
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await dialog.getByLabel('动态码或恢复码').waitFor()
  expect(await violations(page)).toEqual([])
  await querySite(socket, 'update two_factors set last_step = 0')
  await dialog.getByLabel('动态码或恢复码').fill(shownBy(secret))
  await dialog.getByRole('button', { name: '验证并登录' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(sso.errors).toEqual([])

  const owner = await arrive(desktop, links.buyerSubAccounts())
  await signIn(owner.page, 'buyer')
  await owner.page.waitForURL((url) => url.pathname === links.buyerSubAccounts())
  await waitForIslands(owner.page)
  await owner.page.getByRole('button', { name: '新增子账号' }).first().click()
  const invited = owner.page.getByRole('dialog', { name: '新增子账号' })
  await invited.getByLabel('姓名').fill('顾思齐')
  await invited.getByLabel('手机号').fill(person.mobile)
  await invited.getByRole('button', { name: '发送邀请', exact: true }).click()
  await invited.waitFor({ state: 'hidden' })
  const joining = await arrive(phone, security)
  await joining.page.goto(await linkSentTo(socket, person.mobile))
  const main = joining.page.getByRole('main')
  await passCodeInterval(socket, person.mobile)
  await main.getByRole('button', { name: '获取验证码' }).click()
  await main.getByRole('button', { name: /秒后重发/ }).waitFor()
  await main.getByLabel('短信验证码').fill(await codeSentTo(socket, person.mobile))
  await main.getByRole('button', { name: '下一步' }).click()
  await main.getByText(person.loginName).waitFor()
  await main.getByRole('button', { name: '接受邀请' }).click()
  await main.getByLabel('动态码或恢复码').waitFor()
  expect(await violations(joining.page)).toEqual([])
  await confirmSecondStepOn(joining.page, 'main', proof)
  await joining.page.waitForURL((url) => url.pathname === links.buyerDashboard())
  expect([...joining.errors, ...owner.errors]).toEqual([])
})
