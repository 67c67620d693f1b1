import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { installation, type Config } from '../config.ts'
import { expectData, expectTables } from './installed.ts'
import { lockFolder } from './lock.ts'
import { embeddedIndexes } from './session.ts'

/** The query builder, the same on both engines. A transaction's `tx` is a Db too. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Plain SQL for libraries that bring their own (pg-boss). */
export type ExecuteSql = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  readonly db: Db
  readonly execute: ExecuteSql
  readonly close: () => Promise<void>
}

const migrationsFolder = join(installation, 'src/db/migrations')
/** Without a schema: nothing asks by relations, and each transaction would build a reader for every table there is. */
const options = { casing: 'snake_case' } as const
/**
 * Pages ask much in short queries: compiling them or starting workers for them costs more than it saves, and what they
 * read lies in memory or on disks that do not turn.
 */
const shortQueries = '-c jit=off -c max_parallel_workers_per_gather=0 -c random_page_cost=1.1'
/** Any number; processes that start together on one database migrate one after the other. */
export const migrationLock = 720_426

/**
 * Opens the database that the settings name and brings its tables up to date. Throws a sentence, and creates nothing,
 * where this installation had data that are not there.
 */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  expectData(config)
  return config.databaseUrl === undefined
    ? openEmbedded(join(config.dataDir, 'db'))
    : openPostgres(config.databaseUrl, () => expectTables(config))
}

/** PGlite in a folder, or in memory without one. `image` starts from a dump of another one. */
export async function openEmbedded(folder?: string, image?: Blob): Promise<Database> {
  const [{ PGlite }, { pg_trgm }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const lock = folder === undefined ? undefined : lockFolder(folder)
  const client = await PGlite.create({
    ...(folder === undefined ? {} : { dataDir: join(folder, 'pglite') }),
    ...(image === undefined ? {} : { loadDataDir: image }),
    extensions: { pg_trgm },
  })
  const db = drizzle(client, options)
  await db.execute(sql`create extension if not exists pg_trgm`)
  await migrate(db, { migrationsFolder })
  for (const statement of embeddedIndexes) await db.execute(sql.raw(statement))
  return {
    engine: 'pglite',
    db,
    execute: async (text, values) => {
      if (values !== undefined && values.length > 0) return client.query(text, values)
      const results = await client.exec(text)
      return { rows: results.at(-1)?.rows ?? [] }
    },
    close: async () => {
      await client.close()
      lock?.release()
    },
  }
}

async function openPostgres(url: string, whenEmpty: () => void): Promise<Database> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  const pool = new pg.Pool({ connectionString: url, max: 20, options: shortQueries })
  // A server that restarts ends its idle connections: the pool opens others. Without a listener it would end the process.
  pool.on('error', () => {})
  // The same for a connection that is in use: its query fails and says so.
  pool.on('connect', (client) => client.on('error', () => {}))
  const one = await pool.connect()
  try {
    await one.query('select pg_advisory_lock($1)', [migrationLock])
    const { rows } = await one.query(`select to_regclass('drizzle.__drizzle_migrations') as migrated`)
    if (rows[0]?.migrated === null) whenEmpty()
    await one.query('create extension if not exists pg_trgm')
    await migrate(drizzle(one, options), { migrationsFolder })
  } finally {
    await one.query('select pg_advisory_unlock($1)', [migrationLock])
    one.release()
  }
  return {
    engine: 'postgres',
    db: drizzle(pool, options),
    execute: (text, values) => pool.query(text, values),
    close: () => pool.end(),
  }
}
