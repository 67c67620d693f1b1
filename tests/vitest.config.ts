import { join } from 'node:path'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { LongestFirstSequencer } from './support/longest-first-sequencer.ts'
import { memoryFolder } from './support/memory-folder.ts'
import { canStartRedis } from './support/own-redis.ts'
import { workerCount } from './support/worker-count.ts'

// Inherited by workers, sites and browsers. A folder that the caller chose stays.
process.env.TMPDIR ??= memoryFolder()

const root = join(import.meta.dirname, '..')
const database = join(import.meta.dirname, 'support/global-database.ts')
const site = join(import.meta.dirname, 'support/global-site.ts')

/** Faults that measure time, or the memory of a busy process: another file beside them would be measured too. */
const measured = [
  'evidence-pack',
  'file-load',
  'order-submit',
  'overload',
  'parallel-logins',
  'process',
  'redis-dead',
  'slow-connections',
  'time-limits',
].map((name) => `tests/faults/${name}.test.ts`)

/** Calls whose result is decided before the database or without it: a run on PostgreSQL leaves them out. */
const independentOfEngine = [
  'access',
  'accounts/grants',
  'accounts/number-oracles',
  'accounts/ocr',
  'accounts/sso-away',
  'catalogue/relevance',
  'catalogue/relevance-floors',
  'fuzz',
].map((name) => `tests/calls/${name}.test.ts`)
const isPostgres = process.env.DATABASE_URL !== undefined
/** Calls whose result depends on the engine most, since they lock rows; all that a late run on PostgreSQL tests. */
const concurrent = ['orders', 'demands', 'chat'].map((name) => `tests/calls/${name}/**/*.test.ts`)

interface Kind {
  /** Files of the project; all of its folder unless told. */
  readonly include?: readonly string[]
  readonly exclude?: readonly string[]
  /** Files share processes and modules, which are read once: for tests that keep nothing outside an app of their own. */
  readonly shared?: boolean
  /** Modules of the server are loaded by Node, once per process: resetting modules gives new stores, not a new server. */
  readonly usesServer?: boolean
  /** One file at a time: figures of one would tell how busy the others are. */
  readonly alone?: boolean
  /** Needs the seeded database that one setup makes for the whole run. */
  readonly database?: boolean
  /** Needs the built site, running with its demo data. */
  readonly site?: boolean
  readonly seconds: number
}

const serverModules =
  /\/src\/(?!browser|client|islands|stores|ui)|\/tests\/support\/(accounts|data-keys|database|snapshot-filesystem)\.ts/

const project = (name: string, kind: Kind): TestProjectConfiguration => ({
  root,
  test: {
    name,
    include: [...(kind.include ?? [`tests/${name}/**/*.test.ts`])],
    exclude: [...(kind.exclude ?? [])],
    isolate: kind.shared !== true,
    ...(kind.usesServer === true ? { server: { deps: { external: [serverModules] } } } : {}),
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
    maxWorkers: workerCount,
    sequence: { sequencer: LongestFirstSequencer },
    // What was found instead is told whole in the one line that the check ends with.
    chaiConfig: { truncateThreshold: 400 },
    // Redis tells everyone who listens, whatever the database: two products at once need one each.
    fileParallelism: process.env.REDIS_URL === undefined || canStartRedis(),
    projects: [
      project('rules', { shared: true, seconds: 20 }),
      project('domain', { shared: true, seconds: 20 }),
      project('stores', { database: true, shared: true, usesServer: true, seconds: 60 }),
      project('calls', {
        database: true,
        shared: true,
        ...(process.env.TEST_PART === 'concurrency' ? { include: concurrent } : {}),
        exclude: isPostgres ? independentOfEngine : [],
        seconds: 30,
      }),
      project('conformance', { database: true, shared: true, seconds: 30 }),
      project('faults', { database: true, exclude: measured, seconds: 300 }),
      project('measured-faults', { database: true, include: measured, alone: true, seconds: 300 }),
      project('journeys', { site: true, shared: true, seconds: 180 }),
    ],
  },
})
