import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { halfCookie, ssoCookie, tokenCookie } from '../support/session-cookies.ts'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, visit, violations } from '../support/browser.ts'
import { ssoSettings, startOidcProvider, type OidcProvider } from '../support/oidc-provider.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { startSite, type Site } from '../support/site.ts'

/** Sign-in and sign-out through the single sign-on, against a real provider, in a browser. */

let browser: Browser
let provider: OidcProvider
let site: Site
beforeAll(async () => {
  provider = await startOidcProvider()
  ;[browser, site] = await Promise.all([launchBrowser(), startSite(ssoSettings(provider))])
}, 120_000)
afterAll(async () => {
  await Promise.all([browser.close(), site.remove()])
  await provider.close()
})

test('signs in through the provider, returns to the requested page, and signs out of both', async () => {
  provider.behaviour.person = { sub: 'park-0001', name: '林若溪' }
  const visitor = await visit(browser, site.url)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(links.buyerAccount())
  await page.waitForURL((url) => url.pathname === '/login/login')
  expect(await violations(page)).toEqual([])
  await page.getByRole('main').getByText('园区统一登录').click()
  await page.waitForURL((url) => url.pathname === links.buyerAccount())
  await page.getByText('林若溪').first().waitFor()
  const names = (await context.cookies()).map(({ name }) => name)
  expect(names).toContain(tokenCookie)
  expect(names).toContain(halfCookie)
  expect(names).not.toContain(ssoCookie)

  await page.goto(links.home())
  const bar = page.getByRole('region', { name: '顶部栏' })
  await bar.getByText('您好').filter({ visible: true }).hover()
  await bar.getByRole('button', { name: '退出登录' }).click()
  const left = page.waitForRequest((request) => request.url().startsWith(`${provider.issuer}/end?`))
  await page.getByRole('dialog', { name: '退出登录' }).getByRole('button', { name: '确定' }).click()
  await left
  await page.waitForURL((url) => url.pathname === '/login/login')
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(halfCookie)
  await context.close()
  expect(errors).toEqual([])
})

test('refuses invalid responses with a next step, and leaves no code in the address bar', async () => {
  const visitor = await visit(browser, site.url)
  saveScreenshotsOnFailure({ visitor })
  const { page, context, errors } = visitor
  await page.goto(`${links.login()}?code=stolen&state=made.up.x`)
  await page.getByText('统一身份登录未完成').first().waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: '返回登录' }).click()
  await page.waitForURL((url) => url.search === '')
  provider.behaviour.refuses = true
  await page.getByRole('main').getByText('园区统一登录').click()
  await page.getByText('统一身份登录未完成').first().waitFor()
  provider.behaviour.refuses = false
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(tokenCookie)
  await context.close()
  expect(errors).toEqual([])
})
