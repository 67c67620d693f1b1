import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { installation, type Config } from '../config.ts'
import { countingStream, dumpTable, sequencesOf, syncPath, tableNames } from '../db/dump.ts'
import { samplesIn } from '../db/encryption/rows.ts'
import { appliedMigrations, tablesAt, unknownMigration } from '../db/known-migrations.ts'
import { lockFolder } from '../db/lock.ts'
import { embeddedFolder, lockedFolder, openEmbeddedSession, openPostgresSession, type Session } from '../db/session.ts'
import { assertDataPresent } from '../db/installed.ts'
import { storedFiles } from '../server/platform/files/stored-files.ts'
import { names, sha256, type FilePart, type Manifest } from './backup-manifest.ts'

export interface BackupResult {
  readonly manifest: Manifest
  /** Tables of other programs in the database; not in the backup. */
  readonly foreign: readonly string[]
}

type Where = Pick<Config, 'databaseUrl' | 'dataDir' | 's3'>

/** A session on the unmodified database of an installation. Throws while a server uses the embedded database. */
export async function openInstalled({ databaseUrl, dataDir }: Where): Promise<Session> {
  if (databaseUrl !== undefined) return openPostgresSession(databaseUrl)
  if (!existsSync(join(embeddedFolder(dataDir), 'PG_VERSION')))
    throw new Error(`There is no database in ${embeddedFolder(dataDir)}`)
  const lock = lockFolder(lockedFolder(dataDir))
  try {
    const session = await openEmbeddedSession(embeddedFolder(dataDir))
    return {
      ...session,
      close: async () => {
        await session.close()
        lock.release()
      },
    }
  } catch (err) {
    lock.release()
    throw err
  }
}

/**
 * Writes rows and uploads of an installation into a new folder. PostgreSQL is read in one snapshot while the site runs;
 * the embedded database must be stopped. The folder is renamed to its final name when complete. Throws if it exists.
 */
export async function backup(config: Where, folder: string): Promise<BackupResult> {
  if (existsSync(folder)) throw new Error(`${folder} exists already`)
  assertDataPresent(config)
  // Everything below is for the owner alone from the moment it is created.
  process.umask(0o077)
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(join(partial, 'rows'), { recursive: true, mode: 0o700 })
  try {
    const session = await openInstalled(config)
    const result = await writeBackup(session, config, partial).finally(() => session.close())
    await rename(partial, folder)
    await syncPath(dirname(folder))
    await noteBackup(config.dataDir, { folder, at: result.manifest.createdAt })
    return result
  } catch (err) {
    await rm(partial, { recursive: true, force: true })
    throw err
  }
}

const lastNote = z.object({ folder: z.string(), at: z.string() })
const noteFile = (dataDir: string) => join(dataDir, 'last-backup.json')

/** For `doctor`; with PostgreSQL there may be no DATA_DIR to write it into. */
async function noteBackup(dataDir: string, note: z.output<typeof lastNote>): Promise<void> {
  if (existsSync(dataDir)) await writeFile(noteFile(dataDir), JSON.stringify(note), { mode: 0o600 }).catch(() => {})
}

/** Where and when (ISO 8601) this program made a backup last. */
export function lastBackup(dataDir: string): z.output<typeof lastNote> | undefined {
  if (!existsSync(noteFile(dataDir))) return undefined
  return lastNote.parse(JSON.parse(readFileSync(noteFile(dataDir), 'utf8')))
}

async function writeBackup(session: Session, config: Where, folder: string): Promise<BackupResult> {
  await session.query('begin isolation level repeatable read read only')
  const [clock] = await session.query('select now()::text as now')
  const migrations = await appliedMigrations((text) => session.query(text))
  if (migrations === undefined) throw new Error('The database has no tables of this program')
  const unknown = unknownMigration(migrations)
  if (unknown !== undefined) throw new Error(`${unknown}. Back up with the program that the database belongs to.`)
  const own = new Set(tablesAt(migrations.length))
  const there = await tableNames(session)
  const tables = []
  for (const name of there.filter((each) => own.has(each)))
    tables.push(await dumpTable(session, name, join(folder, names.rows(name))))
  const dataKeys = await samplesIn(session.query)
  const sequences = await sequencesOf(session)
  const files = await writeFiles(session, config, folder)
  await session.query('commit')
  const manifest: Manifest = {
    format: 1,
    createdAt: new Date(z.string().parse(clock?.['now'])).toISOString(),
    program: versionOf(),
    engine: session.engine,
    migrations,
    tables,
    sequences,
    files,
    dataKeys,
  }
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  for (const [name, content] of [
    [names.manifest, text],
    [names.manifestHash, `${sha256(text)}\n`],
  ] as const) {
    await writeFile(join(folder, name), content, { flag: 'wx', mode: 0o600 })
    await syncPath(join(folder, name))
  }
  await syncPath(folder)
  return { manifest, foreign: there.filter((each) => !own.has(each)) }
}

const versionOf = () =>
  z.looseObject({ version: z.string() }).parse(JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')))
    .version

/** The bytes of every upload that a row names, or its name alone where they lie in a bucket. */
async function writeFiles(session: Session, { dataDir, s3 }: Where, folder: string): Promise<Manifest['files']> {
  const list = createWriteStream(join(folder, names.filesList), { flags: 'wx', mode: 0o600 })
  const { stream, seen } = countingStream()
  const written = pipeline(stream, list)
  const missing: string[] = []
  let [count, bytes] = [0, 0]
  for await (const { key, expected } of storedFiles((text) => session.query(text))) {
    let part: FilePart | undefined
    if (s3 !== undefined) part = { key, bytes: expected?.size ?? null, sha256: expected?.sha256 ?? null }
    else if (existsSync(join(dataDir, 'files', key)))
      part = { key, ...(await copyFile(join(dataDir, 'files', key), join(folder, names.file(key)))) }
    if (part === undefined) missing.push(key)
    else {
      count += 1
      bytes += part.bytes ?? 0
      if (!stream.write(`${JSON.stringify(part)}\n`)) await new Promise((resolve) => stream.once('drain', resolve))
    }
  }
  stream.end()
  await written
  await syncPath(join(folder, names.filesList))
  return {
    where: s3 === undefined ? 'folder' : 'bucket',
    bucket: s3?.bucket ?? null,
    count,
    bytes,
    missing,
    sha256: seen().sha256,
  }
}

/** Copies a file to a new place (0600), on the disk when this returns. */
export async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  const { stream, seen } = countingStream()
  await pipeline(createReadStream(from), stream, createWriteStream(to, { flags: 'wx', mode: 0o600 }))
  await syncPath(to)
  return seen()
}
