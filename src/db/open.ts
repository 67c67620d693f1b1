import { join } from 'node:path'
import type { Filesystem } from '@electric-sql/pglite/basefs'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'
import { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { defaultLimits, type DatabaseLimits } from '../limit-settings.ts'
import { resolvesWithin } from './resolves-within.ts'
import { assertDataPresent, assertTablesPresent } from './installed.ts'
import { inLane } from './lanes.ts'
import { lockFolder } from './lock.ts'
import { migrationsFolder, drizzleOptions } from './options.ts'
import { embeddedIndexes } from './session.ts'

/** The query builder, the same on both engines. A transaction's `tx` is a Db too. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Plain SQL for libraries with their own statements (pg-boss). */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  readonly db: Db
  readonly execute: ExecuteSql
  /** The same database for jobs: on PostgreSQL with separate connections and long timeouts. */
  readonly background: { readonly db: Db; readonly execute: ExecuteSql }
  /** Whether the database responds within two seconds, independent of the queue. */
  readonly answers: () => Promise<boolean>
  /** Milliseconds that a call or page may wait for the database, over all statements. */
  readonly patience: number
  /** The queue in front of the connections, or of the embedded database. */
  readonly admission: Pick<AdmissionLimit, 'state'>
  readonly close: () => Promise<void>
}

/**
 * Opens and migrates the database of the settings. Throws, and creates nothing, when former data of this installation
 * are missing.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseLimits'>>,
): Promise<Database> {
  assertDataPresent(config)
  const limits = config.databaseLimits ?? defaultLimits
  if (config.databaseUrl === undefined) return openEmbedded(join(config.dataDir, 'db'), limits)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(config.databaseUrl, limits, () => assertTablesPresent(config))
}

/** Instead of 128 MB, which are cleared at each start and stay in the memory of the process; files are cached outside. */
const embeddedBuffers = '32MB'

/** PGlite in a folder, in a file system of its own (tests), or in memory without either. */
export async function openEmbedded(
  place?: string | Filesystem,
  { queue, waitMs, statementMs }: DatabaseLimits = defaultLimits,
): Promise<Database> {
  const [{ PGlite }, { QueuedPGlite }, { pg_trgm }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('./queued-pglite.ts'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const folder = typeof place === 'string' ? place : undefined
  const lock = folder === undefined ? undefined : lockFolder(folder)
  const admission = new AdmissionLimit({ room: 1, queue, patience: Infinity })
  const client = new QueuedPGlite(
    {
      ...(folder === undefined ? {} : { dataDir: join(folder, 'pglite') }),
      ...(typeof place === 'object' ? { fs: place } : {}),
      startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${embeddedBuffers}`],
      extensions: { pg_trgm },
    },
    admission,
  )
  await client.waitReady
  const db = drizzle(client, drizzleOptions)
  await db.execute(sql`create extension if not exists pg_trgm`)
  await migrate(db, { migrationsFolder })
  for (const statement of embeddedIndexes) await db.execute(sql.raw(statement))
  const execute: ExecuteSql = async (text, values) => {
    if (values !== undefined && values.length > 0) return client.query(text, values)
    const results = await client.exec(text)
    return { rows: results.at(-1)?.rows ?? [] }
  }
  return {
    engine: 'pglite',
    db,
    execute,
    background: { db, execute },
    answers: () => inLane({ key: 'health', first: true }, () => resolvesWithin(2_000, execute('select 1'))),
    // Only the queue can take long: no other process holds locks, and there is no network.
    patience: waitMs + statementMs,
    admission,
    close: async () => {
      await client.close()
      lock?.release()
    },
  }
}
