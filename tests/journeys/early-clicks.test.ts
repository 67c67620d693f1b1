import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, visit } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A line so slow that the page stands there and its scripts come when they are let through. */
async function slowLine() {
  const visitor = await visit(browser, site)
  const { promise, resolve: letThrough } = Promise.withResolvers<void>()
  const slow = () => visitor.context.route('**/*.js', (route) => promise.then(() => route.continue()))
  return { ...visitor, slow, letThrough }
}

const early = [
  { name: /^收藏/, address: links.serviceDetail(1) },
  { name: /^加入购物车/, address: links.goodsList() },
]
test.each(early)('$name pressed before the scripts have come asks for the login then', async ({ name, address }) => {
  const { page, context, faults, slow, letThrough } = await slowLine()
  await slow()
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name }).first().click()
  expect(await page.getByText('访问受限').isVisible()).toBe(false)
  letThrough()
  await page.getByText('访问受限').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('signed in, it is done once they have come', async () => {
  const { page, context, faults, slow, letThrough } = await slowLine()
  await page.goto(links.login(links.home()))
  await signIn(page, 'buyer2')
  await page.waitForURL((url) => url.pathname === links.home())
  await slow()
  await page.goto(links.serviceDetail(1), { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: /^收藏/ }).first().click()
  letThrough()
  await page.getByText('已收藏，可在').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
