import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { leaderTicketsCalls } from '../../src/contract/accounts/leader-tickets.ts'
import { referenceCalls } from '../../src/contract/reference/reference.ts'
import { links } from '../../src/domain/links.ts'
import { notSetUp } from '../../src/domain/shell/menu.ts'
import { launchBrowser, violations, visit } from '../support/browser.ts'
import { sessionHalvesOf } from '../support/session-halves.ts'
import { startForeignSite, type ForeignSite } from '../support/foreign-site.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite, type Site } from '../support/site.ts'

/** A site that records received messages. */
const listening = `<!doctype html><title>park</title><body><script>
  const told = []
  addEventListener('message', ({ data, origin }) => told.push({ data, origin }))
</script>`
const told = z.array(
  z.object({
    data: z.strictObject({ token: z.string(), userId: z.number(), loginName: z.string() }),
    origin: z.string(),
  }),
)
const heard = async (page: Page) => told.parse(await page.evaluate('told'))

let browser: Browser
let park: ForeignSite
let stranger: ForeignSite
let site: Site
beforeAll(async () => {
  park = await startForeignSite('127.0.0.1', listening)
  stranger = await startForeignSite('127.0.0.1', listening)
  browser = await launchBrowser()
  site = await startSite({ INDUSTRY_LEADER_URL: park.url, CORS_ORIGINS: new URL(park.url).origin })
}, 170_000)
afterAll(async () => {
  await browser.close()
  await Promise.all([park.close(), stranger.close(), site.remove()])
})

async function check(ticket: string): Promise<unknown> {
  const answer = await fetch(`${site.url}/api${leaderTicketsCalls.leaderTicketCheck.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ticket }),
  })
  return answer.json()
}

/** Opens the park-service site from its page. */
async function opened(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('link', { name: /进入园区服务/ }).click()
  const window = await popup
  await window.waitForLoadState()
  return window
}

test('identifies the user to the site by a ticket that is not the session, only to its origin, and not after logout', async () => {
  const visitor = await visit(browser, site.url)
  const { page } = visitor
  await page.goto(links.login(links.industryLeader()))
  await signIn(page, 'buyer')
  await page.waitForURL((url) => url.pathname === links.industryLeader())
  const window = await opened(page)
  await expect.poll(async () => (await heard(window)).length).toBeGreaterThanOrEqual(2)
  const [first] = await heard(window)
  expect(first).toMatchObject({ origin: site.url, data: { loginName: 'buyer' } })
  expect(await window.evaluate(() => opener)).toBeNull()
  const { token, half } = await sessionHalvesOf(visitor)
  const ticket = first?.data.token ?? ''
  expect([token, half]).not.toContain(ticket)
  expect(await check(ticket)).toMatchObject({ code: 200, content: { loginName: 'buyer' } })

  await window.goto(stranger.url)
  // Three intervals of the sender, one message each.
  await page.waitForTimeout(3_200)
  expect(await heard(window)).toEqual([])
  await window.goto(park.url)
  await expect.poll(async () => (await heard(window)).length).toBeGreaterThanOrEqual(1)

  const other = await visitor.context.newPage()
  await other.goto(`${site.url}${links.home()}`)
  await other
    .locator('[data-logout]')
    .first()
    .evaluate((button: HTMLElement) => button.click())
  await other.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await other.waitForURL((url) => url.pathname === '/login/login')
  await expect.poll(() => check(ticket)).toMatchObject({ code: 404 })
  const before = (await heard(window)).length
  await page.waitForTimeout(2_500)
  expect((await heard(window)).length - before).toBeLessThanOrEqual(1)
  await visitor.context.close()
})

test('a visitor’s window opens without a name; without the setting the page says so', async () => {
  const { page, context } = await visit(browser, site.url)
  await page.goto(links.industryLeader())
  const window = await opened(page)
  await page.waitForTimeout(2_200)
  expect(await heard(window)).toEqual([])
  await page.goto(inject('site') + links.industryLeader())
  await page.getByText(notSetUp('园区服务')).waitFor()
  expect(await page.getByRole('link', { name: /进入园区服务/ }).count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await context.close()
})

test('a page of an allowed origin can make calls in its browser and read the responses; other origins cannot', async () => {
  const { page, context } = await visit(browser, site.url)
  const codeFrom = async (origin: string) => {
    await page.goto(origin)
    return page.evaluate(async (to) => {
      const headers = { 'content-type': 'application/json', 'app-id': 'web', token: '' }
      const answer = await fetch(to, { method: 'POST', headers, body: JSON.stringify({}) }).catch(() => undefined)
      if (answer === undefined) return 'refused by the browser'
      const envelope: { code: number } = await answer.json()
      return envelope.code
    }, `${site.url}/api${referenceCalls.dictionaryMap.path}`)
  }
  expect(await codeFrom(park.url)).toBe(200)
  expect(await codeFrom(stranger.url)).toBe('refused by the browser')
  await context.close()
})
