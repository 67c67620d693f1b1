import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { contentsOf, tableNames } from '../../src/db/dump.ts'
import { embeddedFolder, openEmbeddedSession, openPostgresSession, type Session } from '../../src/db/session.ts'
import { testDataKeys } from './data-keys.ts'
import { runCli, type CommandResult } from './run-cli.ts'
import { copyDatabase, type Template } from './database.ts'

/** An installation with demo rows and uploads, for commands that need it stopped. */
export interface Installation {
  /** A folder for the test, with the DATA_DIR in it. */
  readonly folder: string
  readonly dataDir: string
  readonly env: Readonly<Record<string, string>>
  readonly run: (...args: string[]) => Promise<CommandResult>
  readonly sql: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Checksums of every table's rows, the table definitions, and the hash of every upload. */
  readonly contents: () => Promise<Contents>
  readonly remove: () => Promise<void>
}

export interface Contents {
  readonly tables: Readonly<Record<string, string>>
  readonly shape: readonly string[]
  readonly files: Readonly<Record<string, string>>
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** All files below a folder by path, with their hashes. */
export function filesBelow(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {}
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    paths.flatMap((path) =>
      statSync(join(folder, path)).isFile() ? [[path, hash(readFileSync(join(folder, path)))]] : [],
    ),
  )
}

const schemaQuery = `
  select 'index ' || indexdef as part from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(t.oid) || t.tgenabled::text from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal
  union all select 'statistics ' || pg_get_statisticsobjdef(oid) from pg_statistic_ext
  union all select 'sequence ' || sequencename || ' ' || coalesce(last_value, 0) from pg_sequences where schemaname = 'public'
  order by 1`

async function contentsIn(session: Session, dataDir: string): Promise<Contents> {
  const tables: Record<string, string> = {}
  for (const name of await tableNames(session)) {
    const { rows, checksum } = await contentsOf(session, name)
    tables[name] = `${rows} ${checksum}`
  }
  const shape = z.array(z.object({ part: z.string() })).parse(await session.query(schemaQuery))
  return { tables, shape: shape.map(({ part }) => part), files: filesBelow(join(dataDir, 'files')) }
}

/** The template has no files for its uploads: writes random bytes for each, and their hash into the row. */
async function writeUploadBytes(session: Session, dataDir: string): Promise<void> {
  const rows = await session.query(`select id, storage_key as key from files order by id`)
  for (const [index, row] of rows.entries()) {
    const { id, key } = z.object({ id: z.string(), key: z.string() }).parse(row)
    const bytes = Buffer.alloc(1000 + index * 40_000, `upload ${index} `)
    mkdirSync(dirname(join(dataDir, 'files', key)), { recursive: true })
    writeFileSync(join(dataDir, 'files', key), bytes)
    await session.query('update files set size = $1, sha256 = $2 where id = $3', [bytes.byteLength, hash(bytes), id])
  }
}

let installationCount = 0

/** Creates an installation on the run's engine, or an embedded one on a run with PostgreSQL. */
export async function makeInstallation(template: Template): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-installation-'))
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  let open = () => openEmbeddedSession(embeddedFolder(dataDir))
  let drop = async () => {}
  let env: Readonly<Record<string, string>> = { DATA_DIR: dataDir, DATA_KEYS: testDataKeys, LOG_LEVEL: 'silent' }
  if (template.engine === 'postgres') {
    installationCount += 1
    // The run drops all databases with the template's name as prefix.
    const name = `${template.name}_i${process.pid}_${installationCount}`
    const url = new URL(template.server)
    url.pathname = `/${name}`
    const server = async (text: string) => {
      const client = new pg.Client({ connectionString: template.server })
      await client.connect()
      await client.query(text).finally(() => client.end())
    }
    await server(`create database ${name} template ${template.name}`)
    env = { ...env, DATABASE_URL: url.href }
    open = () => openPostgresSession(url.href)
    drop = () => server(`drop database if exists ${name} with (force)`)
  } else {
    copyDatabase(template, join(dataDir, 'db'))
  }
  const using = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
    const session = await open()
    return work(session).finally(() => session.close())
  }
  await using((session) => writeUploadBytes(session, dataDir))
  return {
    folder,
    dataDir,
    env,
    run: (...args) => runCli(env, ...args),
    sql: (text, values) => using((session) => session.query(text, values)),
    contents: () => using((session) => contentsIn(session, dataDir)),
    remove: async () => {
      await drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
