import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { figuresLine } from '../../src/domain/operations/figure-line.ts'
import { launchBrowser, visit } from '../support/browser.ts'
import { enter, postDemand } from './tender-scene.ts'

/** A data display on a wall, and somebody who works meanwhile. */

const site = inject('site')
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a display that never asks by itself shows a new demand at once', async () => {
  const wall = await visit(browser, site)
  const buyer = await visit(browser, site)
  // Its own asking every half minute would show it as well; what is seen here was told by the server.
  await wall.page.addInitScript(() => {
    const plain = window.setInterval.bind(window)
    const quick = (run: () => void, ms?: number) => ((ms ?? 0) >= 30_000 ? 0 : plain(run, ms))
    Object.assign(window, { setInterval: quick })
  })
  const listening = wall.page.waitForResponse((answer) => new URL(answer.url()).pathname === figuresLine)
  await wall.page.goto(links.screen())
  await listening
  await enter(buyer, 'buyer', links.buyerDesk())
  const title = `大屏刷新验证需求 ${Date.now() % 100_000}`
  expect(await wall.page.getByText(title).count()).toBe(0)
  await postDemand(buyer.page, inject('door'), title)
  await wall.page.getByText(title).first().waitFor({ timeout: 25_000 })
  expect([...wall.faults, ...buyer.faults]).toEqual([])
  await wall.context.close()
  await buyer.context.close()
})
