import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { routeOf } from '../../src/domain/routes.ts'
import { launchBrowser } from '../support/browser.ts'
import { publicAddresses } from '../support/pages.ts'
import { freePort, startSite } from '../support/site.ts'
import { root } from '../support/sources.ts'
import { weigh } from '../support/weight.ts'
import { measure, type Measured } from './lighthouse.ts'
import { pageTable, withPages, type PageLine } from './page-table.ts'

/**
 * `npm run bench:pages`: Lighthouse over every public page of what is built, as a telephone on a slow line sees it.
 * `-- --desktop` takes a desktop instead, `-- /help /drug` only pages whose path begins so, `-- --readme` writes the
 * table into the README. All pages are kept in tests/bench/results/pages.json with what costs them points.
 */

const named = process.argv.slice(2).filter((word) => word.startsWith('/'))
const isAsked = (address: string) => named.length === 0 || named.some((path) => address.startsWith(path))

const site = await startSite({ LOG_LEVEL: 'info' })
const port = await freePort()
const browser = await launchBrowser([`--remote-debugging-port=${port}`])
const lines: (PageLine & { readonly costs: Measured['costs'] })[] = []
try {
  for (const address of (await publicAddresses(site.url)).filter(isAsked)) {
    // The first visitor after a start draws the page; everyone after gets it from memory.
    const html = await (await fetch(site.url + address)).text()
    const hidden = routeOf(new URL(address, site.url).pathname)?.noindex === true
    const measured = await measure(site.url + address, { port, hidden, desktop: process.argv.includes('--desktop') })
    const { script, page } = weigh(html)
    const line = { address, script, page, ...measured }
    lines.push(line)
    process.stdout.write(`${address} ${line.scores.join(' ')} ${line.costs.join(', ')}\n`)
  }
} finally {
  await browser.close()
  await site.remove()
}

const machine = `${availableParallelism()} cores, node ${process.version}`
process.stdout.write(`\n${pageTable(lines)}\n\n${machine}\n`)
if (named.length === 0) {
  const folder = join(root, 'tests/bench/results')
  mkdirSync(folder, { recursive: true })
  const kept = { at: new Date().toISOString(), machine, lines }
  writeFileSync(join(folder, 'pages.json'), `${JSON.stringify(kept, null, 2)}\n`)
  if (process.argv.includes('--readme')) {
    const readme = join(root, 'README.md')
    writeFileSync(readme, withPages(readFileSync(readme, 'utf8'), lines))
  }
}
