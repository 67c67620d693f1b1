import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { hashFile, loadTables, syncPath } from '../db/dump.ts'
import { givenDataKeys, keyAdvice, lockedSamples } from '../db/encryption/data-keys.ts'
import { markInstalled, restoreJournal } from '../db/installed.ts'
import { knownMigrations, unknownMigration } from '../db/known-migrations.ts'
import { lockFolder } from '../db/lock.ts'
import { migrationLock } from '../db/options.ts'
import {
  embeddedFolder,
  embeddedIndexes,
  lockedFolder,
  openEmbeddedSession,
  openPostgresSession,
  type Session,
} from '../db/session.ts'
import { createStorage } from '../server/providers/storage.ts'
import { copyFile } from './backup.ts'
import { filePart, names, readManifest, type FilePart, type Manifest } from './backup-manifest.ts'

/**
 * Restore: loads and verifies everything next to the existing data, then swaps both by renaming. A journal
 * (`DATA_DIR/restore.json`) is written first, so that an interrupted swap can be finished.
 */

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 's3' | 'dataKeys'>

export interface Restored {
  readonly manifest: Manifest
  /** Paths of the previous data, which stay until the next restore. */
  readonly previous: readonly string[]
  readonly warnings: readonly string[]
}

/** Journal of the running swap. */
const journal = z.object({
  /** Suffix of all names of this restore: digits. */
  stamp: z.string().regex(/^\d{17}$/),
  /** Null for the embedded database. */
  database: z
    .object({
      name: z.string(),
      fresh: z.string(),
      /** Null if there was no such database. */
      previous: z.string().nullable(),
    })
    .nullable(),
  /** Whether uploads are swapped as well. */
  files: z.boolean(),
})
type Journal = z.output<typeof journal>

/** Names in DATA_DIR and DATA_DIR/db for restored data and for replaced data. */
const pathBeside = (path: string, what: 'restore' | 'before', stamp: string) => `${path}-${what}-${stamp}`
const stamped = (what: 'restore' | 'before') => new RegExp(`-${what}-\\d{17}$`)
/** Databases use the same names with underscores, at most 63 bytes long. */
const databaseBeside = (name: string, what: 'restore' | 'before', stamp: string) =>
  `${name.slice(0, 63 - what.length - stamp.length - 2)}_${what}_${stamp}`

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

const newStamp = () => new Date().toISOString().replaceAll(/\D/g, '')

/**
 * Replaces the installation's database and uploads by a backup. Existing data stay unchanged until the backup is
 * loaded and verified completely. Throws a message that says why it failed.
 */
export async function restore(config: Settings, folder: string): Promise<Restored> {
  process.umask(0o077)
  if (existsSync(restoreJournal(config.dataDir)))
    throw new Error('An earlier restore was interrupted. Finish it first: npm run cli -- restore --finish')
  const manifest = readManifest(folder)
  const unknown = unknownMigration(manifest.migrations)
  if (unknown !== undefined) throw new Error(`The backup does not fit this program. ${unknown}.`)
  if (manifest.files.where === 'bucket' && config.s3 === undefined && manifest.files.count > 0)
    throw new Error(
      `The uploads of this backup lie in the S3 bucket ${manifest.files.bucket}: set STORAGE_S3_BUCKET and its settings`,
    )
  const locked = lockedSamples(givenDataKeys(config), manifest.dataKeys)
  if (locked.length > 0)
    throw new Error(
      `Rows of this backup could not be read: ${locked.join('; ')}. ${keyAdvice(config.dataDir)} Nothing was changed.`,
    )
  await verifyParts(manifest, folder)
  return config.databaseUrl === undefined
    ? restoreEmbedded(config, folder, manifest)
    : restorePostgres({ ...config, databaseUrl: config.databaseUrl }, folder, manifest)
}

