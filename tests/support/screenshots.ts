import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { links } from '../../src/domain/links.ts'
import { desktop, launchBrowser, visit } from './browser.ts'
import { startSite } from './site.ts'
import { root } from './sources.ts'

/** `node tests/support/screenshots.ts`: takes the screenshot of the README from the built site. */
const folder = join(root, '.github')
mkdirSync(folder, { recursive: true })
const site = await startSite({ LOG_LEVEL: 'info', DEMO: '1' })
const browser = await launchBrowser()
try {
  const { page } = await visit(browser, site.url, desktop)
  await page.goto(links.home(), { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(folder, 'home.png') })
} finally {
  await browser.close()
  await site.remove()
}
