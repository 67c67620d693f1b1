import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import type { DatabaseLimits } from '../limit-settings.ts'
import { resolvesWithin } from './resolves-within.ts'
import { databaseName } from './installed.ts'
import type { Database } from './open.ts'
import { migrationLock, migrationsFolder, drizzleOptions } from './options.ts'
import { Socket } from 'node:net'
import { DatabaseUnavailable } from './errors.ts'
import { admitToLane } from './lanes.ts'
import { nameRepeated, RepeatedStatements } from './repeated-statements.ts'

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: pg.PoolClient['release']) => void

/** Milliseconds without connection attempts after the server could not be reached. */
const retryPauseMs = 1_000

interface PoolLimits {
  /** Number of connections of the pool. */
  readonly admission: AdmissionLimit
  /** Milliseconds of silence after which a connection in use counts as broken. */
  readonly silence: number
}

/**
 * A connection pool behind an admission limit: bounded in length and time, with a share per kind of work. A silent
 * connection is closed instead of reused, since the state of its transaction is unknown.
 */
class AdmittedPool extends pg.Pool {
  readonly #limits: PoolLimits
  #awayUntil = 0

  constructor(options: pg.PoolConfig, limits: PoolLimits) {
    super(options)
    this.#limits = limits
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const client = admitToLane(this.#limits.admission, (leave) => this.#lend(leave))
    if (callback === undefined) return client
    client.then(
      (lent) => callback(undefined, lent, lent.release),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), undefined, () => {}),
    )
  }

  async #lend(leave: () => void): Promise<pg.PoolClient> {
    try {
      if (performance.now() < this.#awayUntil)
        throw new DatabaseUnavailable('The database could not be reached a moment ago')
      const client = await super.connect()
      const endWatch = this.#watch(client)
      const { release } = client
      client.release = (error) => {
        endWatch()
        leave()
        release(error)
      }
      return client
    } catch (cause) {
      leave()
      if (cause instanceof DatabaseUnavailable) throw cause
      this.#awayUntil = performance.now() + retryPauseMs
      throw new DatabaseUnavailable('The database cannot be reached', cause)
    }
  }

  #watch(client: pg.PoolClient): () => void {
    const stream: unknown = Reflect.get(Reflect.get(client, 'connection'), 'stream')
    if (!(stream instanceof Socket)) return () => {}
    const end = () => {
      this.#awayUntil = performance.now() + retryPauseMs
      stream.destroy(new DatabaseUnavailable('The database has fallen silent'))
    }
    stream.setTimeout(this.#limits.silence, end)
    return () => stream.setTimeout(0, end)
  }
}

/**
 * Most queries are short: JIT compilation and parallel workers cost more than they save, and the data are in memory or
 * on SSDs.
 */
const shortQueries = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
/** Connect timeout, and timeout of the health check for /readyz, in milliseconds. */
const [connectMs, healthMs] = [3_000, 2_000]
/** Connections of jobs, which run in parallel. */
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
    // Jobs wait without limit: nobody would retry them.
    { admission: new AdmissionLimit({ room: jobPool, queue: Infinity, patience: Infinity }), silence: jobMs + 1_000 },
  )
  const health = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: healthMs,
    query_timeout: healthMs,
    max: 1,
    options: `-c statement_timeout=${healthMs}`,
  })
  const repeated = new RepeatedStatements()
  for (const each of [pool, jobs]) each.on('connect', (client) => nameRepeated(client, repeated))
  for (const each of [pool, jobs, health]) {
    // A server restart closes idle connections; without an error listener that would end the process.
    each.on('error', () => {})
    // The same for connections in use, whose query fails.
    each.on('connect', (client) => client.on('error', () => {}))
  }
  let judging: Promise<boolean> | undefined
  return {
    engine: 'postgres',
    db: drizzle(pool, drizzleOptions),
    execute: (text, values) => pool.query(text, values),
    background: { db: drizzle(jobs, drizzleOptions), execute: (text, values) => jobs.query(text, values) },
    answers: () =>
      (judging ??= resolvesWithin(healthMs, health.query('select 1')).finally(() => (judging = undefined))),
    patience: waitMs,
    admission,
    close: async () => {
      await Promise.all([pool.end(), jobs.end(), health.end()])
    },
  }
}

/** Migrates on a connection without timeouts: it may take long, and waits for another migrating process. */
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
    await migrate(drizzle(one, drizzleOptions), { migrationsFolder })
  } finally {
    // The lock is released with the connection.
    await one.end()
  }
}

/** Message of a failed start, without the password. */
function unreachable(url: string, cause: unknown): string {
  const { code = '', message = '' } = cause instanceof Error ? { code: '', ...cause, message: cause.message } : {}
  const reason = [message, code].find((text) => text !== '') ?? String(cause)
  return `DATABASE_URL: no connection to PostgreSQL at ${databaseName({ databaseUrl: url })} (${reason}). Check that the server runs there, and user, password and database in DATABASE_URL.`
}
