import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import pg from 'pg'
import { readConfig } from '../../src/config.ts'
import { setKeyRing } from '../../src/db/encryption/cipher.ts'
import { openDatabase, openEmbedded, type Database } from '../../src/db/open.ts'
import { defaultLimits, type DatabaseLimits } from '../../src/limit-settings.ts'
import { startRuntime } from '../../src/server/start.ts'
import { testDataKeys, testLookupKeyRing } from './data-keys.ts'

/** Template of the test databases: the folder of an embedded database, or a template on a PostgreSQL server. */
export type Template =
  | { readonly engine: 'pglite'; readonly folder: string }
  | { readonly engine: 'postgres'; readonly server: string; readonly name: string }

const seedConfig = readConfig({ DEMO: '1', LOG_LEVEL: 'error', DATA_KEYS: testDataKeys })

/** Migrates and seeds once, as the product does at its first start. */
export async function makeTemplate(server: string | undefined): Promise<Template> {
  if (server !== undefined) return postgresTemplate(server)
  const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'))
  const runtime = await startRuntime(seedConfig, await openEmbedded(folder))
  await runtime.close()
  return { engine: 'pglite', folder }
}

async function postgresTemplate(server: string): Promise<Template> {
  const name = `${process.env.TEST_DATABASE ?? 'portal_test'}_${process.pid}`
  await onServer(server, `create database ${name}`)
  const runtime = await startRuntime(seedConfig, await openDatabase({ databaseUrl: urlOf(server, name), dataDir: '' }))
  await runtime.close()
  return { engine: 'postgres', server, name }
}

/** Removes everything created by `makeTemplate` and its copies. */
export async function removeTemplate(template: Template): Promise<void> {
  if (template.engine === 'pglite') return rmSync(template.folder, { recursive: true, force: true })
  const left = await onServer(template.server, `select datname from pg_database where datname like '${template.name}%'`)
  for (const { datname } of left) await onServer(template.server, `drop database if exists ${datname} with (force)`)
}

let copies = 0

const lastCopy = ({ name }: { readonly name: string }) => `${name}_${process.pid}_${copies}`
/** URL of the latest copy, for separate processes. */
export const templateCopyUrl = (template: Template & { engine: 'postgres' }): string =>
  urlOf(template.server, lastCopy(template))

/** A seeded database for one test file. Closing it drops it. */
export async function copyTemplate(
  template: Template,
  databaseLimits: DatabaseLimits = defaultLimits,
): Promise<Database> {
  // Encrypted columns are read before a server activates the keys, or without a server.
  setKeyRing(testLookupKeyRing)
  if (template.engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'portal-copy-'))
    copyFolder(template, folder)
    return withCleanup(await openEmbedded(folder, databaseLimits), () =>
      rmSync(folder, { recursive: true, force: true }),
    )
  }
  const { server, name } = template
  copies += 1
  const copy = lastCopy({ name })
  await onServer(server, `create database ${copy} template ${name}`)
  const database = await openDatabase({ databaseUrl: urlOf(server, copy), dataDir: '', databaseLimits })
  return withCleanup(database, () => onServer(server, `drop database if exists ${copy} with (force)`))
}

/** Copies the closed template to the folder of a new embedded database, faster than `cpSync` and than a dump. */
export function copyFolder(template: Template & { engine: 'pglite' }, folder: string): void {
  const from = join(template.folder, 'pglite')
  const to = join(folder, 'pglite')
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const copy = join(to, relative(from, path))
    if (entry.isDirectory()) mkdirSync(copy, { recursive: true })
    else writeFileSync(copy, readFileSync(path))
  }
}

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
