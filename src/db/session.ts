import { join } from 'node:path'
import { openingQueries } from './dump.ts'
import { migrateTo, type Migration } from './known-migrations.ts'

/**
 * Search indexes of listings. On PostgreSQL they have no pending list (fastupdate), which every search would scan; the
 * embedded catalogue is small, and imports are twice as fast with one.
 */
export const embeddedIndexes = ['services_found', 'products_found'].map(
  (index) => `alter index ${index} set (fastupdate = on, gin_pending_list_limit = 512)`,
)

/** One connection for backup, restore and diagnosis: no pool, no migration, opening it creates nothing. */
export interface Session {
  readonly engine: 'pglite' | 'postgres'
  readonly query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Applies the first `count` of the program's migrations. */
  readonly migrate: (migrations: readonly Migration[], count: number) => Promise<void>
  readonly close: () => Promise<void>
}

export interface SessionOptions {
  /** Makes every transaction read-only. */
  readonly readOnly?: boolean
}

/** Connect timeout in milliseconds. */
const connectTimeout = 8_000

/** One connection to PostgreSQL. Throws if the server, the role or the database does not exist. */
export async function openPostgresSession(url: string, { readOnly = false }: SessionOptions = {}): Promise<Session> {
  const [{ default: pg }, { drizzle }, { migrate }] = await Promise.all([
    import('pg'),
    import('drizzle-orm/node-postgres'),
    import('drizzle-orm/node-postgres/migrator'),
  ])
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeout,
    application_name: 'portal-cli',
    options: readOnly ? '-c default_transaction_read_only=on' : '-c jit=off',
  })
  client.on('error', () => {})
  await client.connect()
  const query = async (text: string, values?: unknown[]) =>
    (await client.query<Record<string, unknown>>(text, values)).rows
  for (const statement of openingQueries) await query(statement)
  return {
    engine: 'postgres',
    query,
    migrate: (migrations, count) =>
      migrateTo(migrations, count, (migrationsFolder) => migrate(drizzle(client), { migrationsFolder })),
    close: () => client.end(),
  }
}

/**
 * The embedded database in a folder, which must belong to this process alone (lock.ts). Creates one where the folder
 * is missing or empty, so callers check that first.
 */
export async function openEmbeddedSession(folder: string): Promise<Session> {
  const [{ PGlite }, { pg_trgm }, { amcheck }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('@electric-sql/pglite/contrib/pg_trgm'),
    import('@electric-sql/pglite/contrib/amcheck'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ])
  const client = await PGlite.create({ dataDir: folder, extensions: { pg_trgm, amcheck } })
  const query = async (text: string, values?: unknown[]) =>
    (await client.query<Record<string, unknown>>(text, values)).rows
  for (const statement of openingQueries) await query(statement)
  return {
    engine: 'pglite',
    query,
    migrate: (migrations, count) =>
      migrateTo(migrations, count, (migrationsFolder) => migrate(drizzle(client), { migrationsFolder })),
    close: () => client.close(),
  }
}

/** Folder of the embedded database in a DATA_DIR, and the folder with its lock. */
export const embeddedFolder = (dataDir: string): string => join(dataDir, 'db/pglite')
export const lockedFolder = (dataDir: string): string => join(dataDir, 'db')
