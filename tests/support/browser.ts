import { existsSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'

const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Launches the installed browser, or the one from the packages; `more` are additional arguments. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const found = installed.find((path) => existsSync(path))
  const args = [...browserArguments, ...more]
  if (found !== undefined) return chromium.launch({ executablePath: found, args })
  const { default: brought } = await import('@sparticuz/chromium')
  return chromium.launch({ executablePath: await brought.executablePath(), args: [...brought.args, ...args] })
}

export const desktop = { width: 1440, height: 900 } as const
export const phone = { width: 390, height: 844 } as const

/** A user in a browser context of their own. */
export interface Visitor {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the visitor's pages: script errors, console errors, responses from 500, broken pictures. */
  readonly errors: string[]
}

export async function visit(
  browser: Browser,
  site: string,
  screen: { readonly width: number; readonly height: number } = desktop,
  { withWorker = false }: { readonly withWorker?: boolean } = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: site,
    viewport: screen,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: 'reduce',
    hasTouch: screen.width === phone.width,
    isMobile: screen.width === phone.width,
    // Between page and network it would hide requests from the tests that look at them.
    serviceWorkers: withWorker ? 'allow' : 'block',
  })
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => {
    // The browser reports a view transition that it skipped as an error.
    if (!error.message.startsWith('Transition was')) faults.push(`${page.url()}: ${error.message}`)
  })
  page.on('console', (message) => {
    // Browsers log every refused call as an error, and some tests provoke refusals.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`${page.url()}: ${message.text()}`)
    }
  })
  page.on('response', (response) => {
    const missing = response.status() === 404 && response.request().resourceType() !== 'document'
    if (response.status() >= 500 || missing) faults.push(`${page.url()}: ${response.status()} ${response.url()}`)
  })
  return { context, page, errors: faults }
}

/** Lets pages ask for notifications: browsers without a window refuse them, whatever they are told. */
export const allowNotifications = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    Notification.requestPermission = async () => 'granted'
  })

/** Accessibility violations found by axe, one line each. */
export async function violations(page: Page): Promise<string[]> {
  // Legacy mode analyses the page in one run of its own process; the other way opens a blank page for every result.
  // No page has frames, which is what that way is for. Only violations are serialized.
  const { violations: found } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze()
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, any, all, none }) => {
      const why = [...any, ...all, ...none].map(({ message }) => message).join('; ')
      return `${new URL(page.url()).pathname}: ${id} (${help}): ${target.join(' ')}: ${why}`
    }),
  )
}

/** Horizontal overflow of a page in pixels. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
