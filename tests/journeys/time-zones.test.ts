import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { findLinks } from '../support/public-pages.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite, type Site } from '../support/site.ts'

/** The same data served and viewed in two time zones: all displayed times are equal. */

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

const zones = ['America/New_York', 'Asia/Shanghai'] as const

/** Relative times and changing numbers. */
const moving = /刚刚|\d+\s时\s\d+\s分|\d+\s(秒|分钟|小时|天)(前|后)?|剩\s\d+|\d+(,\d+)*\s*次?浏览|浏览\s*[\d,]+/gu

const texts = async (page: Page): Promise<string[]> =>
  (await page.locator('body').innerText()).split('\n').map((line) => line.replaceAll(moving, '…').trim())

async function shownIn(zone: string, dataDir?: string): Promise<{ site: Site; shown: Record<string, string[]> }> {
  const site = await startSite({ TZ: zone, ...(dataDir === undefined ? {} : { DATA_DIR: dataDir }) })
  const context = await browser.newContext({ baseURL: site.url, locale: 'zh-CN', timezoneId: zone })
  const page = await context.newPage()
  const shown: Record<string, string[]> = {}
  const look = async (path: string) => {
    await page.goto(path)
    await waitForIslands(page)
    // Lists of islands load after hydration.
    await page.waitForLoadState('networkidle')
    shown[path] = await texts(page)
  }
  for (const path of [links.demandHall(), links.announcements(), links.live()]) await look(path)
  const [demand] = findLinks(await (await fetch(site.url + links.demandHall())).text(), '/demandHall/detail?')
  if (demand !== undefined) await look(demand)
  await page.goto(links.login(links.buyerOrders()))
  await signIn(page, 'buyer')
  await page.waitForURL(`**${links.buyerOrders()}`)
  for (const path of [links.buyerOrders(), links.buyerDemands(), links.buyerMessages()]) await look(path)
  await context.close()
  return { site, shown }
}

test('pages and islands show the same times in New York and in Shanghai', async () => {
  const [first, second] = zones
  const there = await shownIn(first)
  await there.site.stop()
  const here = await shownIn(second, there.site.dataDir)
  await here.site.remove()
  expect(Object.keys(here.shown).length).toBe(7)
  expect(Object.values(here.shown).join('\n')).toMatch(/20\d\d-\d\d-\d\d/)
  // Only the lines that differ: a failure names them.
  const differences = Object.entries(there.shown).flatMap(([path, lines]) => {
    const others = here.shown[path] ?? []
    return [
      ...lines.filter((line) => !others.includes(line)).map((line) => `${path} ${first}: ${line}`),
      ...others.filter((line) => !lines.includes(line)).map((line) => `${path} ${second}: ${line}`),
    ]
  })
  expect(differences).toEqual([])
  expect(there.shown).toEqual(here.shown)
})
