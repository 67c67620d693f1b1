import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { ExecuteSql } from './open.ts'

/**
 * Marks an installation with data in its DATA_DIR and next to it, since a whole DATA_DIR may be lost. When a mark
 * exists but the data do not, the start fails instead of filling an empty database.
 */

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>

const mark = z.object({
  /** Databases that were filled with this DATA_DIR: `embedded`, or `host:port/name` of PostgreSQL. */
  databases: z.array(z.string()),
})

const markInFolder = (dataDir: string) => join(dataDir, 'installation.json')
/** Next to the folder, with its name: `.data` has `.data.installation.json`. */
const markBesideFolder = (dataDir: string) =>
  join(dirname(resolve(dataDir)), `${basename(resolve(dataDir))}.installation.json`)
/** Journal of a restore while it swaps old and new data: see cli/restore.ts. */
export const restoreJournal = (dataDir: string): string => join(dataDir, 'restore.json')

/** Which database the settings name, without user and password. */
export function databaseName({ databaseUrl }: Pick<Where, 'databaseUrl'>): string {
  if (databaseUrl === undefined) return 'embedded'
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  return `${searchParams.get('host') ?? hostname}:${port === '' ? '5432' : port}${pathname}`
}

function readMark(file: string): string[] {
  if (!existsSync(file)) return []
  try {
    return mark.parse(JSON.parse(readFileSync(file, 'utf8'))).databases
  } catch {
    // An unreadable mark counts as a mark.
    return ['embedded']
  }
}

/** Databases that were filled with this DATA_DIR, according to both marks. */
export const filledDatabases = (dataDir: string): ReadonlySet<string> =>
  new Set([...readMark(markInFolder(dataDir)), ...readMark(markBesideFolder(dataDir))])

function writeMark(file: string, databases: readonly string[]): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, `${JSON.stringify({ databases })}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Marks an installation as having data; skipped where DATA_DIR is not writable. */
export function markInstalled(config: Where): void {
  const { dataDir } = config
  const name = databaseName(config)
  for (const file of [markInFolder(dataDir), markBesideFolder(dataDir)]) {
    const databases = readMark(file)
    if (databases.includes(name)) continue
    try {
      if (file === markInFolder(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      writeMark(file, [...databases, name])
    } catch {
      // With PostgreSQL and a bucket a DATA_DIR may be read-only; then there is no mark.
    }
  }
}

/** Advice for missing data. */
const restoreAdvice = (dataDir: string) =>
  `Bring the data back (npm run cli -- restore FOLDER), or mount the right DATA_DIR. ` +
  `For a new, empty installation delete ${markInFolder(dataDir)} and ${markBesideFolder(dataDir)}, or set another DATA_DIR.`

/**
 * Fails a start with missing or incomplete data, before anything is created. Throws an Error with advice: after an
 * interrupted restore, and when a former embedded database is missing or incomplete.
 */
export function assertDataPresent({ databaseUrl, dataDir }: Where): void {
  if (existsSync(restoreJournal(dataDir)))
    throw new Error(
      'A restore was interrupted while it put the new data in place. Finish it: npm run cli -- restore --finish',
    )
  if (databaseUrl !== undefined) return
  const folder = join(dataDir, 'db/pglite')
  const there = existsSync(folder) ? readdirSync(folder) : []
  if (there.includes('PG_VERSION') && there.includes('global') && there.includes('base')) return
  if (there.length > 0)
    throw new Error(`The embedded database in ${folder} is damaged: parts of it are missing. ${restoreAdvice(dataDir)}`)
  const uploads = join(dataDir, 'files')
  const isExpected =
    filledDatabases(dataDir).has('embedded') || (existsSync(uploads) && readdirSync(uploads).length > 0)
  if (isExpected) throw new Error(`DATA_DIR ${dataDir} had data, and its database is gone. ${restoreAdvice(dataDir)}`)
}

/** The same for a PostgreSQL database without tables. */
export function assertTablesPresent(config: Where): void {
  if (!filledDatabases(config.dataDir).has(databaseName(config))) return
  throw new Error(
    `The database ${databaseName(config)} had data and has no tables now. Check DATABASE_URL. ${restoreAdvice(config.dataDir)}`,
  )
}

const emptyRows = z.array(z.object({ empty: z.boolean() }))

/** Whether no table has a row: the demo goes into such a database only. */
export async function isEmpty({ execute }: { readonly execute: ExecuteSql }): Promise<boolean> {
  const tables = z
    .array(z.object({ name: z.string() }))
    .parse(
      (
        await execute(
          `select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
        )
      ).rows,
    )
  if (tables.length === 0) return true
  const areEmpty = async (names: readonly string[]) => {
    const anyRow = names.map((name) => `exists (select 1 from ${name})`).join(' or ')
    const { rows } = await execute(`select not (${anyRow}) as empty`)
    return emptyRows.parse(rows).every(({ empty }) => empty)
  }
  const names = tables.map(({ name }) => name)
  // A statement over all tables takes 80 ms to plan; nearly every database has users.
  if (names.includes('users') && !(await areEmpty(['users']))) return false
  return areEmpty(names)
}
