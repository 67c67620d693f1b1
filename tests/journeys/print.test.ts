import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, visit, type Visitor } from '../support/browser.ts'
import { hydrated } from '../support/hydrated.ts'
import { pictureOnFailure } from '../support/picture.ts'
import { query } from '../support/site-database.ts'
import { enter } from './tender-scene.ts'

/** What people print is whole: nothing cut at the edge of the paper, nothing on it that only a screen can press. */

/** A4 as style sheets measure it, and what the margins of the print styles leave of its width. */
const [paper, between] = [{ width: 794, height: 1123 }, '703px']
let browser: Browser
let buyer: Visitor

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, inject('site'))
  await enter(buyer, 'buyer', links.buyerOrders())
})
afterAll(() => browser.close())

/** Boxes of `main` whose content is wider than they are. */
const cut = (page: Page) =>
  page
    .getByRole('main')
    .locator('*')
    .evaluateAll((all) =>
      all
        .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== 'visible')
        .filter((one) => !one.classList.contains('sr-only') && one.getClientRects().length > 0)
        .map((one) => `${one.tagName} ${one.className}: ${one.textContent?.slice(0, 40)}`),
    )
/** Buttons that would be printed. */
const buttons = (page: Page) => page.getByRole('button').filter({ visible: true }).allInnerTexts()

async function print(path: string): Promise<Page> {
  const { page } = buyer
  await page.emulateMedia({ media: 'screen' })
  await page.goto(path)
  await hydrated(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate((width) => document.body.style.setProperty('width', width), between)
  return page
}

test.each(['in_progress', 'completed'])('an order that is %s fits its paper', async (status) => {
  pictureOnFailure({ buyer })
  const [order] = await query(
    inject('door'),
    `select id from orders where status = $1
      and buyer_company_id = (select company_id from users where login_name = 'buyer') order by id desc limit 1`,
    status,
  )
  const page = await print(links.buyerOrder(Number(order?.['id'])))
  await page.getByRole('table').first().waitFor()
  expect(await cut(page)).toEqual([])
  expect(await buttons(page)).toEqual([])
  expect(await page.getByText('跳到正文').isVisible()).toBe(false)
})

test('a policy fits its paper', async () => {
  pictureOnFailure({ buyer })
  const [policy] = await query(inject('door'), "select id from policies where status = 'published' order by id limit 1")
  const page = await print(links.policy(Number(policy?.['id'])))
  expect(await cut(page)).toEqual([])
  expect(await buttons(page)).toEqual([])
})
