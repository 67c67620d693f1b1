import { seedBulk } from '../../src/db/seeds/bulk.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { titleTsvector } from '../../src/server/search/document-tokens.ts'
import { goalText, type Goal } from './goals.ts'
import { listingQueries, type ListingQuery } from './listing-queries.ts'
import { isServerAvailable, apiOf, withDatabase, startRuntimeOn } from './postgres.ts'
import type { Line } from './table.ts'

/** Growth of the catalogue: the same queries at 10,000 and at many listings, on PostgreSQL. */

const smallCatalogue = 10_000
/** Size of the goals: what is never asked before takes at most twice as long, and adding them ten minutes. */
const largeCatalogue = 1_000_000
const rounds = 9
/** Queries below this time ratio count as not growing. */
const maxGrowthFactor = 1.5

/** Shortest of several times of a query, in milliseconds, at few listings and at many. */
interface GrowthRow {
  readonly kind: ListingQuery['kind']
  readonly what: string
  readonly before: number
  readonly after: number
}

/** Rows of the table; without PostgreSQL a single row that says so. */
export async function catalogueGrowth(listings: number): Promise<Line[]> {
  if (!(await isServerAvailable()))
    return [{ what: `lists at ${count(listings)} listings`, figure: 'no PostgreSQL answers' }]
  return withCatalogue(smallCatalogue, ({ runtime: few }) =>
    withCatalogue(listings, async ({ runtime: many, seconds }) => [
      {
        what: `adding ${count(listings)} listings with their indexes and cards (PostgreSQL)`,
        figure: `${Math.round(seconds)} s${goalAt(listings, { measured: seconds, goal: 600, unit: ' s', isBound: true })}`,
      },
      ...growth(await measureInTurn(few, many), listings),
    ]),
  )
}

/** Summary row for each kind of query. */
function growth(rows: readonly GrowthRow[], listings: number): Line[] {
  for (const { what, before, after } of rows) {
    process.stdout.write(`${what.padEnd(48)} ${ms(before)} ${ms(after)}  ${(after / before).toFixed(2)}\n`)
  }
  const middle = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => {
    const each = all.map((row) => ({ ...row, ratio: row.after / row.before }))
    const worst = each.toSorted((one, other) => other.ratio - one.ratio)[0]
    const ratios = each.map(({ ratio }) => ratio)
    return {
      what: `${kind}, ${all.length} questions, ${count(smallCatalogue)} → ${count(listings)} listings`,
      figure: `${ms(middle(each.map(({ before }) => before)))} → ${ms(middle(each.map(({ after }) => after)))} in the middle; grown ${middle(ratios).toFixed(2)} times in the middle${goalAt(listings, { measured: middle(ratios), goal: 2, unit: ' times', isBound: true })}, ${worst?.ratio.toFixed(1) ?? '--'} at most (${worst?.what ?? ''}, ${ms(worst?.after ?? 0)}), ${ratios.filter((ratio) => ratio <= maxGrowthFactor).length} within ${maxGrowthFactor}`,
    }
  })
}

/** The goal in words at the size that it is set for, else nothing. */
const goalAt = (listings: number, goal: Goal): string => (listings === largeCatalogue ? ` (${goalText([goal])})` : '')

const count = (number: number) => number.toLocaleString('en')
const showProgress = (text: string) => void process.stderr.write(`  ${text}\n`)
const ms = (time: number) => `${time.toFixed(1)} ms`

interface Catalogue {
  readonly runtime: Runtime
  /** Time that the listings took to be added. */
  readonly seconds: number
}

/** Runs with a temporary database that has so many listings. */
const withCatalogue = <T>(listings: number, run: (catalogue: Catalogue) => Promise<T>): Promise<T> =>
  withDatabase(async (url) => {
    const runtime = await startRuntimeOn(url)
    try {
      const begun = performance.now()
      await seedBulk(runtime.db, { now: new Date(), listings, words: titleTsvector, onProgress: showProgress })
      return await run({ runtime, seconds: (performance.now() - begun) / 1000 })
    } finally {
      await runtime.close()
    }
  })

/**
 * Runs every query on both catalogues alternately, so that other load affects both alike; the shortest time counts.
 * Nothing is cached, and each result is first compared with a plain query.
 */
export async function measureInTurn(few: Runtime, many: Runtime): Promise<GrowthRow[]> {
  const sides = await Promise.all(
    [few, many].map(async (runtime) => {
      const api = apiOf(runtime)
      return { runtime, api, questions: await listingQueries(api) }
    }),
  )
  const rows: GrowthRow[] = []
  for (const [place, { kind, what }] of (sides[0]?.questions ?? []).entries()) {
    const times: number[][] = [[], []]
    for (const { runtime, api, questions } of sides) await questions[place]?.verify?.(api, runtime)
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, { runtime, api, questions }] of sides.entries()) {
        runtime.pages.invalidate(['services', 'products', 'shops'])
        const begun = performance.now()
        await questions[place]?.run(api)
        times[side]?.push(performance.now() - begun)
      }
    }
    const [before = 0, after = 0] = times.map((each) => Math.min(...each))
    rows.push({ kind, what, before, after })
  }
  return rows
}
