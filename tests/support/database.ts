import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashSync } from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import { setKeyRing } from '../../src/db/encryption/cipher.ts'
import { openDatabase, openEmbedded, type Database } from '../../src/db/open.ts'
import { users } from '../../src/db/tables/accounts.ts'
import { defaultLimits, type DatabaseLimits } from '../../src/limit-settings.ts'
import { startRuntime } from '../../src/server/start.ts'
import { accounts, demoPassword } from './accounts.ts'
import { copyFolder } from './copy-folder.ts'
import { testDataKeys, testLookupKeyRing } from './data-keys.ts'
import { readSnapshot, SnapshotFilesystem, type Snapshot } from './snapshot-filesystem.ts'

/**
 * Template of the test databases: a data folder with an embedded database and its files, or a template on a PostgreSQL
 * server. A shared folder serves several runs (`TEST_TEMPLATE`, made by run.ts).
 */
export type Template =
  | { readonly engine: 'pglite'; readonly folder: string; readonly isShared: boolean }
  | { readonly engine: 'postgres'; readonly server: string; readonly name: string }

const seedConfig = (dataDir: string) =>
  readConfig({ DEMO: '1', LOG_LEVEL: 'error', DATA_KEYS: testDataKeys, DATA_DIR: dataDir })

/** Migrates and seeds once, as the product does at its first start. */
export async function makeTemplate(server: string | undefined): Promise<Template> {
  if (server !== undefined) return postgresTemplate(server)
  const shared = process.env.TEST_TEMPLATE
  if (shared !== undefined) return { engine: 'pglite', folder: shared, isShared: true }
  const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'))
  await seedDataFolder(folder)
  return { engine: 'pglite', folder, isShared: false }
}

/** Fills an empty folder with the demo, as the product does at its first start with this DATA_DIR. */
export async function seedDataFolder(folder: string): Promise<void> {
  const runtime = await startRuntime(seedConfig(folder), await openEmbedded(join(folder, 'db')))
  const { rows } = await runtime.database.execute('select pg_walfile_name(pg_current_wal_lsn()) as name')
  const { name } = z.object({ name: z.string() }).parse(rows[0])
  await runtime.close()
  // Every test file copies the folder: segments kept for reuse and databases that nothing opens are half of it.
  const segments = join(folder, 'db/pglite/pg_wal')
  for (const file of readdirSync(segments)) if (/^[0-9A-F]{24}$/.test(file) && file > name) rmSync(join(segments, file))
  for (const oid of templateDatabases) {
    const files = join(folder, 'db/pglite/base', oid)
    for (const file of readdirSync(files)) if (file !== 'PG_VERSION') rmSync(join(files, file))
  }
}

/** Fixed oids of template1 and template0. */
const templateDatabases = ['1', '4']

async function postgresTemplate(server: string): Promise<Template> {
  const name = `${process.env.TEST_DATABASE ?? 'portal_test'}_${process.pid}`
  await onServer(server, `create database ${name}`)
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-tests-'))
  const runtime = await startRuntime(
    seedConfig(dataDir),
    await openDatabase({ databaseUrl: urlOf(server, name), dataDir: '' }),
  )
  await runtime.close()
  rmSync(dataDir, { recursive: true, force: true })
  return { engine: 'postgres', server, name }
}

/** Removes everything created by `makeTemplate` and its copies. */
export async function removeTemplate(template: Template): Promise<void> {
  if (template.engine === 'pglite') {
    if (!template.isShared) rmSync(template.folder, { recursive: true, force: true })
    return
  }
  const left = await onServer(template.server, `select datname from pg_database where datname like '${template.name}%'`)
  for (const { datname } of left) await onServer(template.server, `drop database if exists ${datname} with (force)`)
}

let copies = 0

const lastCopy = ({ name }: { readonly name: string }) => `${name}_${process.pid}_${copies}`
/** URL of the latest copy, for separate processes. */
export const templateCopyUrl = (template: Template & { engine: 'postgres' }): string =>
  urlOf(template.server, lastCopy(template))

/** The password of the demo with the least work: tests sign in thousands of times, and a full hash takes 90 ms of a core. */
const cheapHash = hashSync(demoPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** A seeded database for one test file, where demo accounts sign in fast. Closing it drops it. */
export async function copyTemplate(
  template: Template,
  databaseLimits: DatabaseLimits = defaultLimits,
): Promise<Database> {
  const database = await openCopy(template, databaseLimits)
  const { db } = database
  const demoHash = db.select({ hash: users.passwordHash }).from(users).where(eq(users.loginName, accounts[0]))
  await db.update(users).set({ passwordHash: cheapHash }).where(eq(users.passwordHash, demoHash))
  return database
}

let snapshot: Snapshot | undefined
function snapshotOf({ folder }: Template & { engine: 'pglite' }): Snapshot {
  return (snapshot ??= readSnapshot(join(folder, 'db/pglite')))
}

async function openCopy(template: Template, databaseLimits: DatabaseLimits): Promise<Database> {
  // Encrypted columns are read before a server activates the keys, or without a server.
  setKeyRing(testLookupKeyRing)
  if (template.engine === 'pglite') return openEmbedded(new SnapshotFilesystem(snapshotOf(template)), databaseLimits)
  const { server, name } = template
  copies += 1
  const copy = lastCopy({ name })
  await onServer(server, `create database ${copy} template ${name}`)
  const database = await openDatabase({ databaseUrl: urlOf(server, copy), dataDir: '', databaseLimits })
  return withCleanup(database, () => onServer(server, `drop database if exists ${copy} with (force)`))
}

/** Copies the closed template to the folder of a new embedded database. */
export const copyDatabase = (template: Template & { engine: 'pglite' }, folder: string): void =>
  copyFolder(join(template.folder, 'db/pglite'), join(folder, 'pglite'))

const withCleanup = (database: Database, cleanUp: () => unknown): Database => ({
  ...database,
  close: async () => {
    await database.close()
    await cleanUp()
  },
})

function urlOf(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function onServer(server: string, statement: string): Promise<{ datname: string }[]> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    return (await client.query<{ datname: string }>(statement)).rows
  } finally {
    await client.end()
  }
}
