import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, visit, type Visitor } from '../support/browser.ts'
import { waitForIslands } from '../support/wait-for-islands.ts'
import { saveScreenshotsOnFailure } from '../support/failure-screenshots.ts'
import { printedLines, printedPdf, type PrintedPdf } from '../support/printed-pdf.ts'
import { querySite } from '../support/site-database.ts'
import { signInOnWay } from '../support/scenes/journeys/tender.ts'

/** Printed pages are complete: nothing is cut off, and controls are hidden. */

/** A4 in CSS pixels, and its width without the margins of the print styles. */
const [paper, between] = [{ width: 794, height: 1123 }, '703px']
let browser: Browser
let buyer: Visitor
let seller: Visitor

beforeAll(async () => {
  browser = await launchBrowser()
  buyer = await visit(browser, inject('site'))
  await signInOnWay(buyer, 'buyer', links.buyerOrders())
  seller = await visit(browser, inject('site'))
  await signInOnWay(seller, 'seller', links.sellerOrders())
})
afterAll(() => browser.close())

/** Elements of `main` whose content overflows them. */
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
/** Visible buttons. */
const buttons = (page: Page) => page.getByRole('button').filter({ visible: true }).allInnerTexts()

async function print(path: string): Promise<Page> {
  const { page } = buyer
  await page.emulateMedia({ media: 'screen' })
  await page.goto(path)
  await waitForIslands(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.setViewportSize(paper)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate((width) => document.body.style.setProperty('width', width), between)
  return page
}

test.each(['in_progress', 'completed'])('an order with status %s fits its paper', async (status) => {
  saveScreenshotsOnFailure({ buyer })
  const [order] = await querySite(
    inject('databaseSocket'),
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
  saveScreenshotsOnFailure({ buyer })
  const [policy] = await querySite(
    inject('databaseSocket'),
    "select id from policies where status = 'published' order by id limit 1",
  )
  const page = await print(links.policy(Number(policy?.['id'])))
  expect(await cut(page)).toEqual([])
  expect(await buttons(page)).toEqual([])
})

describe('as a PDF, A4 both ways', () => {
  /** Prints a page to PDF as a user would. */
  async function printed(visitor: Visitor, path: string, ready: (page: Page) => Promise<unknown>) {
    const { page } = visitor
    await page.emulateMedia({ media: null })
    await page.setViewportSize(desktop)
    await page.goto(path)
    await waitForIslands(page)
    await page.evaluate(() => document.body.style.removeProperty('width'))
    await ready(page)
    const ways: { pdf: PrintedPdf; lines: string[]; text: string }[] = []
    for (const landscape of [false, true]) {
      const pdf = printedPdf(await page.pdf({ format: 'A4', landscape }))
      const lines = printedLines(pdf)
      ways.push({ pdf, lines, text: lines.join('\n') })
    }
    return ways
  }

  /** Asserts that text is within the margins and uses most of the paper, without controls. */
  function fitsItsPaper(pdf: PrintedPdf, text: string) {
    for (const run of pdf.runs) {
      const { width = 0, height = 0 } = pdf.pages[run.page] ?? {}
      expect([run.text, run.x >= 28 && run.x < width - 28 && run.y > 28 && run.y < height - 8]).toEqual([
        run.text,
        true,
      ])
    }
    const xs = pdf.runs.map(({ x }) => x)
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan((pdf.pages[0]?.width ?? 0) * 0.6)
    expect(text).toContain(`第 1 / ${pdf.pages.length} 页`)
    for (const word of ['导出 Excel', '邀请报价', '只看差异', '跳到正文', '我的订单', '搜索'])
      expect(text).not.toContain(word)
  }

  test('the comparison of offers prints its table: a column per offer, a row per criterion', async () => {
    saveScreenshotsOnFailure({ buyer })
    const [demand] = await querySite(
      inject('databaseSocket'),
      `select d.id from demands d join offers o on o.demand_id = d.id and o.status in ('submitted', 'accepted', 'lost')
        where d.company_id = (select company_id from users where login_name = 'buyer') and d.status in ('awarded', 'evaluating')
        group by d.id having count(*) >= 2 order by count(*) desc, d.id limit 1`,
    )
    const ways = await printed(buyer, links.buyerDemand(Number(demand?.['id'])), (page) =>
      page.getByRole('heading', { name: '比价' }).waitFor(),
    )
    const names = await buyer.page
      .getByRole('table', { name: /家供应商报价并排比较/ })
      .first()
      .locator('thead th p:first-child')
      .allInnerTexts()
    expect(names.length).toBeGreaterThan(1)
    for (const { pdf, lines, text } of ways) {
      fitsItsPaper(pdf, text)
      expect(text).toContain('家报价')
      expect(text).not.toContain('每次比较两家')
      // Each supplier has its own column head: on one line, with room for an amount in between.
      const heads = names.map((name) =>
        lines.findIndex((line) => line.replaceAll(' ', '').includes(name.replaceAll(' ', ''))),
      )
      expect(heads.every((at) => at >= 0)).toBe(true)
      const sums = lines.map((line) => line.match(/¥[\d,]+/g)?.length ?? 0)
      expect(Math.max(...sums)).toBeGreaterThanOrEqual(Math.min(names.length, 4))
    }
  })

  test.each(['buyer', 'seller'] as const)('an order of the %s uses the full width of its paper', async (side) => {
    const visitor = side === 'buyer' ? buyer : seller
    saveScreenshotsOnFailure({ visitor })
    const [order] = await querySite(
      inject('databaseSocket'),
      `select id from orders where status = 'in_progress' and ${side}_company_id
        = (select company_id from users where login_name = $1) order by id desc limit 1`,
      side,
    )
    const id = Number(order?.['id'])
    const ways = await printed(
      visitor,
      side === 'buyer' ? links.buyerOrder(id) : links.sellerOrder(id),
      async (page) => {
        await page.getByRole('table').first().waitFor()
        await expect.poll(() => page.getByText('加载中').count()).toBe(0)
      },
    )
    for (const { pdf, lines, text } of ways) {
      fitsItsPaper(pdf, text)
      const head = lines.findIndex((line) => /项目.*单价.*数量.*金额/.test(line))
      expect(head).toBeGreaterThan(0)
      expect(text).toMatch(/节点.*比例.*金额.*应付日.*状态/)
      // Columns of the first table: from the item on the left to its amount on the right.
      const runs = pdf.runs.filter(({ text: said }) => said.startsWith('¥'))
      expect(Math.max(...runs.map(({ x }) => x))).toBeGreaterThan((pdf.pages[0]?.width ?? 0) * 0.6)
    }
  })

  test('paper wider than a screen shows the whole order, not a strip beside the menu', async () => {
    const { page } = buyer
    await page.emulateMedia({ media: null })
    await page.goto(links.buyerOrders())
    await page.getByRole('table').first().waitFor()
    const pdf = printedPdf(await page.pdf({ format: 'A4', landscape: true, scale: 0.6 }))
    const xs = pdf.runs.map(({ x }) => x)
    expect(Math.max(...xs)).toBeGreaterThan((pdf.pages[0]?.width ?? 0) * 0.7)
  })

  test.each([
    ['an offer', 'seller', links.sellerOffers()],
    ['payments', 'seller', links.sellerOrders({ view: 'payments' })],
    ['visits to parks', 'buyer', links.buyerVisits()],
    ['prizes', 'buyer', links.luckDrawAwards()],
  ] as const)('the list of %s stays on its paper', async (_what, who, path) => {
    const visitor = who === 'buyer' ? buyer : seller
    const ways = await printed(visitor, path, async (page) => {
      await expect.poll(() => page.getByText('加载中').count()).toBe(0)
    })
    for (const { pdf, text } of ways) fitsItsPaper(pdf, text)
  })
})
