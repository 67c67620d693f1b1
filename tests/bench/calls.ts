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
import { goalText } from './goals.ts'
import { startLeanServer, type LeanAnswer } from './lean-server.ts'
import { measureRate, type Rate } from './load.ts'
import { isServerAvailable, startRuntimeOn, withDatabase } from './postgres.ts'
import type { Line } from './table.ts'

/**
 * Rates of calls and uncached pages on PostgreSQL beside a lean program with statements of its own (quality figures 22
 * to 24). Every request asks for something else.
 */

const listings = 10_000
/** Seconds of a round of the warm-up, and the maximum of rounds. */
const warmUp = { seconds: 5, rounds: 8 }
/** The warm-up ends with a round that is faster than the one before by less than this factor. */
const steadyFactor = 1.05
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
  readonly goal: Goals
}

interface PageLoad {
  readonly what: string
  /** The lean program that reads the same rows. */
  readonly answer: LeanAnswer
  readonly path: (input: Input) => string
  readonly inputs: readonly Input[]
  readonly goal: Goals
}

/** Goals of the quality figures: least share of the lean program's rate in percent or least rate, most CPU in µs. */
interface Goals {
  readonly share?: number
  readonly rate?: number
  readonly cpu?: number
}

/** Rows of the table; without PostgreSQL a single row that says so. */
export async function callsBesideLean(): Promise<Line[]> {
  if (!(await isServerAvailable())) return [{ what: 'calls beside a lean program', figure: 'no PostgreSQL answers' }]
  return withDatabase(async (url) => {
    const questions = await seedQuestions(url)
    const site = await startSite({ DATABASE_URL: url, DEMO: '1', TRUST_PROXY: '1' })
    const calls: readonly Comparison[] = [
      { what: 'a list', answer: 'list', path: list, inputs: questions.lists, goal: { share: 40, cpu: 700 } },
      { what: 'a search', answer: 'search', path: list, inputs: questions.searches, goal: { share: 30 } },
      { what: 'a search, beside one ranked by ts_rank', answer: 'ranked', path: list, inputs: questions.searches, goal: { share: 30 } },
      { what: 'a detail', answer: 'detail', path: '/api/mall/service/detail', inputs: questions.details, goal: { share: 60, cpu: 400 } },
    ] // prettier-ignore
    const pages: readonly PageLoad[] = [
      { what: 'list page', answer: 'list', path: pageOfList, inputs: questions.lists, goal: { rate: 1_500, cpu: 1_200 } },
      { what: 'detail page', answer: 'detail', path: ({ serviceId }) => links.serviceDetail(Number(serviceId)), inputs: questions.details, goal: { rate: 1_000, cpu: 1_800 } },
    ] // prettier-ignore
    const lines: Line[] = []
    const leanRates = new Map<LeanAnswer, number>()
    try {
      for (const call of calls) {
        const { line, lean } = await compareCall(site, call, url)
        lines.push(line)
        leanRates.set(call.answer, lean)
      }
      for (const page of pages) lines.push(await measurePage(site, page, leanRates.get(page.answer) ?? 0))
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

/**
 * Rate and CPU after a warm-up, in which the engine compiles what runs often; its requests are not asked again. Where
 * answers are kept, `different` is the number of requests that differ: half of them at most are for the warm-up.
 */
async function measureCost(pid: number, load: Parameters<typeof measureRate>[0], different = Infinity): Promise<Cost> {
  let after = 0
  let fastest = 0
  for (let round = 0; round < warmUp.rounds && after < different / 2; round += 1) {
    const warm = await measureRate({ ...load, seconds: warmUp.seconds, after })
    after += warm.count
    if (warm.perSecond < fastest * steadyFactor) break
    fastest = Math.max(fastest, warm.perSecond)
  }
  const before = cpuTime(pid)
  const rate = await measureRate({ ...load, after })
  if (after + rate.count > different) throw new Error(`${after + rate.count} requests of ${different} different ones`)
  return { ...rate, cpu: Math.round((cpuTime(pid) - before) / rate.count) }
}

const compare = ({ share, rate, cpu }: Goals, { perSecond, cpu: used }: Cost, ofLean = 0): string =>
  goalText([
    ...(share === undefined ? [] : [{ measured: ofLean, goal: share, unit: ' %' }]),
    ...(rate === undefined ? [] : [{ measured: perSecond, goal: rate, unit: '/s' }]),
    ...(cpu === undefined ? [] : [{ measured: used, goal: cpu, unit: ' µs', isBound: true }]),
  ])

const shown = ({ perSecond, cpu }: Cost) => `${Math.round(perSecond).toLocaleString('en')}/s, ${cpu} µs of CPU each`
const scale = `${listings.toLocaleString('en')} listings, PostgreSQL`

async function compareCall(
  site: Site,
  { what, answer, path, inputs, goal }: Comparison,
  url: string,
): Promise<{ readonly line: Line; readonly lean: number }> {
  const bodies = inputs.map((input) => JSON.stringify(input))
  const product = inputs.map(({ tsquery: _tsquery, ...input }) => JSON.stringify({ ...input, pageSize: 20 }))
  const each = (texts: readonly string[]) => (number: number) => ({ headers, body: texts[number % texts.length] ?? '' })
  const lean = await startLeanServer(answer, url)
  try {
    const theirs = await measureCost(lean.pid, { url: lean.url, headers, each: each(bodies) })
    const ours = await measureCost(site.process.pid ?? 0, { url: site.url + path, headers, each: each(product) })
    const share = Math.round((ours.perSecond / theirs.perSecond) * 100)
    const line = {
      what: `call: ${what}, each another (${scale})`,
      figure: `${shown(ours)}; a lean node:http and pg program ${shown(theirs)}: ${share} % (${compare(goal, ours, share)})`,
    }
    return { line, lean: theirs.perSecond }
  } finally {
    lean.stop()
  }
}

async function measurePage(site: Site, { what, path, inputs, goal }: PageLoad, lean: number): Promise<Line> {
  const paths = inputs.map(path)
  const load = {
    url: site.url + (paths[0] ?? ''),
    headers: { 'accept-encoding': 'gzip, deflate, br' },
    path: (number: number) => paths[number % paths.length] ?? '/',
  }
  const cost = await measureCost(site.process.pid ?? 0, load, paths.length)
  const share = Math.round((cost.perSecond / lean) * 100)
  return {
    what: `uncached ${what}, each another, compressed (${scale})`,
    figure: `${shown(cost)}: ${share} % of the lean program's rate for the same rows (${compare(goal, cost)})`,
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
