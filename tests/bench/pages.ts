import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findRoute } from '../../src/domain/routes.ts'
import { withSection } from '../../src/generate.ts'
import { launchBrowser } from '../support/browser.ts'
import { publicAddresses } from '../support/public-pages.ts'
import { freePort, startSite } from '../support/site.ts'
import { root } from '../support/sources.ts'
import { measurePageWeight } from '../support/page-weight.ts'
import { runLighthouse, type LighthouseResult } from './lighthouse.ts'
import { pageTable, type PageLine } from './page-table.ts'

/**
 * `npm run bench:pages`: Lighthouse on every public page of the build, as a phone on a slow network. `-- --desktop`
 * emulates a desktop, `-- /help /drug` restricts to paths with these prefixes, `-- --docs` writes the table to
 * src/docs/figures.md. Results are saved in tests/bench/results/pages.json with the costly audits.
 */

const named = process.argv.slice(2).filter((word) => word.startsWith('/'))
const isAsked = (address: string) => named.length === 0 || named.some((path) => address.startsWith(path))

const site = await startSite({ LOG_LEVEL: 'info' })
const port = await freePort()
const browser = await launchBrowser([`--remote-debugging-port=${port}`])
const lines: (PageLine & { readonly costs: LighthouseResult['costs'] })[] = []
try {
  for (const address of (await publicAddresses(site.url)).filter(isAsked)) {
    // Renders the page into the cache, since only the first request after a start is uncached.
    const html = await (await fetch(site.url + address)).text()
    const hidden = findRoute(new URL(address, site.url).pathname)?.noindex === true
    const measured = await runLighthouse(site.url + address, {
      port,
      hidden,
      desktop: process.argv.includes('--desktop'),
    })
    const { script, page } = measurePageWeight(html)
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
  if (process.argv.includes('--docs')) {
    const figures = join(root, 'src/docs/figures.md')
    writeFileSync(figures, withSection(readFileSync(figures, 'utf8'), 'pages', pageTable(lines)))
  }
}
