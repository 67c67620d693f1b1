import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright'
import { links } from '../../src/domain/links.ts'
import { launchBrowser, visit } from './browser.ts'
import { addressesWithIds } from './route-addresses.ts'
import { routeGroups, type RouteGroup } from './route-groups.ts'
import { signIn } from './sign-in.ts'
import { startSite } from './site.ts'
import { waitForIslands } from './wait-for-islands.ts'

/**
 * `npm run contact-sheet -- FOLDER`: pictures of every page of the built demo, at three widths, and FOLDER/index.html
 * with all of them side by side. `--before OTHER` puts those of an earlier run beside them; `--only /ops,/help` takes
 * the pages whose path begins so; `--widths 1440,390` other widths.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    only: { type: 'string', default: '/' },
    widths: { type: 'string', default: '1440,768,390' },
  },
})
const folder = resolve(positionals[0] ?? 'contact-sheet')
const starts = values.only.split(',')
const widths = values.widths.split(',').map(Number)
/** Longer pages are cut; CSS pixels. */
const maxHeight = 3_600
const heightOf = (width: number): number => (width < 500 ? 844 : 900)

const fileOf = (path: string, width: number): string =>
  `${path === '/' ? 'home' : path.slice(1).replaceAll('/', '.')}.${width}.jpg`

/** Takes pictures of the pages of a group at a width; returns those that failed. */
async function takePictures(
  browser: Browser,
  site: string,
  { account, pages }: RouteGroup,
  width: number,
  addresses: ReadonlyMap<string, string>,
): Promise<string[]> {
  const { context, page } = await visit(browser, site, { width, height: heightOf(width) })
  const failed: string[] = []
  try {
    if (account !== undefined) {
      await page.goto(links.login())
      await signIn(page, account)
      await page.waitForURL((url) => url.pathname !== links.login())
    }
    for (const [path] of pages) {
      try {
        await page.goto(addresses.get(path) ?? path)
        await waitForIslands(page)
        await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
        const height = await page.evaluate(() => document.documentElement.scrollHeight)
        await page.screenshot({
          path: join(folder, fileOf(path, width)),
          type: 'jpeg',
          quality: 70,
          fullPage: true,
          clip: { x: 0, y: 0, width, height: Math.min(height, maxHeight) },
        })
      } catch (thrown) {
        failed.push(
          `${path} at ${width}: ${thrown instanceof Error ? thrown.message.split('\n', 1)[0] : String(thrown)}`,
        )
      }
    }
  } finally {
    await context.close()
  }
  return failed
}

function sheet(groups: readonly RouteGroup[]): string {
  const picture = (from: string, path: string, width: number) => {
    const file = join(from, fileOf(path, width))
    const source = relative(folder, file)
    return existsSync(file)
      ? `<a href="${source}"><img src="${source}" alt="${path} ${width}" loading="lazy" style="width:${Math.round(width / 4)}px"></a>`
      : ''
  }
  const rows = groups.flatMap(({ who, pages }) => [
    `<h2>${who}</h2>`,
    ...pages.map(
      ([path, { title }]) =>
        `<h3>${path} ${title}</h3><div>${widths
          .map(
            (width) =>
              (values.before === undefined ? '' : picture(resolve(values.before), path, width)) +
              picture(folder, path, width),
          )
          .join('')}</div>`,
    ),
  ])
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title>
<style>body{font:14px sans-serif}div{display:flex;gap:8px;align-items:flex-start;overflow-x:auto}img{border:1px solid #ccc}</style>
${rows.join('\n')}\n`
}

mkdirSync(folder, { recursive: true })
const groups = routeGroups.map((group) => ({
  ...group,
  pages: group.pages.filter(([path]) => starts.some((start) => path.startsWith(start))),
}))
const site = await startSite({ DEMO: '1' }, { withDatabaseSocket: true })
const browser = await launchBrowser()
try {
  const addresses = await addressesWithIds(site.url, site.databaseSocket)
  const failed: string[] = []
  for (const group of groups.filter(({ pages }) => pages.length > 0)) {
    for (const width of widths) failed.push(...(await takePictures(browser, site.url, group, width, addresses)))
  }
  writeFileSync(join(folder, 'index.html'), sheet(groups))
  process.stdout.write(`${[...failed, join(folder, 'index.html')].join('\n')}\n`)
  if (failed.length > 0) process.exitCode = 1
} finally {
  await browser.close()
  await site.remove()
}
