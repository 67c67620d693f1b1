import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Config } from '../config.ts'
import { AdmissionLimit } from '../domain/operations/admission-limit.ts'
import { usualLimits, type DatabaseLimits } from '../limit-settings.ts'
import { answersWithin } from './answers-within.ts'
import { expectData, expectTables } from './installed.ts'
import { inLane } from './lanes.ts'
import { lockFolder } from './lock.ts'
import { migrationsFolder, options } from './options.ts'
import { embeddedIndexes } from './session.ts'

/** The query builder, the same on both engines. A transaction's `tx` is a Db too. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Plain SQL for libraries that bring their own (pg-boss). */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  readonly db: Db
  readonly execute: ExecuteSql
  /** The same database for jobs: on PostgreSQL connections of their own, whose statements may take long. */
  readonly background: { readonly db: Db; readonly execute: ExecuteSql }
  /** Whether the database answers within two seconds; not held up by what waits for connections. */
  readonly answers: () => Promise<boolean>
  /** Milliseconds that a call or page may wait for the database, all its statements together. */
  readonly patience: number
  /** The queue in front of the connections, or of the embedded database. */
  readonly admission: Pick<AdmissionLimit, 'state'>
  readonly close: () => Promise<void>
}

/**
 * Opens the database that the settings name and brings its tables up to date. Throws a sentence, and creates nothing,
 * where this installation had data that are not there.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'> & Partial<Pick<Config, 'databaseLimits'>>,
): Promise<Database> {
  expectData(config)
  const limits = config.databaseLimits ?? usualLimits
  if (config.databaseUrl === undefined) return openEmbedded(join(config.dataDir, 'db'), undefined, limits)
  const { openPostgres } = await import('./open-postgres.ts')
  return openPostgres(config.databaseUrl, limits, () => expectTables(config))
}

/** PGlite in a folder, or in memory without one. `image` starts from a dump of another one. */
export async function openEmbedded(
  folder?: string,
  image?: Blob,
  { queue, waitMs, statementMs }: DatabaseLimits = usualLimits,
): Promise<Database> {
  const [{ QueuedPGlite }, { pg_trgm }, { drizzle }, { migrate }] = await Promise.all([
    import('./queued-pglite.ts'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const lock = folder === undefined ? undefined : lockFolder(folder)
  const admission = new AdmissionLimit({ room: 1, queue, patience: Infinity })
  const client = new QueuedPGlite(
    {
      ...(folder === undefined ? {} : { dataDir: join(folder, 'pglite') }),
      ...(image === undefined ? {} : { loadDataDir: image }),
      extensions: { pg_trgm },
    },
    admission,
  )
  await client.waitReady
  const db = drizzle(client, options)
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
    answers: () => inLane({ key: 'health', first: true }, () => answersWithin(2_000, execute('select 1'))),
    // Nothing but the queue takes long here: no other process holds a lock, no line falls silent.
    patience: waitMs + statementMs,
    admission,
    close: async () => {
      await client.close()
      lock?.release()
    },
  }
}
