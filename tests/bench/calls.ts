import { sql } from 'drizzle-orm'
import { seedBulk } from '../../src/db/seeds/bulk.ts'
import { drugForms } from '../../src/db/seeds/data/bulk-words.ts'
import { compounds } from '../../src/db/seeds/data/compounds.ts'
import { links } from '../../src/domain/links.ts'
import { titleTsvector } from '../../src/server/search/document-tokens.ts'
import { keywordQueries } from '../../src/server/search/keyword-queries.ts'
import { tsqueryOf } from '../../src/server/search/search-query.ts'
import { startSite, type Site } from '../support/site.ts'
import { cpuTime } from './cpu-time.ts'
import { startLeanServer, type LeanAnswer } from './lean-server.ts'
import { measureRate, type Rate } from './load.ts'
import { isServerAvailable, startRuntimeOn, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/**
 * Rates of calls and uncached pages on PostgreSQL beside a lean program with statements of its own (quality figures 22
 * to 24). Every request asks for something else.
 */

const listings = 10_000
const headers = { 'content-type': 'application/json', 'app-id': 'web' }
const list = '/api/mall/service/standard/list-page'

type Input = Readonly<Record<string, string | number>>

/** Inputs of all requests; the lean program gets what the product would first look up. */
interface Questions {
  readonly lists: readonly Input[]
  readonly searches: readonly Input[]
  readonly details: readonly Input[]
}

interface Comparison {
  readonly what: string
  readonly answer: LeanAnswer
  readonly path: string
  readonly inputs: readonly Input[]
  readonly goal: string
}

/** Rows of the table; without PostgreSQL a single row that says so. */
export async function callsBesideLean(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'calls beside a lean program', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const questions = await seedQuestions(url)
    const site = await startSite({ DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1' })
    const calls: readonly Comparison[] = [
      { what: 'a list', answer: 'list', path: list, inputs: questions.lists, goal: '40 %, 700 µs' },
      { what: 'a search', answer: 'search', path: list, inputs: questions.searches, goal: '30 %' },
      { what: 'a detail', answer: 'detail', path: '/api/mall/service/detail', inputs: questions.details, goal: '60 %, 400 µs' },
    ] // prettier-ignore
    const pages = [
      { what: 'list page', path: pageOfList, inputs: questions.lists, goal: '1,500/s, 1,200 µs' },
      { what: 'detail page', path: ({ serviceId }: Input) => links.serviceDetail(Number(serviceId)), inputs: questions.details, goal: '1,000/s, 1,800 µs' },
    ] // prettier-ignore
    const lines: Line[] = []
    try {
      for (const call of calls) lines.push(await compareCall(site, call, url))
      for (const page of pages) lines.push(await measurePage(site, page))
    } finally {
      await site.remove()
    }
    return lines
  })
}

const pageOfList = ({ id, districtCode, sort, current }: Input): string =>
  `${links.serviceList()}?${new URLSearchParams({ id: String(id), districtCode: String(districtCode), sort: String(sort), current: String(current) }).toString()}`

interface Cost extends Rate {
  /** Microseconds of CPU a request: the process and PostgreSQL. */
  readonly cpu: number
}

async function measureCost(pid: number, load: Parameters<typeof measureRate>[0]): Promise<Cost> {
  const before = cpuTime(pid)
  const rate = await measureRate(load)
  return { ...rate, cpu: Math.round((cpuTime(pid) - before) / rate.count) }
}

const shown = ({ perSecond, cpu }: Cost) => `${Math.round(perSecond).toLocaleString('en')}/s, ${cpu} µs of CPU each`
const scale = `${listings.toLocaleString('en')} listings, PostgreSQL`

async function compareCall(site: Site, { what, answer, path, inputs, goal }: Comparison, url: string): Promise<Line> {
  const bodies = inputs.map((input) => JSON.stringify(input))
  const product = inputs.map(({ tsquery: _tsquery, ...input }) => JSON.stringify({ ...input, pageSize: 20 }))
  const each = (texts: readonly string[]) => (number: number) => ({ headers, body: texts[number % texts.length] ?? '' })
  const lean = await startLeanServer(answer, url)
  try {
    const theirs = await measureCost(lean.pid, { url: lean.url, headers, each: each(bodies) })
    const ours = await measureCost(site.process.pid ?? 0, { url: site.url + path, headers, each: each(product) })
    const share = Math.round((ours.perSecond / theirs.perSecond) * 100)
    return {
      what: `call: ${what}, each another (${scale})`,
      figure: `${shown(ours)}; a lean node:http and pg program ${shown(theirs)}: ${share} % (goal ${goal})`,
    }
  } finally {
    lean.stop()
  }
}

async function measurePage(
  site: Site,
  {
    what,
    path,
    inputs,
    goal,
  }: { what: string; path: (input: Input) => string; inputs: readonly Input[]; goal: string },
): Promise<Line> {
  const paths = inputs.map(path)
  const load = {
    url: site.url + (paths[0] ?? ''),
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    path: (number: number) => paths[number % paths.length] ?? '/',
  }
  return {
    what: `uncached ${what}, each another, compressed (${scale})`,
    figure: `${shown(await measureCost(site.process.pid ?? 0, load))} (goal ${goal})`,
  }
}

/** Seeds the listings and chooses what is asked: more than is requested in one measurement, in no order. */
async function seedQuestions(url: string): Promise<Questions> {
  const runtime = await startRuntimeOn(url)
  try {
    await seedBulk(runtime.db, { now: new Date(), listings, words: titleTsvector, onProgress: () => {} })
    const lists = await runtime.db
      .select({ id: sql<number>`category`, district: sql<string>`district`, count: sql<number>`count::int` })
      .from(
        sql`(select category, left(district_code, 2) as district, count(*) as count
          from services, unnest(category_path[2:]) as category where status = 'published' group by 1, 2) as found`,
      )
    const details = await runtime.db
      .select({ serviceId: sql<number>`id` })
      .from(sql`services where status = 'published'`)
    const pagesOf = (count: number) =>
      Array.from({ length: Math.ceil(Math.min(count, 2_000) / 20) }, (_, page) => page + 1)
    return {
      lists: shuffled(
        lists.flatMap(({ id, district, count }) =>
          pagesOf(count).flatMap((current) =>
            ['default', 'priceUp'].map((sort) => ({ id, districtCode: `${district}0000`, sort, current })),
          ),
        ),
      ),
      searches: shuffled(
        compounds.flatMap(({ name }) =>
          [name, ...drugForms.map((form) => `${name}${form}`)].flatMap((keyword) => {
            const { words } = keywordQueries(keyword)
            return words === undefined ? [] : [{ keyword, current: 1, tsquery: tsqueryOf(words) }]
          }),
        ),
      ),
      details: shuffled(details),
    }
  } finally {
    await runtime.close()
  }
}

/** A fixed order in which neighbours have nothing in common. */
const shuffled = <T>(all: readonly T[]): T[] =>
  all
    .map((each, place) => [(place * 7_919) % all.length, each] as const)
    .toSorted(([a], [b]) => a - b)
    .map(([, each]) => each)
