import type { Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { profileCalls } from '../../src/contract/accounts/profile.ts'
import { signInCalls } from '../../src/contract/accounts/sign-in.ts'
import { conversationsCalls } from '../../src/contract/chat/conversations.ts'
import { halfCookie, tokenCookie } from '../support/session-cookies.ts'
import { links } from '../../src/domain/links.ts'
import { hashToken } from '../../src/server/platform/tokens.ts'
import { launchBrowser, violations, type Visitor } from '../support/browser.ts'
import { openVisitor, callCodeFrom, sessionHalvesOf, setCookies, openSignedInBuyer } from '../support/session-halves.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { querySite } from '../support/site-database.ts'
import { signIn } from '../support/sign-in.ts'

/** Stolen parts of a session, and a session that ends while a form is open. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const { path: profile } = profileCalls.profile
const { path: ticket } = conversationsCalls.pushTicket

/** Asserts that calls under any app id, push and pages of the centre treat the browser as signed out. */
async function isNobody({ context, page }: Visitor, token: string): Promise<void> {
  await page.goto(links.home())
  for (const app of ['web', 'mini', 'open']) {
    for (const path of [profile, ticket]) {
      expect(await callCodeFrom(page, path, { token, 'app-id': app }), `${app} ${path}`).toBe(600)
    }
  }
  const answer = await context.request.get(links.buyerOrders(), { maxRedirects: 0 })
  expect(answer.status()).toBe(302)
  expect(answer.headers()['location']).toBe(links.login(links.buyerOrders()))
}

describe('a stolen session', () => {
  test('one of the two halves cannot be read by any script', async () => {
    const { page } = await openSignedInBuyer(browser, site)
    const readable = await page.evaluate(() => `${document.cookie} ${JSON.stringify({ ...localStorage })}`)
    expect(readable).toContain(`${tokenCookie}=`)
    expect(readable).not.toContain(`${halfCookie}=`)
  })

  test('everything a script can read, copied into another browser, does not authenticate', async () => {
    const [owner, thief] = [await openSignedInBuyer(browser, site), await openVisitor(browser, site)]
    const { token, half } = await sessionHalvesOf(owner)
    const stored = await owner.page.evaluate(() => ({ ...localStorage }))
    await setCookies(thief.context, site, { [tokenCookie]: token })
    await thief.page.goto(links.home())
    await thief.page.evaluate((items) => {
      for (const [name, value] of Object.entries(items)) localStorage.setItem(name, value)
    }, stored)
    await isNobody(thief, token)
    // Counter-check: both halves authenticate, so the refusal above is due to the missing one.
    await setCookies(thief.context, site, { [halfCookie]: half })
    expect(await callCodeFrom(thief.page, profile, { token })).toBe(200)
  })

  test('the cookie half alone does not authenticate', async () => {
    const [owner, thief] = [await openSignedInBuyer(browser, site), await openVisitor(browser, site)]
    const { half } = await sessionHalvesOf(owner)
    await setCookies(thief.context, site, { [halfCookie]: half })
    await isNobody(thief, '')
    await isNobody(thief, half)
  })

  test('halves of two sessions of the same person do not authenticate', async () => {
    const [one, other, thief] = [
      await openSignedInBuyer(browser, site),
      await openSignedInBuyer(browser, site),
      await openVisitor(browser, site),
    ]
    const [first, second] = [await sessionHalvesOf(one), await sessionHalvesOf(other)]
    await setCookies(thief.context, site, { [tokenCookie]: first.token, [halfCookie]: second.half })
    await isNobody(thief, first.token)
    expect(await callCodeFrom(one.page, profile, { token: first.token })).toBe(200)
  })

  test('after signing out both halves are invalid, and the push connection of another tab has ended', async () => {
    const [owner, thief] = [await openSignedInBuyer(browser, site), await openVisitor(browser, site)]
    saveScreenshotsOnFailure({ owner })
    const { token, half } = await sessionHalvesOf(owner)
    const chat = await owner.context.newPage()
    const opened = chat.waitForEvent('websocket')
    await chat.goto(links.chat())
    const socket = await opened
    await socket.waitForEvent('framereceived')
    await owner.page.evaluate(
      async ([path, mine]) => {
        const headers = { 'content-type': 'application/json', 'app-id': 'web', token: mine }
        await fetch(`/api${path}`, { method: 'POST', headers, body: '{}' })
      },
      [signInCalls.logout.path, token] as const,
    )
    if (!socket.isClosed()) await socket.waitForEvent('close')
    await setCookies(thief.context, site, { [tokenCookie]: token, [halfCookie]: half })
    await isNobody(thief, token)
  })
})

test('a session ends while a form is open: the dialog opens, no input is lost, the second try succeeds', async () => {
  const owner = await openSignedInBuyer(browser, site)
  const { page, context, errors } = owner
  saveScreenshotsOnFailure({ owner })
  const title = `稳定性研究 ${Date.now() % 100_000}`
  await page.goto(links.addDemand())
  await page.getByLabel('需求标题').fill(title)
  await page.getByRole('button', { name: '研究阶段：选择研究阶段' }).click()
  await page.getByRole('option', { name: '临床前' }).click()
  await page.getByLabel('公开说明').fill('长期与加速条件各一，共 6 个月。')
  await page.getByLabel('要求 1', { exact: true }).fill('条件')
  await page.getByLabel('内容').first().fill('25 ℃ / 60 % RH')
  await page.getByRole('textbox', { name: '预算', exact: true }).fill('120000')
  const { token } = await sessionHalvesOf(owner)
  const ended = await querySite(
    inject('databaseSocket'),
    "update sessions set expires_at = now() - interval '1 second' where token_hash = $1 returning id",
    hashToken(token),
  )
  expect(ended).toHaveLength(1)
  await page.getByRole('button', { name: '发布需求' }).click()
  const dialog = page.getByRole('dialog', { name: '登录已失效' })
  await dialog.waitFor()
  expect(await violations(page)).toEqual([])
  await signIn(page, 'buyer', 'dialog')
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('需求标题').inputValue()).toBe(title)
  expect(await page.getByLabel('公开说明').inputValue()).toBe('长期与加速条件各一，共 6 个月。')
  await page.getByRole('button', { name: '发布需求' }).click()
  await page.waitForURL('**/platform/buyerAccount/requirementDetail?**')
  await page.getByRole('heading', { name: title }).waitFor()
  const after = await context.cookies()
  expect(after.find(({ name }) => name === tokenCookie)?.value).not.toBe(token)
  expect(errors).toEqual([])
})
