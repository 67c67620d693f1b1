import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { links } from '../../src/domain/links.ts'
import { sectionOf, withSection } from '../../src/generate.ts'
import { startSite, type Site } from '../support/site.ts'
import { root } from '../support/sources.ts'
import { callsBesideLean } from './calls.ts'
import { certificateFigures } from './certificates.ts'
import { chatFigures } from './chat.ts'
import { statisticsFigures } from './statistics.ts'
import { structureFigures } from './structures.ts'
import { matchingFigures } from './matching.ts'
import { measureLimits } from './limits.ts'
import { dealRecordFigures } from './deal-records.ts'
import { fileFigures } from './file-figures.ts'
import { catalogueGrowth } from './catalogue-growth.ts'
import { measureRate, type Rate } from './load.ts'
import { memoryFigures } from './memory.ts'
import { overloadFigures } from './overload.ts'
import { pushDelivery } from './push.ts'
import { recordSearch } from './records.ts'
import { recoveryFigures } from './recovery.ts'
import { relevanceFigures } from './relevance/figures.ts'
import { sampleFigures } from './samples.ts'
import { sameBytes } from './same-bytes.ts'
import { sheetImport } from './sheets.ts'
import { linesOf, table, withLines, type Line } from './table.ts'
import { tradeBesideLean } from './trade.ts'

/**
 * `npm run bench`: measures the build, prints the table and saves it. `-- --listings 1000000` grows the catalogue to
 * that size, `-- listings` measures one part: site, calls, trade, chat, sheets, files, certificates, memory, overload, recovery, deals, matching, structures, statistics, records, relevance, samples or listings.
 * `-- --docs` writes the table to src/docs/figures.md; for one part only its rows.
 */

const perSecond = ({ perSecond: each, p99 }: Rate) => `${Math.round(each).toLocaleString('en')}/s, p99 ${p99} ms`

/** Compares the product with a bare server that sends the same bytes, one after the other. */
async function compared(what: string, url: string, path?: (number: number) => string): Promise<Line> {
  const bare = await sameBytes(url)
  try {
    const ours = await measureRate({ url, path })
    const theirs = await measureRate({ url: bare.url })
    return { what, figure: perSecond(ours), ofBare: `${Math.round((ours.perSecond / theirs.perSecond) * 100)} %` }
  } finally {
    bare.stop()
  }
}

/** A call whose input differs each time, compared with a bare server that sends the bytes of its first answer. */
async function call(what: string, site: Site, path: string, inputOf: (number: number) => object): Promise<Line> {
  const headers = { 'content-type': 'application/json', 'app-id': 'web' }
  const body = JSON.stringify(inputOf(1))
  const each = (number: number) => ({ headers, body: JSON.stringify(inputOf(number)) })
  const bare = await sameBytes(`${site.url}/api${path}`, { method: 'POST', headers, body })
  try {
    const ours = await measureRate({ url: `${site.url}/api${path}`, each })
    const theirs = await measureRate({ url: bare.url, headers, body })
    return { what, figure: perSecond(ours), ofBare: `${Math.round((ours.perSecond / theirs.perSecond) * 100)} %` }
  } finally {
    bare.stop()
  }
}

const pages = async (site: Site): Promise<Line[]> => [await compared('cached home page', site.url + links.home())]

async function push(): Promise<Line[]> {
  const { p50, p99 } = await pushDelivery()
  return [{ what: 'push to an open page, 200 users connected', figure: `p50 ${p50} ms, p99 ${p99} ms` }]
}

/** Measurements of the site, cold and under load. */
async function served(): Promise<Line[]> {
  const first = await startSite({ LOG_LEVEL: 'info', TRUST_PROXY: '1' })
  await first.stop()
  const site = await startSite({ DATA_DIR: first.dataDir, TRUST_PROXY: '1' }, { withDatabaseSocket: true })
  try {
    return [
      {
        what: 'first start, creating and filling the embedded database',
        figure: `${(first.readyAfter / 1000).toFixed(1)} s`,
      },
      { what: 'start to ready on an existing embedded database', figure: `${(site.readyAfter / 1000).toFixed(1)} s` },
      ...(await pages(site)),
      await call('call: services, another page and order each time', site, '/mall/service/standard/list-page', (n) => ({
        current: (n % 20) + 1,
        pageSize: 20,
        sort: n % 3 === 0 ? 'priceUp' : 'default',
      })),
      ...(await push()),
      ...(await measureLimits(site)),
    ]
  } finally {
    await site.remove()
  }
}

const asked = process.argv.indexOf('--listings')
const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  site: served,
  calls: callsBesideLean,
  trade: tradeBesideLean,
  chat: chatFigures,
  sheets: sheetImport,
  files: fileFigures,
  memory: memoryFigures,
  overload: overloadFigures,
  certificates: certificateFigures,
  deals: dealRecordFigures,
  matching: matchingFigures,
  structures: structureFigures,
  statistics: statisticsFigures,
  recovery: recoveryFigures,
  records: recordSearch,
  relevance: relevanceFigures,
  samples: sampleFigures,
  listings: () => catalogueGrowth(asked < 0 ? 200_000 : Number(process.argv[asked + 1])),
}
const named = Object.keys(parts).filter((part) => process.argv.includes(part))
const lines: Line[] = []
for (const [part, measure] of Object.entries(parts)) {
  if (named.length === 0 || named.includes(part)) lines.push(...(await measure()))
}

const machine = `${availableParallelism()} cores, node ${process.version}, embedded database`
process.stdout.write(`${table(lines)}\n\n${machine}\n`)
if (named.length === 0) {
  const folder = join(root, 'tests/bench/results')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'last.json'),
    `${JSON.stringify({ at: new Date().toISOString(), machine, lines }, null, 2)}\n`,
  )
}
if (process.argv.includes('--docs')) {
  const figures = join(root, 'src/docs/figures.md')
  const text = readFileSync(figures, 'utf8')
  const all = named.length === 0 ? lines : withLines(linesOf(sectionOf(text, 'bench')), lines)
  writeFileSync(figures, withSection(text, 'bench', table(all)))
}
