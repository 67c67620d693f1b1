import type { Browser } from 'playwright'
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

/** A page whose scripts are held back until released. */
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
test.each(early)(
  '$name clicked before the scripts are loaded opens the login afterwards',
  async ({ name, address }) => {
    const { page, context, errors, slow, letThrough } = await slowLine()
    await slow()
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('main').getByRole('button', { name }).first().click()
    expect(await page.getByText('访问受限').isVisible()).toBe(false)
    letThrough()
    await page.getByText('访问受限').waitFor()
    expect(errors).toEqual([])
    await context.close()
  },
)

test('signed in, the action runs once the scripts are loaded', async () => {
  const { page, context, errors, slow, letThrough } = await slowLine()
  await page.goto(links.login(links.home()))
  await signIn(page, 'buyer2')
  await page.waitForURL((url) => url.pathname === links.home())
  await slow()
  await page.goto(links.serviceDetail(1), { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('button', { name: /^收藏/ }).first().click()
  letThrough()
  await page.getByText('已收藏，可在').waitFor()
  expect(errors).toEqual([])
  await context.close()
})
