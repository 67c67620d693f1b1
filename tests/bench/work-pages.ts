import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import { links } from '../../src/domain/links.ts'
import type { Account } from '../support/accounts.ts'
import { desktop, launchBrowser, phone, visit } from '../support/browser.ts'
import { signIn } from '../support/sign-in.ts'
import { startSite } from '../support/site.ts'
import { root } from '../support/sources.ts'

/**
 * `npm run bench:work-pages`: opens the pages of signed-in people in a browser with an empty cache and prints requests,
 * kilobytes, first and largest paint and layout shift of each: the median of three visits. `-- --phone` opens them 390
 * pixels wide, `-- --shots` keeps a screenshot of each in tests/bench/results/work-pages.
 */

const visits = 3
const screen = process.argv.includes('--phone') ? phone : desktop
const shots = process.argv.includes('--shots') ? join(root, 'tests/bench/results/work-pages') : undefined

interface Figures {
  readonly requests: number
  readonly calls: number
  readonly kilobytes: number
  readonly firstPaint: number
  readonly largestPaint: number
  readonly shift: number
}

/** Pages by the account that opens them; a function finds the address of a row in the page before. */
const pagesOf: Readonly<Partial<Record<Account, readonly (string | RegExp)[]>>> = {
  buyer: [
    links.buyerDashboard(),
    links.buyerOrders(),
    /orderDetail/,
    links.buyerDemands(),
    /requirementDetail/,
    links.addDemand(),
    links.cart(),
    links.buyerMessages(),
    links.chat(),
  ],
  seller: [
    links.sellerDashboard(),
    links.sellerOrders(),
    links.sellerGoods(),
    links.sellerEditGoods(),
    links.sellerOffers(),
    links.sellerShop(),
  ],
  ops: [links.listingReviews(), links.demandReviews()],
}

const paints = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ firstPaint: number; largestPaint: number; shift: number }>((resolve) => {
        const found = { firstPaint: 0, largestPaint: 0, shift: 0 }
        const read = (type: string, note: (entry: PerformanceEntry) => void) =>
          new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
        read('paint', ({ name, startTime }) => {
          if (name === 'first-contentful-paint') found.firstPaint = startTime
        })
        read('largest-contentful-paint', ({ startTime }) => {
          found.largestPaint = startTime
        })
        read('layout-shift', (entry) => {
          if (Reflect.get(entry, 'hadRecentInput') !== true) found.shift += Number(Reflect.get(entry, 'value'))
        })
        // Buffered entries are told in a task of their own.
        setTimeout(() => resolve(found), 100)
      }),
  )

async function measure(context: BrowserContext, address: string, shot?: string): Promise<Figures> {
  const page = await context.newPage()
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.setCacheDisabled', { cacheDisabled: true })
  let bytes = 0
  network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(address, { waitUntil: 'networkidle' })
  const painted = await paints(page)
  if (shot !== undefined) await page.screenshot({ path: shot, fullPage: true })
  await page.close()
  const calls = requests.filter((url) => new URL(url).pathname.startsWith('/api/')).length
  return { requests: requests.length, calls, kilobytes: bytes / 1024, ...painted }
}

/** The median of several visits, each figure by itself. */
function median(all: readonly Figures[]): Figures {
  const of = (read: (each: Figures) => number) =>
    all.map(read).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  return {
    requests: of((each) => each.requests),
    calls: of((each) => each.calls),
    kilobytes: of((each) => each.kilobytes),
    firstPaint: of((each) => each.firstPaint),
    largestPaint: of((each) => each.largestPaint),
    shift: of((each) => each.shift),
  }
}

/** The first link of the page before that leads to such a page. */
async function linkTo(context: BrowserContext, before: string, address: RegExp): Promise<string | undefined> {
  const page = await context.newPage()
  await page.goto(before, { waitUntil: 'networkidle' })
  const hrefs = await page
    .locator('main a[href]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  await page.close()
  return hrefs.find((href) => address.test(href))
}

async function measureAccount(browser: Browser, url: string, account: Account): Promise<void> {
  const { context, page, errors } = await visit(browser, url, screen)
  await page.goto(links.login())
  await signIn(page, account)
  await page.waitForURL((to) => !to.pathname.startsWith('/login'))
  await page.close()
  let before = ''
  for (const each of pagesOf[account] ?? []) {
    const address = typeof each === 'string' ? each : await linkTo(context, before, each)
    if (address === undefined) {
      process.stdout.write(`| ${account} ${before} | has no link to ${String(each)} |\n`)
      continue
    }
    before = address
    const path = address.split('?')[0] ?? ''
    const shot =
      shots === undefined ? undefined : join(shots, `${account}${path.replaceAll('/', '-')}-${screen.width}.png`)
    const measured: Figures[] = []
    for (let at = 0; at < visits; at += 1) measured.push(await measure(context, address, at === 0 ? shot : undefined))
    const { requests, calls, kilobytes, firstPaint, largestPaint, shift } = median(measured)
    const figures = [
      requests,
      calls,
      ...[kilobytes, firstPaint, largestPaint].map(Math.round),
      Number(shift.toFixed(3)),
    ]
    process.stdout.write(`| ${account} ${path} | ${figures.join(' | ')} |\n`)
  }
  for (const error of errors) process.stdout.write(`${error}\n`)
  await context.close()
}

const site = await startSite({ LOG_LEVEL: 'info' })
const browser = await launchBrowser()
if (shots !== undefined) mkdirSync(shots, { recursive: true })
try {
  process.stdout.write('| page | requests | calls | KB | first paint, ms | largest paint, ms | layout shift |\n')
  process.stdout.write('| --- | --- | --- | --- | --- | --- | --- |\n')
  for (const account of ['buyer', 'seller', 'ops'] as const) await measureAccount(browser, site.url, account)
} finally {
  await browser.close()
  await site.remove()
}
