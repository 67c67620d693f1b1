import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

const root = join(import.meta.dirname, '..')
const define = { __AREA__: JSON.stringify('standard') }
const database = join(import.meta.dirname, 'support/global-database.ts')
const site = join(import.meta.dirname, 'support/global-site.ts')

interface Kind {
  /** Files share processes and modules, which are read once: for tests that keep nothing outside an app of their own. */
  readonly shared?: boolean
  /** One file at a time: figures of one would tell how busy the others are. */
  readonly alone?: boolean
  /** Needs the seeded database that one setup makes for the whole run. */
  readonly database?: boolean
  /** Needs the built site, running with its demo data. */
  readonly site?: boolean
  readonly seconds: number
}

const project = (name: string, kind: Kind): TestProjectConfiguration => ({
  root,
  define,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    isolate: kind.shared !== true,
    ...(kind.alone === true ? { fileParallelism: false } : {}),
    globalSetup: [...(kind.database === true ? [database] : []), ...(kind.site === true ? [site] : [])],
    testTimeout: kind.seconds * 1000,
    hookTimeout: 60_000,
    // A condition that comes true ends the wait at once; this only says when to give up, on a machine busy with others.
    expect: { poll: { timeout: 15_000 } },
  },
})

export default defineConfig({
  root,
  test: {
    maxWorkers: 2,
    // What was found instead is told whole in the one line that the check ends with.
    chaiConfig: { truncateThreshold: 400 },
    // Redis tells everyone who listens, whatever the database: two products at once would hear each other.
    fileParallelism: process.env.REDIS_URL === undefined,
    projects: [
      project('rules', { shared: true, seconds: 20 }),
      project('domain', { shared: true, seconds: 20 }),
      project('stores', { database: true, seconds: 60 }),
      project('calls', { database: true, shared: true, seconds: 30 }),
      project('faults', { database: true, alone: true, seconds: 300 }),
      project('journeys', { site: true, seconds: 180 }),
    ],
  },
})
