import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import type { LayoutName, Route } from '../../src/domain/routes.ts'
import { desktop, launchBrowser, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { crawlLinks } from '../support/crawl.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { addressesWithIds } from '../support/route-addresses.ts'
import { routeGroups } from '../support/route-groups.ts'
import { signIn } from '../support/sign-in.ts'

/** Every page of the specification, as each of its user groups; and every link on these pages. */

const site = inject('site')
let browser: Browser
let withIds: ReadonlyMap<string, string>
beforeAll(async () => {
  browser = await launchBrowser()
  withIds = await addressesWithIds(site, inject('databaseSocket'))
})
afterAll(() => browser.close())

/** Pages that redirect by design. */
const leadsTo: Readonly<Record<string, string>> = {
  '/platform/mixins': links.helpCenter(),
  '/platform/buyerAccount': links.buyerDashboard(),
  '/platform/sellerCenter': links.sellerDashboard(),
  '/platform/accountChild': links.buyerSubAccounts(),
}
/** How to recognise a layout. */
const seen: Readonly<Record<LayoutName, (page: Page) => Promise<boolean>>> = {
  none: async (page) => (await page.locator('[data-site-footer]').count()) === 0,
  home: async (page) => (await page.locator('nav[aria-label="主导航"]').count()) > 0,
  default: async (page) => (await page.locator('[data-site-footer]').count()) > 0,
  'shop-list': async (page) => (await page.locator('[data-site-footer]').count()) > 0,
  supplier: async (page) => (await page.locator('nav[aria-label="店铺导航"]').count()) > 0,
  'supplier-chain': async (page) => (await page.locator('nav[aria-label="供应链"]').count()) > 0,
}

async function faultsOf(page: Page, path: string, route: Route): Promise<string[]> {
  const address = withIds.get(path) ?? path
  const answer = await page.goto(address)
  await waitForIslands(page)
  const wrong: string[] = []
  if (answer?.status() !== 200) wrong.push(`status ${answer?.status()}`)
  const { pathname } = new URL(page.url())
  if (pathname !== (leadsTo[path] ?? path)) wrong.push(`led to ${pathname}`)
  const title = await page.title()
  if (!/^.+ - .+$/.test(title)) wrong.push(`title ${title}`)
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached' })
    .catch(() => {})
  // One with a level of its own is a part of a foreign program's markup.
  const headings = await page.locator('h1:not([aria-level])').count()
  if (headings !== 1) wrong.push(`${headings} first headings`)
  if (leadsTo[path] === undefined && !(await seen[route.layout](page))) wrong.push(`not the layout ${route.layout}`)
  if ((await page.getByText('建设中').count()) > 0) wrong.push('says that it is not built')
  const wider = await sidewaysScroll(page)
  if (wider > 0) wrong.push(`${wider} px wider than the window`)
  return wrong.map((fault) => `${address}: ${fault}`)
}

describe.each(routeGroups)('pages for $who', ({ account, pages }) => {
  test('exist with title, heading and layout, without axe violations or horizontal scroll; no link is broken', async () => {
    const { page, context, errors } = await visit(browser, site, desktop)
    if (account !== undefined) {
      await page.goto(links.login())
      await signIn(page, account)
      await page.waitForURL((url) => url.pathname !== links.login())
    }
    const found: string[] = []
    const walk = crawlLinks(context, site, (path) => account === 'ops' || !/^\/ops(\/|$)/.test(path))
    for (const [path, route] of pages) {
      found.push(...(await faultsOf(page, path, route)))
      found.push(...(await violations(page)))
      const hrefs = await page
        .locator('a[href]')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''))
      const lost = await page
        .locator('a[href^="#"]')
        .evaluateAll((all) =>
          all
            .map((each) => decodeURIComponent(each.getAttribute('href')?.slice(1) ?? ''))
            .filter((id) => id !== '' && id !== 'top' && document.getElementById(id) === null),
        )
      found.push(...lost.map((id) => `${path}: nothing has the id ${id}`))
      walk.add(path, hrefs)
    }
    found.push(...(await walk.follow()))
    await context.close()
    expect([...found, ...errors]).toEqual([])
    // Fewer would mean that the links were not found.
    expect(walk.count()).toBeGreaterThan(pages.length)
  }, 900_000)
})