/** Finishes an interrupted swap. Returns the paths as `restore` does; undefined if none is pending. */
export async function finishRestore(config: Settings): Promise<readonly string[] | undefined> {
  const file = restoreJournal(config.dataDir)
  if (!existsSync(file)) return undefined
  const read = journal.parse(JSON.parse(readFileSync(file, 'utf8')))
  if (read.database === null) {
    const lock = lockFolder(lockedFolder(config.dataDir))
    try {
      return await exchange(config, read)
    } finally {
      lock.release()
    }
  }
  return exchange(config, read)
}

/** Verifies all row files and the list of files before anything is created. Throws on the first damage. */
async function verifyParts({ tables, files }: Manifest, folder: string): Promise<void> {
  const parts = [
    ...tables.map(({ name, sha256 }) => ({ name: names.rows(name), sha256 })),
    { name: names.filesList, sha256: files.sha256 },
  ]
  for (const { name, sha256 } of parts) {
    const file = join(folder, name)
    if (!existsSync(file)) throw new Error(`The backup is damaged: ${name} is missing. Nothing was changed.`)
    if ((await hashFile(file)).sha256 !== sha256)
      throw new Error(`The backup is damaged: ${name} is not as it was written. Nothing was changed.`)
  }
}

async function* filesOf(folder: string): AsyncGenerator<FilePart> {
  const lines = createInterface({ input: createReadStream(join(folder, names.filesList)), crlfDelay: Infinity })
  for await (const line of lines) yield filePart.parse(JSON.parse(line))
}

/**
 * Copies the uploads of a backup next to the existing ones, or into the bucket, where keys are unique and nothing is
 * overwritten. Returns whether there is a folder to be swapped.
 */
async function loadFiles(config: Settings, folder: string, manifest: Manifest, stamp: string): Promise<boolean> {
  if (manifest.files.where === 'bucket') return false
  const storage = config.s3 === undefined ? undefined : createStorage(config)
  const fresh = pathBeside(join(config.dataDir, 'files'), 'restore', stamp)
  if (storage === undefined) await mkdir(fresh, { recursive: true, mode: 0o700 })
  let count = 0
  for await (const { key, bytes, sha256 } of filesOf(folder)) {
    const from = join(folder, names.file(key))
    if (!existsSync(from)) throw new Error(`The backup is damaged: ${names.file(key)} is missing`)
    const seen = storage === undefined ? await copyFile(from, join(fresh, key)) : await hashFile(from)
    if (seen.bytes !== bytes || seen.sha256 !== sha256)
      throw new Error(`The backup is damaged: ${names.file(key)} is not as it was written`)
    if (storage !== undefined) await storage.put(key, readFileSync(from), 'application/octet-stream')
    count += 1
  }
  if (count !== manifest.files.count) throw new Error(`The backup is damaged: ${names.filesList} is incomplete`)
  if (storage !== undefined) return false
  await syncTree(fresh)
  return true
}

