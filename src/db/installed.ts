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
 * An installation that has had data is marked in its DATA_DIR, and beside it, since a DATA_DIR may be lost as a whole.
 * Where a mark stands and the data do not, the start stops with a sentence instead of filling an empty database.
 */

type Where = Pick<Config, 'databaseUrl' | 'dataDir'>

const mark = z.object({
  /** Databases that were filled with this DATA_DIR: `embedded`, or `host:port/name` of PostgreSQL. */
  databases: z.array(z.string()),
})

const inside = (dataDir: string) => join(dataDir, 'installation.json')
/** Beside the folder, under its name: `.data` has `.data.installation.json`. */
const beside = (dataDir: string) => join(dirname(resolve(dataDir)), `${basename(resolve(dataDir))}.installation.json`)
/** Written while a restore exchanges the old data for the new ones: see cli/restore.ts. */
export const restoreJournal = (dataDir: string): string => join(dataDir, 'restore.json')

/** Which database the settings name, without user and password. */
export function databaseName({ databaseUrl }: Pick<Where, 'databaseUrl'>): string {
  if (databaseUrl === undefined) return 'embedded'
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl)
  return `${searchParams.get('host') ?? hostname}:${port === '' ? '5432' : port}${pathname}`
}

function marked(file: string): string[] {
  if (!existsSync(file)) return []
  try {
    return mark.parse(JSON.parse(readFileSync(file, 'utf8'))).databases
  } catch {
    // A mark that cannot be read is a mark.
    return ['embedded']
  }
}

/** Databases that were filled with this DATA_DIR, by what stands in it or beside it. */
export const filledDatabases = (dataDir: string): ReadonlySet<string> =>
  new Set([...marked(inside(dataDir)), ...marked(beside(dataDir))])

function write(file: string, databases: readonly string[]): void {
  const handle = openSync(file, 'w', 0o600)
  try {
    writeFileSync(handle, `${JSON.stringify({ databases })}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Marks an installation as one with data. A mark is left out where nothing may be written. */
export function markInstalled(config: Where): void {
  const { dataDir } = config
  const name = databaseName(config)
  for (const file of [inside(dataDir), beside(dataDir)]) {
    const databases = marked(file)
    if (databases.includes(name)) continue
    try {
      if (file === inside(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
      write(file, [...databases, name])
    } catch {
      // With PostgreSQL and a bucket a DATA_DIR may be read-only; then there is no mark.
    }
  }
}

/** What to do where data are missing that were there. */
const mend = (dataDir: string) =>
  `Bring the data back (npm run cli -- restore FOLDER), or mount the right DATA_DIR. ` +
  `For a new, empty installation delete ${inside(dataDir)} and ${beside(dataDir)}, or set another DATA_DIR.`

/**
 * Stops a start on data that are not there or not whole, before anything is created. Throws a sentence that says what
 * to do: after a restore that was interrupted, and where the embedded database was there and is missing or in pieces.
 */
export function expectData({ databaseUrl, dataDir }: Where): void {
  if (existsSync(restoreJournal(dataDir)))
    throw new Error(
      'A restore was interrupted while it put the new data in place. Finish it: npm run cli -- restore --finish',
    )
  if (databaseUrl !== undefined) return
  const folder = join(dataDir, 'db/pglite')
  const there = existsSync(folder) ? readdirSync(folder) : []
  if (there.includes('PG_VERSION') && there.includes('global') && there.includes('base')) return
  if (there.length > 0)
    throw new Error(`The embedded database in ${folder} is damaged: parts of it are missing. ${mend(dataDir)}`)
  const uploads = join(dataDir, 'files')
  const isExpected =
    filledDatabases(dataDir).has('embedded') || (existsSync(uploads) && readdirSync(uploads).length > 0)
  if (isExpected) throw new Error(`DATA_DIR ${dataDir} had data, and its database is gone. ${mend(dataDir)}`)
}

/** The same for a PostgreSQL database that turns out to have no tables. */
export function expectTables(config: Where): void {
  if (!filledDatabases(config.dataDir).has(databaseName(config))) return
  throw new Error(
    `The database ${databaseName(config)} had data and has no tables now. Check DATABASE_URL. ${mend(config.dataDir)}`,
  )
}

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
  const anyRow = tables.map(({ name }) => `exists (select 1 from ${name})`).join(' or ')
  const { rows } = await execute(`select not (${anyRow}) as empty`)
  return z.object({ empty: z.boolean() }).parse(rows[0]).empty
}
