import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { links } from '../../src/domain/links.ts'
import { publicAddresses } from '../support/public-pages.ts'

/** Public pages on a phone; routes.test.ts checks the same pages, and all others, on a desktop. */

let browser: Browser
let addresses: readonly string[]
beforeAll(async () => {
  browser = await launchBrowser()
  addresses = await publicAddresses(inject('site'))
})
afterAll(() => browser.close())

/** Detail views on the path of their list, which routes.test.ts opens without them. */
const isDetailOfList = (address: string) =>
  [links.news(), links.policies()].some((list) => address.startsWith(`${list}?`))

test.each([
  { name: 'phone', screen: phone, seen: () => addresses },
  { name: 'desktop', screen: desktop, seen: () => addresses.filter(isDetailOfList) },
])(
  '$name: one title, nothing for axe, nothing broken, nothing sideways',
  { timeout: 600_000 },
  async ({ screen, seen }) => {
    const { page, context, errors } = await visit(browser, inject('site'), screen)
    expect(seen().length).toBeGreaterThan(0)
    const found: string[] = []
    for (const address of seen()) {
      await page.goto(address)
      const headings = await page.locator('h1').count()
      if (headings !== 1) found.push(`${address}: ${headings} first headings`)
      found.push(...(await violations(page)))
      const wider = await sidewaysScroll(page)
      if (wider > 0) found.push(`${address}: ${wider} px wider than the window`)
    }
    await context.close()
    expect([...found, ...errors]).toEqual([])
  },
)

test('content can be read and searched without script', async () => {
  const context = await browser.newContext({ baseURL: inject('site'), javaScriptEnabled: false, viewport: desktop })
  const page = await context.newPage()
  await page.goto('/')
  const search = page.getByRole('search').first()
  await search.getByRole('textbox').or(search.getByRole('searchbox')).first().fill('药效')
  await search.getByRole('button', { name: '搜索', exact: true }).click()
  expect(new URL(page.url()).searchParams.get('keyword')).toBe('药效')
  expect(await page.locator('h1').count()).toBe(1)
  await context.close()
})
