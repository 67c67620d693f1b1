import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { desktop, launchBrowser, phone, sidewaysScroll, violations, visit } from '../support/browser.ts'
import { publicAddresses } from '../support/pages.ts'

let browser: Browser
let addresses: readonly string[]
beforeAll(async () => {
  browser = await launchBrowser()
  addresses = await publicAddresses(inject('site'))
})
afterAll(() => browser.close())

test.each([
  { name: 'desktop', screen: desktop },
  { name: 'phone', screen: phone },
])(
  '$name, every public page: one title, nothing for axe, nothing broken, nothing sideways',
  { timeout: 600_000 },
  async ({ screen }) => {
    const { page, context, faults } = await visit(browser, inject('site'), screen)
    const found: string[] = []
    for (const address of addresses) {
      await page.goto(address)
      const headings = await page.locator('h1').count()
      if (headings !== 1) found.push(`${address}: ${headings} first headings`)
      found.push(...(await violations(page)))
      const wider = await sidewaysScroll(page)
      if (wider > 0) found.push(`${address}: ${wider} px wider than the window`)
    }
    await context.close()
    expect([...found, ...faults]).toEqual([])
  },
)

test('content can be read and searched without any script', async () => {
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