/** Flushes a folder and its contents to disk. */
async function syncTree(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncTree(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(folder)
}

/** Loads the rows into an empty database and migrates it to this program's version. */
async function loadRows(session: Session, folder: string, { migrations, tables, sequences }: Manifest): Promise<void> {
  const known = knownMigrations()
  await session.query('create extension if not exists pg_trgm')
  await session.migrate(known, migrations.length)
  await loadTables(session, { tables, sequences, fileOf: ({ name }) => join(folder, names.rows(name)) })
  await session.migrate(known, known.length)
  if (session.engine === 'pglite') for (const statement of embeddedIndexes) await session.query(statement)
}

const nothingChanged = (cause: unknown) =>
  new Error(`The restore failed and nothing was changed: ${cause instanceof Error ? cause.message : String(cause)}`, {
    cause,
  })

const warningsOf = ({ files: { where, bucket, count, missing } }: Manifest): string[] => [
  ...(where === 'bucket'
    ? [`${count} uploads are expected in the bucket ${bucket}: npm run cli -- doctor checks it`]
    : []),
  ...(missing.length > 0 ? [`${missing.length} uploads had been lost before the backup was made`] : []),
]

async function restoreEmbedded(config: Settings, folder: string, manifest: Manifest): Promise<Restored> {
  const { dataDir } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFolder(lockedFolder(dataDir))
  const stamp = newStamp()
  try {
    await removeStamped(config, 'restore')
    const fresh = pathBeside(embeddedFolder(dataDir), 'restore', stamp)
    let files: boolean
    try {
      files = await loadFiles(config, folder, manifest, stamp)
      const session = await openEmbeddedSession(fresh)
      await loadRows(session, folder, manifest).finally(() => session.close())
      await syncTree(fresh)
    } catch (err) {
      await removeStamped(config, 'restore')
      throw nothingChanged(err)
    }
    const earlier = stampedIn(config, 'before')
    await writeJournal(dataDir, { stamp, database: null, files })
    const previous = await exchange(config, { stamp, database: null, files })
    for (const path of earlier) await rm(path, { recursive: true, force: true })
    return { manifest, previous, warnings: warningsOf(manifest) }
  } finally {
    lock.release()
  }
}

/** Leftovers of restores in DATA_DIR: loaded but not swapped in, or replaced. */
export function stampedIn({ dataDir }: Pick<Config, 'dataDir'>, what: 'restore' | 'before'): string[] {
  return [lockedFolder(dataDir), dataDir].flatMap((parent) =>
    existsSync(parent)
      ? readdirSync(parent)
          .filter((name) => stamped(what).test(name))
          .map((name) => join(parent, name))
      : [],
  )
}

async function removeStamped(config: Settings, what: 'restore' | 'before'): Promise<void> {
  for (const path of stampedIn(config, what)) await rm(path, { recursive: true, force: true })
}

async function writeJournal(dataDir: string, entry: Journal): Promise<void> {
  const handle = await open(restoreJournal(dataDir), 'wx', 0o600)
  try {
    await handle.writeFile(JSON.stringify(entry))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncPath(dataDir)
}

/** Swaps old and new data by renaming. Each step is skipped if already done. */
async function exchange(config: Settings, { stamp, database, files }: Journal): Promise<string[]> {
  const { databaseUrl, dataDir } = config
  const previous: string[] = []
  const change = async (path: string) => {
    const [fresh, old] = [pathBeside(path, 'restore', stamp), pathBeside(path, 'before', stamp)]
    if (existsSync(fresh)) {
      if (existsSync(path)) await rename(path, old)
      await rename(fresh, path)
      await syncPath(dirname(path))
    }
    if (existsSync(old)) previous.push(old)
  }
  if (database === null) await change(embeddedFolder(dataDir))
  else {
    if (databaseUrl === undefined) throw new Error('The interrupted restore is of PostgreSQL: set DATABASE_URL')
    await exchangeDatabases(databaseUrl, database)
    if (database.previous !== null) previous.push(`database ${database.previous}`)
  }
  if (files) await change(join(dataDir, 'files'))
  markInstalled(config)
  await rm(restoreJournal(dataDir))
  await syncPath(dataDir)
  return previous
}

/** URL of another database with the same server and role. */
function urlFor(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${encodeURIComponent(name)}`
  return url.href
}

/** A session that can create and rename databases: not connected to the renamed one. */
async function openServer(databaseUrl: string): Promise<Session> {
  try {
    return await openPostgresSession(urlFor(databaseUrl, 'postgres'))
  } catch (err) {
    // No such database, or no access for this role.
    if (!(err instanceof Error && 'code' in err && (err.code === '3D000' || err.code === '42501'))) throw err
    return openPostgresSession(urlFor(databaseUrl, 'template1'))
  }
}

/** Database name in a URL; default: the name of the role. */
export const databaseNameIn = (databaseUrl: string): string => {
  const { pathname, username } = new URL(databaseUrl)
  const name = decodeURIComponent(pathname.slice(1))
  return name === '' ? decodeURIComponent(username) : name
}

async function restorePostgres(
  config: Settings & { readonly databaseUrl: string },
  folder: string,
  manifest: Manifest,
): Promise<Restored> {
  const { databaseUrl, dataDir } = config
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const stamp = newStamp()
  const name = databaseNameIn(databaseUrl)
  const fresh = databaseBeside(name, 'restore', stamp)
  const server = await openServer(databaseUrl)
  // Locked until the swap: a server that starts meanwhile waits for this lock before it reads or writes anything.
  let holding: Session | undefined
  try {
    await assertMayRename(server, name)
    const [there] = await server.query('select oid from pg_database where datname = $1', [name])
    if (there !== undefined) {
      await assertNoConnections(server, name)
      holding = await openPostgresSession(databaseUrl)
      await holding.query('select pg_advisory_lock($1)', [migrationLock])
    }
    await dropDatabases(server, name, 'restore')
    await removeStamped(config, 'restore')
    let files: boolean
    try {
      files = await loadFiles(config, folder, manifest, stamp)
      await createLike(server, name, fresh)
      const session = await openPostgresSession(urlFor(databaseUrl, fresh))
      await loadRows(session, folder, manifest).finally(() => session.close())
    } catch (err) {
      await dropDatabases(server, name, 'restore')
      await removeStamped(config, 'restore')
      throw nothingChanged(err)
    }
    const earlier = stampedIn(config, 'before')
    const previous = there === undefined ? null : databaseBeside(name, 'before', stamp)
    const entry = { stamp, database: { name, fresh, previous }, files }
    await writeJournal(dataDir, entry)
    await holding?.close()
    holding = undefined
    const places = await exchange(config, entry)
    await dropDatabases(server, name, 'before', previous)
    for (const path of earlier) await rm(path, { recursive: true, force: true })
    return { manifest, previous: places, warnings: warningsOf(manifest) }
  } finally {
    await holding?.close()
    await server.close()
  }
}

const flag = z.object({ may: z.boolean() })

async function assertMayRename(server: Session, name: string): Promise<void> {
  const [role] = await server.query('select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user')
  if (!flag.parse(role).may)
    throw new Error(
      'The restore loads into a second database and needs the right to create it. As a superuser: ' +
        `alter role "${String((await server.query('select current_user as name'))[0]?.['name'])}" createdb`,
    )
  const [owner] = await server.query(
    `select pg_has_role(datdba, 'member') as may from pg_database where datname = $1`,
    [name],
  )
  if (owner !== undefined && !flag.parse(owner).may)
    throw new Error(
      `The restore renames the database ${name} and must own it. As a superuser: alter database ${identifier(name)} owner to …`,
    )
}

const others = z.array(z.object({ who: z.string(), count: z.coerce.number() }))

/** Throws if there are other connections, whose writes would be lost. */
async function assertNoConnections(server: Session, name: string): Promise<void> {
  const found = others.parse(
    await server.query(
      `select coalesce(nullif(application_name, ''), 'without a name') || coalesce(' from ' || host(client_addr), '') as who,
         count(*) as count
       from pg_stat_activity where datname = $1 and backend_type = 'client backend' group by 1 order by 2 desc`,
      [name],
    ),
  )
  if (found.length === 0) return
  const said = found.map(({ who, count }) => `${count} ${who}`).join(', ')
  throw new Error(`The database ${name} is in use (connections: ${said}). Stop every process of the portal first.`)
}

const locale = z.object({
  encoding: z.string(),
  provider: z.string(),
  collate: z.string().nullable(),
  ctype: z.string().nullable(),
  owner: z.string(),
  acl: z.array(z.object({ grantee: z.string(), privilege: z.string() })).nullable(),
  settings: z.array(z.string()).nullable(),
})

/** Settings whose stored value is an already quoted list. */
const listSettings = new Set(['search_path', 'temp_tablespaces', 'session_preload_libraries'])

/** Creates an empty database with the encoding, locale, owner, grants and settings of another one, if that exists. */
async function createLike(server: Session, name: string, fresh: string): Promise<void> {
  const [found] = await server.query(
    `select pg_encoding_to_char(encoding) as encoding, datlocprovider::text as provider, datcollate as collate,
       datctype as ctype, pg_get_userbyid(datdba) as owner,
       (select json_agg(json_build_object('grantee', case when grantee = 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end,
          'privilege', privilege_type)) from aclexplode(datacl) where datacl is not null) as acl,
       (select to_json(setconfig) from pg_db_role_setting where setdatabase = d.oid and setrole = 0) as settings
     from pg_database d where datname = $1`,
    [name],
  )
  const target = identifier(fresh)
  if (found === undefined) {
    await server.query(`create database ${target} template template0 encoding 'UTF8' locale 'C.UTF-8'`)
    return
  }
  const { encoding, provider, collate, ctype, owner, acl, settings } = locale.parse(found)
  // Other locale providers use columns whose names depend on the version; the server's template has the same locale.
  const how =
    provider === 'c'
      ? `template template0 encoding ${literal(encoding)} lc_collate ${literal(collate ?? 'C.UTF-8')} lc_ctype ${literal(ctype ?? 'C.UTF-8')}`
      : `template template0`
  await server.query(`create database ${target} ${how} owner ${identifier(owner)}`)
  if (acl !== null) {
    await server.query(`revoke all on database ${target} from public`)
    for (const { grantee, privilege } of acl)
      await server.query(`grant ${privilege} on database ${target} to ${grantee}`)
  }
  for (const setting of settings ?? []) {
    const at = setting.indexOf('=')
    const [key, value] = [setting.slice(0, at), setting.slice(at + 1)]
    await server.query(
      `alter database ${target} set ${identifier(key)} to ${listSettings.has(key) ? value : literal(value)}`,
    )
  }
}

const named = z.array(z.object({ name: z.string() }))

/** Leftover databases of restores: loaded but not swapped in, or replaced. */
export async function databasesBeside(server: Session, name: string, what: 'restore' | 'before'): Promise<string[]> {
  const stampAt = -17
  const prefix = databaseBeside(name, what, '0'.repeat(17)).slice(0, stampAt)
  const rows = await server.query('select datname as name from pg_database order by 1')
  return named
    .parse(rows)
    .map((each) => each.name)
    .filter((each) => each.startsWith(prefix) && /^\d{17}$/.test(each.slice(prefix.length)))
}

async function dropDatabases(
  server: Session,
  name: string,
  what: 'restore' | 'before',
  but?: string | null,
): Promise<void> {
  for (const each of await databasesBeside(server, name, what)) {
    if (each !== but) await server.query(`drop database if exists ${identifier(each)} with (force)`)
  }
}

const tries = 5

/** Renames both databases in one transaction. New connections are terminated: they only wait for the lock. */
async function exchangeDatabases(databaseUrl: string, { name, fresh, previous }: NonNullable<Journal['database']>) {
  const server = await openServer(databaseUrl)
  try {
    const [loaded] = await server.query('select oid from pg_database where datname = $1', [fresh])
    if (loaded === undefined) return
    for (let tried = 1; ; tried += 1) {
      try {
        await server.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname in (${literal(name)}, ${literal(fresh)}) and pid <> pg_backend_pid()`)
        await server.query('begin')
        if (previous !== null)
          await server.query(`alter database ${identifier(name)} rename to ${identifier(previous)}`)
        await server.query(`alter database ${identifier(fresh)} rename to ${identifier(name)}`)
        await server.query('commit')
        return
      } catch (err) {
        await server.query('rollback')
        if (tried === tries) throw err
      }
    }
  } finally {
    await server.close()
  }
}
