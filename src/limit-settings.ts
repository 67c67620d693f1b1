import { z } from 'zod'

const count = (max: number) => z.coerce.number().int().min(1).max(max)
const milliseconds = z.coerce.number().int().min(50).max(3_600_000)

/** Concurrency limits and timeouts of one process: part of the settings (config.ts). */
export const limitSettings = {
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(5)
    .max(500)
    .default(20)
    .describe(
      'PostgreSQL connections of this process for calls and pages: a fifth is for signing in alone, one domain takes two thirds of the rest; jobs have up to 4 besides, /readyz 1',
    ),
  DATABASE_WAIT_MS: milliseconds
    .default(3_000)
    .describe(
      'milliseconds that a call or page waits for connections, altogether; for the embedded database as long as a statement more',
    ),
  DATABASE_STATEMENT_MS: milliseconds
    .default(5_000)
    .describe('longest statement of a call or page (PostgreSQL); a second later a silent connection counts as broken'),
  DATABASE_LOCK_MS: milliseconds.default(3_000).describe('longest wait for a lock (PostgreSQL)'),
  DATABASE_IDLE_MS: milliseconds
    .default(60_000)
    .describe('longest pause inside a transaction, after which PostgreSQL ends it'),
  DATABASE_JOB_MS: milliseconds.default(600_000).describe('longest statement of a job (PostgreSQL)'),
  DATABASE_QUEUE: count(100_000)
    .default(1_000)
    .describe('statements that may wait for a connection, or for the embedded database'),
  REDIS_WAIT_MS: milliseconds.default(1_000).describe('longest wait for an answer of Redis'),
  PUBLIC_CALLS: count(1_000)
    .default(24)
    .describe(
      'calls open to everybody that are worked on at once, two thirds of them of one domain; signing in and signed-in people are not held up by them',
    ),
  PUBLIC_CALL_QUEUE: count(100_000).default(1_000).describe('such calls that may wait'),
  WORKERS: count(64)
    .default(1)
    .describe(
      'processes that share the port, up to one a core; PostgreSQL only. DATABASE_POOL, CACHE_MB and the limits of calls and pages hold for each',
    ),
  CACHE_MB: count(100_000)
    .default(64)
    .describe(
      'megabytes of cached pages, answers, fragments and reads of one process, all together; the process needs about 250 beside them',
    ),
  PAGE_DRAWS: count(1_000).default(32).describe('pages drawn at once'),
  PAGE_QUEUE: count(100_000).default(500).describe('pages that may wait to be drawn'),
  PAGE_WAIT_MS: milliseconds.default(4_000).describe('longest wait of a page to be drawn'),
} as const

const shape = z.object(limitSettings)

/** Limits of the database, as db/open.ts takes them. */
export const databaseLimitsOf = (env: z.output<typeof shape>) => ({
  pool: env.DATABASE_POOL,
  queue: env.DATABASE_QUEUE,
  waitMs: env.DATABASE_WAIT_MS,
  statementMs: env.DATABASE_STATEMENT_MS,
  lockMs: env.DATABASE_LOCK_MS,
  idleMs: env.DATABASE_IDLE_MS,
  jobMs: env.DATABASE_JOB_MS,
})

export type DatabaseLimits = ReturnType<typeof databaseLimitsOf>

/** The same with long timeouts, for commands. */
export const patientLimits = (limits: DatabaseLimits): DatabaseLimits => ({
  ...limits,
  statementMs: limits.jobMs,
  lockMs: limits.jobMs,
  idleMs: limits.jobMs,
})

/** Defaults for tests and commands that open a database without settings. */
export const defaultLimits: DatabaseLimits = databaseLimitsOf(shape.parse({}))
