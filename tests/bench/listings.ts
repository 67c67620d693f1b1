import { seedBulk } from '../../src/db/seeds/bulk.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { searchableTitle } from '../../src/server/search/listing-words.ts'
import { listingQuestions, type Asked } from './asked.ts'
import { answers, apiOf, lendDatabase, runtimeOn } from './postgres.ts'
import type { Line } from './table.ts'

/** How the catalogue grows: the same questions at 10,000 listings and at many, on PostgreSQL. */

const small = 10_000
const rounds = 9
/** A question that takes at most so many times as long counts as one that does not grow. */
const steady = 1.5

/** A question with its shortest times of several, in milliseconds, at few listings and at many. */
interface Row {
  readonly kind: Asked['kind']
  readonly what: string
  readonly before: number
  readonly after: number
}

/** The lines of the table; one that says why there are none where no PostgreSQL answers. */
export async function catalogueGrowth(listings: number): Promise<Line[]> {
  if (!(await answers())) return [{ what: `lists at ${count(listings)} listings`, figure: 'no PostgreSQL answers' }]
  return withCatalogue(small, (few) =>
    withCatalogue(listings, async (many) => growth(await askedInTurn(few, many), listings)),
  )
}

/** What the rows say of each kind of question. */
function growth(rows: readonly Row[], listings: number): Line[] {
  for (const { what, before, after } of rows) {
    process.stdout.write(`${what.padEnd(48)} ${ms(before)} ${ms(after)}  ${(after / before).toFixed(2)}\n`)
  }
  const middle = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
  return [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, all]) => {
    const each = all.map((row) => ({ ...row, ratio: row.after / row.before }))
    const worst = each.toSorted((one, other) => other.ratio - one.ratio)[0]
    const ratios = each.map(({ ratio }) => ratio)
    return {
      what: `${kind}, ${all.length} questions, ${count(small)} → ${count(listings)} listings`,
      figure: `${ms(middle(each.map(({ before }) => before)))} → ${ms(middle(each.map(({ after }) => after)))} in the middle; grown ${middle(ratios).toFixed(2)} times in the middle, ${worst?.ratio.toFixed(1) ?? '--'} at most (${worst?.what ?? ''}, ${ms(worst?.after ?? 0)}), ${ratios.filter((ratio) => ratio <= steady).length} within ${steady}`,
    }
  })
}

const count = (number: number) => number.toLocaleString('en')
const ms = (time: number) => `${time.toFixed(1)} ms`

/** Lends a database of its own with so many listings, and drops it afterwards. */
const withCatalogue = <T>(listings: number, run: (runtime: Runtime) => Promise<T>): Promise<T> =>
  lendDatabase(async (url) => {
    const runtime = await runtimeOn(url)
    try {
      await seedBulk(runtime.db, { now: new Date(), listings, words: searchableTitle, say: () => {} })
      return await run(runtime)
    } finally {
      await runtime.close()
    }
  })

/**
 * Asks both catalogues everything, each question in turn, so that what else the machine does slows both alike; the shortest
 * time counts, which it slowed least. No
 * answer comes from memory, and each is compared with a plain query first.
 */
export async function askedInTurn(few: Runtime, many: Runtime): Promise<Row[]> {
  const sides = await Promise.all(
    [few, many].map(async (runtime) => {
      const api = apiOf(runtime)
      return { runtime, api, questions: await listingQuestions(api) }
    }),
  )
  const rows: Row[] = []
  for (const [place, { kind, what }] of (sides[0]?.questions ?? []).entries()) {
    const times: number[][] = [[], []]
    for (const { runtime, api, questions } of sides) await questions[place]?.verify?.(api, runtime)
    for (let round = 0; round < rounds; round += 1) {
      for (const [side, { runtime, api, questions }] of sides.entries()) {
        runtime.pages.invalidate(['services', 'products', 'shops'])
        const begun = performance.now()
        await questions[place]?.ask(api)
        times[side]?.push(performance.now() - begun)
      }
    }
    const [before = 0, after = 0] = times.map((each) => Math.min(...each))
    rows.push({ kind, what, before, after })
  }
  return rows
}
