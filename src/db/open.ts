import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { installation, type Config } from '../config.ts'
import { lockFolder } from './lock.ts'

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
/**
 * What listings are found by. PostgreSQL keeps no list of pending entries in them, which every step of a search would
 * read; an embedded catalogue is small, and thousands imported at once are written twice as fast with one.
 */
const searchIndexes = ['services_found', 'products_found'] as const
/** Any number; processes that start together on one database migrate one after the other. */
const migrationLock = 720_426

/** Opens the database that the settings name and brings its tables up to date. */
export const openDatabase = (config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> =>
  config.databaseUrl === undefined ? openEmbedded(join(config.dataDir, 'db')) : openPostgres(config.databaseUrl)

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
  for (const index of searchIndexes) {
    await db.execute(sql`alter index ${sql.identifier(index)} set (fastupdate = on, gin_pending_list_limit = 512)`)
  }
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

async function openPostgres(url: string): Promise<Database> {
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
