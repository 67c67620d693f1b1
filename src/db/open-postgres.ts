import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import type { DatabaseLimits } from '../limit-settings.ts'
import { AdmittedPool } from './admitted-pool.ts'
import { answersWithin } from './answers-within.ts'
import { databaseName } from './installed.ts'
import type { Database } from './open.ts'
import { migrationLock, migrationsFolder, options } from './options.ts'

/**
 * Pages ask much in short queries: compiling them or starting workers for them costs more than it saves, and what they
 * read lies in memory or on disks that do not turn.
 */
const shortQueries = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
/** Milliseconds for a new connection, and for the answer by which /readyz judges. */
const [connectMs, healthMs] = [3_000, 2_000]
/** Connections of the jobs. Several run at once, and each transaction of theirs has one. */
const jobPool = 4

const timeouts = (limits: Pick<DatabaseLimits, 'statementMs' | 'lockMs' | 'idleMs'>) =>
  `${shortQueries} -c statement_timeout=${limits.statementMs} -c lock_timeout=${limits.lockMs} -c idle_in_transaction_session_timeout=${limits.idleMs}`

/** PostgreSQL with its tables up to date. `whenEmpty` may refuse a database without tables, by throwing. */
export async function openPostgres(url: string, limits: DatabaseLimits, whenEmpty: () => void): Promise<Database> {
  await migrateTables(url, whenEmpty)
  const { pool: max, queue, waitMs, statementMs, jobMs } = limits
  const connection = { connectionString: url, connectionTimeoutMillis: connectMs, keepAlive: true }
  const reserved = Math.ceil(max / 5)
  const perKey = Math.ceil(((max - reserved) * 2) / 3)
  const admission = new AdmissionLimit({ room: max, reserved, perKey, queue, patience: waitMs })
  const pool = new AdmittedPool(
    { ...connection, max, options: timeouts(limits) },
    { admission, silence: statementMs + 1_000 },
  )
  const jobs = new AdmittedPool(
    { ...connection, max: jobPool, options: timeouts({ ...limits, statementMs: jobMs, lockMs: jobMs }) },
    // A job waits for its turn, however long: it has nobody who would come again.
    { admission: new AdmissionLimit({ room: jobPool, queue: Infinity, patience: Infinity }), silence: jobMs + 1_000 },
  )
  const health = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: healthMs,
    query_timeout: healthMs,
    max: 1,
    options: `-c statement_timeout=${healthMs}`,
  })
  for (const each of [pool, jobs, health]) {
    // A server that restarts ends its idle connections: the pool opens others. Without a listener it would end the process.
    each.on('error', () => {})
    // The same for a connection that is in use: its query fails and says so.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  let judging: Promise<boolean> | undefined
  return {
    engine: 'postgres',
    db: drizzle(pool, options),
    execute: (text, values) => pool.query(text, values),
    background: { db: drizzle(jobs, options), execute: (text, values) => jobs.query(text, values) },
    answers: () => (judging ??= answersWithin(healthMs, health.query('select 1')).finally(() => (judging = undefined))),
    patience: waitMs,
    admission,
    close: async () => {
      await Promise.all([pool.end(), jobs.end(), health.end()])
    },
  }
}

/** On a connection without time limits: a migration may take long, and waits for another process that migrates. */
async function migrateTables(url: string, whenEmpty: () => void): Promise<void> {
  const one = new pg.Client({ connectionString: url, connectionTimeoutMillis: 8_000, options: shortQueries })
  one.on('error', () => {})
  await one.connect().catch((cause: unknown) => {
    throw new Error(unreachable(url, cause), { cause })
  })
  try {
    await one.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows } = await one.query(`select to_regclass('drizzle.__drizzle_migrations') as migrated`)
    if (rows[0]?.migrated === null) whenEmpty()
    await one.query('create extension if not exists pg_trgm')
    await migrate(drizzle(one, options), { migrationsFolder })
  } finally {
    // The lock goes with the connection.
    await one.end()
  }
}

/** The sentence that a start ends with. Never the password. */
function unreachable(url: string, cause: unknown): string {
  const { code = '', message = '' } = cause instanceof Error ? { code: '', ...cause, message: cause.message } : {}
  const reason = [message, code].find((text) => text !== '') ?? String(cause)
  return `DATABASE_URL: no connection to PostgreSQL at ${databaseName({ databaseUrl: url })} (${reason}). Check that the server runs there, and user, password and database in DATABASE_URL.`
}
