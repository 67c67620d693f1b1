import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { statisticsStreamPath } from '../../src/domain/operations/statistics-stream.ts'
import { launchBrowser, visit } from '../support/browser.ts'
import { signInOnWay, postDemand } from '../support/scenes/journeys/tender.ts'

/** A data display on a large screen, while another user works. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a display without polling shows a new demand at once', async () => {
  const wall = await visit(browser, site)
  const buyer = await visit(browser, site)
  // The polling every half minute is disabled, so that only pushed events can update the display.
  await wall.page.addInitScript(() => {
    const plain = window.setInterval.bind(window)
    const quick = (run: () => void, ms?: number) => ((ms ?? 0) >= 30_000 ? 0 : plain(run, ms))
    Object.assign(window, { setInterval: quick })
  })
  const listening = wall.page.waitForResponse((answer) => new URL(answer.url()).pathname === statisticsStreamPath)
  await wall.page.goto(links.screen())
  await listening
  await signInOnWay(buyer, 'buyer', links.buyerDashboard())
  const title = `大屏刷新验证需求 ${Date.now() % 100_000}`
  expect(await wall.page.getByText(title).count()).toBe(0)
  await postDemand(buyer.page, inject('databaseSocket'), title)
  await wall.page.getByText(title).first().waitFor({ timeout: 25_000 })
  expect([...wall.errors, ...buyer.errors]).toEqual([])
  await wall.context.close()
  await buyer.context.close()
})
