import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of this machine, or the one that comes with the packages; `more` are arguments of its own. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const found = installed.find((path) => existsSync(path))
  const args = [...quiet, ...more]
  if (found !== undefined) return chromium.launch({ executablePath: found, args })
  const { default: brought } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await brought.executablePath(), args: [...brought.args, ...args] })
}

export const desktop = { width: 1440, height: 900 } as const
export const phone = { width: 390, height: 844 } as const

/** Somebody at a screen of their own: cookies, storage and pages apart from everybody else's. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** What went wrong in their pages: script errors, console errors, answers of 500 and more, broken pictures. */
  readonly faults: string[]
}

export async function visit(
  browser: Browser,
  site: string,
  screen: typeof desktop | typeof phone = desktop,
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: screen,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    hasTouch: screen === phone,
    isMobile: screen === phone,
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`${page.url()}: ${error.message}`))
  page.on('console', (message) => {
    // The browser reports every refused call as an error; refusals are what some steps are about.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`${page.url()}: ${message.text()}`)
    }
  })
  page.on('response', (response) => {
    const missing = response.status() === 404 && response.request().resourceType() !== 'document'
    if (response.status() >= 500 || missing) faults.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  return { context, page, faults }
}

/** What axe finds on the page as it stands, one line a place. */
export async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
      return `${new URL(page.url()).pathname}: ${id} (${help}): ${target.join(' ')}: ${why}`
    }),
  )
}

/** Pixels by which a page is wider than its window. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
