import { seedBulk } from '../../src/db/seeds/bulk.ts'
import { links } from '../../src/domain/links.ts'
import { titleTsvector } from '../../src/server/search/document-tokens.ts'
import { startSite } from '../support/site.ts'
import { measureRate, type Rate } from './load.ts'
import { isServerAvailable, apiOf, withDatabase, startRuntimeOn } from './postgres.ts'
import { queriesIn, sameQueries, type Query } from './same-queries.ts'
import type { Line } from './table.ts'

/**
 * Rates of calls on PostgreSQL compared with a bare handler that runs the same queries, and of a page compared with
 * the bare list.
 */

const listings = 10_000
const headers = { 'content-type': 'application/json', 'app-id': 'web' }
const list = '/api/mall/service/standard/list-page'

interface RecordedCall {
  readonly what: string
  readonly path: string
  readonly input: object
  readonly queries: readonly Query[]
}

/** Rows of the table; without PostgreSQL a single row that says so. */
export async function callsBesideBare(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'calls beside a bare handler', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const asked = await recordCalls(url)
    const site = await startSite({ DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1' })
    const lines: Line[] = []
    let bareList: Rate | undefined
    try {
      for (const { what, path, input, queries } of asked) {
        const body = JSON.stringify(input)
        const bare = await sameQueries(queries, url)
        try {
          const ours = await measureRate({ url: site.url + path, headers, body })
          const theirs = await measureRate({ url: bare.url, headers, body })
          bareList ??= theirs
          lines.push(line(what, ours, theirs))
        } finally {
          bare.stop()
        }
      }
      const page = links.serviceList()
      const ours = await measureRate({ url: site.url + page, path: (number) => `${page}?_=${number}` })
      if (bareList !== undefined)
        lines.push(line('uncached list page, of the bare handler of its list', ours, bareList))
    } finally {
      await site.remove()
    }
    return lines
  })
}

const line = (what: string, ours: Rate, theirs: Rate): Line => ({
  what: `${what} (${listings.toLocaleString('en')} listings, PostgreSQL)`,
  figure: `${Math.round(ours.perSecond)}/s; a bare node:http and pg handler with the same queries ${Math.round(theirs.perSecond)}/s: ${Math.round((ours.perSecond / theirs.perSecond) * 100)} %`,
})

/** Queries of each call with warm caches of reference data, as in a running site. */
async function recordCalls(url: string): Promise<RecordedCall[]> {
  const runtime = await startRuntimeOn(url)
  try {
    await seedBulk(runtime.db, { now: new Date(), listings, words: titleTsvector, onProgress: () => {} })
    const { catalogue } = apiOf(runtime)
    const first = { current: 1, pageSize: 20 }
    const search = { ...first, keyword: '稳定性 试验' }
    const found = await catalogue.services(first)
    const serviceId = found.ok ? (found.content.data[0]?.serviceId ?? 0) : 0
    const queries = async (ask: () => Promise<unknown>) => {
      await ask()
      runtime.pages.invalidate(['services'])
      return queriesIn(ask)
    }
    return [
      { what: 'call: a list', path: list, input: first, queries: await queries(() => catalogue.services(first)) },
      { what: 'call: a search', path: list, input: search, queries: await queries(() => catalogue.services(search)) },
      {
        what: 'call: a detail',
        path: '/api/mall/service/detail',
        input: { serviceId },
        queries: await queries(() => catalogue.service({ serviceId })),
      },
    ]
  } finally {
    await runtime.close()
  }
}
