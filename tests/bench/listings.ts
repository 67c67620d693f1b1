import pg from 'pg'
import type { Api } from '../../src/client/api.ts'
import { inProcessClient } from '../../src/client/in-process.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { seedBulk } from '../../src/db/seeds/bulk.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import { searchable } from '../../src/server/search/words.ts'
import { startRuntime } from '../../src/server/start.ts'
import { listingQuestions, type Asked } from './asked.ts'
import type { Line } from './table.ts'

/** How the catalogue grows: the same questions at 10,000 listings and at many, on PostgreSQL. */

const small = 10_000
const rounds = 7
/** A question that takes at most so many times as long counts as one that does not grow. */
const steady = 1.5
const server = process.env.DATABASE_URL ?? 'postgres://root@127.0.0.1:5432/postgres'

/** Milliseconds by question: the median of several, none of them answered from memory. */
type Times = ReadonlyMap<Asked, number>

/** The lines of the table; one that says why there are none where no PostgreSQL answers. */
export async function catalogueGrowth(listings: number): Promise<Line[]> {
  if (!(await answers())) return [{ what: `lists at ${count(listings)} listings`, figure: 'no PostgreSQL answers' }]
  const [few, many] = [await timesAt(small), await timesAt(listings)]
  return [...Map.groupBy(few.keys(), ({ kind }) => kind)].map(([kind, asked]) => {
    const rows = asked.flatMap((one) => {
      const twin = [...many.keys()].find(({ what }) => what === one.what)
      const [before, after] = [few.get(one) ?? 0, twin === undefined ? 0 : (many.get(twin) ?? 0)]
      return [{ what: one.what, before, after, ratio: after / before }]
    })
    const worst = rows.toSorted((one, other) => other.ratio - one.ratio)[0]
    for (const { what, before, after, ratio } of rows) {
      process.stdout.write(`${what.padEnd(48)} ${ms(before)} ${ms(after)}  ${ratio.toFixed(2)}\n`)
    }
    const middle = (times: readonly number[]) => times.toSorted((one, other) => one - other)[times.length >> 1] ?? 0
    const ratios = rows.map(({ ratio }) => ratio)
    return {
      what: `${kind}, ${rows.length} questions, ${count(small)} → ${count(listings)} listings`,
      figure: `${ms(middle(rows.map(({ before }) => before)))} → ${ms(middle(rows.map(({ after }) => after)))} in the middle; grown ${middle(ratios).toFixed(1)} times in the middle, ${worst?.ratio.toFixed(1) ?? '--'} at most (${worst?.what ?? ''}, ${ms(worst?.after ?? 0)}), ${ratios.filter((each) => each <= steady).length} within ${steady}`,
    }
  })
}

const count = (number: number) => number.toLocaleString('en')
const ms = (time: number) => `${time.toFixed(1)} ms`

/** A database of its own with so many listings, asked everything and dropped. */
async function timesAt(listings: number): Promise<Times> {
  const name = `portal_bench_${listings}_${process.pid}`
  await onServer(`create database ${name}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    const config = readConfig({ DEMO: '1', LOG_LEVEL: 'silent', DATABASE_URL: url.href })
    const runtime = await startRuntime(config, await openDatabase(config))
    try {
      await seedBulk(runtime.db, { now: new Date(), listings, words: searchable, say: () => {} })
      return await timesOf(runtime)
    } finally {
      await runtime.close()
    }
  } finally {
    await onServer(`drop database ${name} with (force)`)
  }
}

async function timesOf(runtime: Runtime): Promise<Times> {
  const api = apiOf(runtime)
  const times = new Map<Asked, number>()
  for (const asked of await listingQuestions(api)) {
    await asked.verify?.(api, runtime)
    const each: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      runtime.pages.invalidate(['services', 'products', 'shops'])
      const begun = performance.now()
      await asked.ask(api)
      each.push(performance.now() - begun)
    }
    times.set(asked, each.toSorted((one, other) => one - other)[rounds >> 1] ?? Number.NaN)
  }
  return times
}

const nobody = {
  appId: 'web',
  token: undefined,
  cookie: undefined,
  ssoCookie: undefined,
  ip: undefined,
  userAgent: 'bench',
} as const

const apiOf = (runtime: Runtime): Api =>
  inProcessClient((name, input, { idempotencyKey }) => runtime.call(name, input, { ...nobody, idempotencyKey }))

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const answers = () =>
  onServer('select 1').then(
    () => true,
    () => false,
  )
