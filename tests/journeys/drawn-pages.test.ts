import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { contentPolicies } from '../../src/server/http/security-headers.ts'
import { launchBrowser, visit } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'

/** Public pages that are drawn for the request: each address is asked for once. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const drawn = [`${links.serviceList()}?drawn=`, `${links.serviceDetail(1)}&drawn=`]

test.each(drawn)('%s is the same for two accounts and for nobody, compressed and not', async (address) => {
  const pages: string[] = []
  for (const account of ['buyer', 'seller', undefined]) {
    const { page, context } = await visit(browser, site)
    if (account !== undefined) {
      await page.goto(links.login(links.home()))
      await signIn(page, account)
      await page.waitForURL((url) => url.pathname === links.home())
    }
    const answer = await page.goto(address + pages.length, { waitUntil: 'commit' })
    expect(answer?.headers()['content-encoding']).toBe('gzip')
    pages.push((await answer?.text()) ?? '')
    await context.close()
  }
  const plain = await fetch(`${site}${address}3`, { headers: { 'accept-encoding': 'identity' } })
  pages.push(await plain.text())
  expect(pages[0]).toContain('</html>')
  for (const page of pages) expect(page.replaceAll(/drawn=\d/g, '')).toBe(pages[0]?.replaceAll(/drawn=\d/g, ''))
})

test('a page asked for again has an etag, and only its head where the browser has it', async () => {
  const address = `${site}${links.serviceList()}?drawn=again`
  const first = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
  const text = await first.text()
  const second = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
  expect(await second.text()).toBe(text)
  const etag = second.headers.get('etag') ?? ''
  const third = await fetch(address, { headers: { 'if-none-match': etag } })
  expect([third.status, await third.text()]).toEqual([304, ''])
  const head = await fetch(address, { method: 'HEAD' })
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
})

test('icons refer to symbols of a file that is cached for good', async () => {
  const html = await (await fetch(site + links.serviceList())).text()
  const uses = [...html.matchAll(/<use href="(\/_astro\/icons\.[\da-f]{8}\.svg)#([a-z\d-]+)">/g)]
  expect(uses.length).toBeGreaterThan(20)
  const answer = await fetch(site + (uses[0]?.[1] ?? ''))
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const sprite = await answer.text()
  for (const [, , name] of uses) expect(sprite).toContain(`<symbol id="${name}"`)
  const { page, context, errors } = await visit(browser, site)
  await page.goto(links.serviceList(), { waitUntil: 'networkidle' })
  const icon = page.locator('svg.lucide:visible use').first()
  // An icon that is not found has no extent.
  expect(await icon.evaluate((use) => use.getBoundingClientRect().width)).toBeGreaterThan(0)
  expect(errors).toEqual([])
  await context.close()
})

test('a drawing is an SVG that is kept and compressed, and a name of none is missing', async () => {
  const ask = (name: string, headers: Record<string, string> = {}) => fetch(`${site}/figures/${name}`, { headers })
  const first = await ask('dose-417.svg', { 'accept-encoding': 'gzip' })
  expect([first.status, first.headers.get('content-type'), first.headers.get('content-encoding')]).toEqual([
    200,
    'image/svg+xml',
    'gzip',
  ])
  expect(first.headers.get('cache-control')).toBe('public, max-age=604800')
  expect(first.headers.get('content-security-policy')).toBe(contentPolicies.svg)
  expect(await first.text()).toMatch(/^<svg id="figure"/)
  const again = await ask('dose-417.svg', { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expect((await ask('cas-103-90-2-v12.svg')).status).toBe(200)
  for (const name of ['dose-1000.svg', 'nothing-1.svg', 'cas-999999-99-9.svg', 'dose-417.png', 'dose-417']) {
    expect((await ask(name)).status, name).toBe(404)
  }
})

test('cards show the drawings of their listings, each loaded from its address', async () => {
  const { page, context } = await visit(browser, site)
  const answers: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/figures/')) answers.push(answer.status())
  })
  await page.goto(links.goodsList())
  const names = await page
    .locator('.card .illustration use')
    .evaluateAll((all) => all.map((use) => use.getAttribute('href')))
  expect(names.length).toBeGreaterThanOrEqual(20)
  expect(names.filter((name, at) => at > 0 && name === names[at - 1])).toEqual([])
  await page.waitForLoadState('networkidle')
  expect(answers.length).toBeGreaterThanOrEqual(20)
  expect(answers.filter((status) => status !== 200)).toEqual([])
  await context.close()
})
